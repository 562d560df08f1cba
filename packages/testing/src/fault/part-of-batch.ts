import type { Answer, JsonObject, ServiceRequest } from '../engine/answer.js'
import { isObject } from '../engine/table-names.js'
import type { Respond } from '../transport/in-process-handler.js'

/** The requests of one table in a batch: a list of writes, or the keys of a read with what holds for all of them. */
type TableRequests = readonly unknown[] | JsonObject

const listOf = (requests: TableRequests): readonly unknown[] => {
  if (!isObject(requests)) return requests
  return Array.isArray(requests['Keys']) ? requests['Keys'] : []
}

const withList = (requests: TableRequests, list: readonly unknown[]): TableRequests =>
  isObject(requests) ? { ...requests, Keys: list } : list

/** Carries out so many requests of a batch, and reports the others as left over. */
export async function takePart(request: ServiceRequest, respond: Respond, most: number): Promise<Answer> {
  const given = isObject(request.input['RequestItems']) ? request.input['RequestItems'] : {}
  const taken: JsonObject = {}
  const left: JsonObject = {}
  let room = most
  for (const [table, requests] of Object.entries(given) as [string, TableRequests][]) {
    const list = listOf(requests)
    if (room > 0) taken[table] = withList(requests, list.slice(0, room))
    if (list.length > room) left[table] = withList(requests, list.slice(room))
    room = Math.max(0, room - list.length)
  }
  const answer = await respond({ ...request, input: { ...request.input, RequestItems: taken } })
  if (answer.status !== 200) return answer
  const member = request.operation === 'BatchGetItem' ? 'UnprocessedKeys' : 'UnprocessedItems'
  return { ...answer, body: { ...answer.body, [member]: left } }
}
