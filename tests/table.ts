import { type AttributeValue, ScanCommand } from '@aws-sdk/client-dynamodb'
import { inspectDatabase } from '@latchkey/core'
import { expect } from 'vitest'

type Item = Record<string, AttributeValue>

/** Every item of a database's table, as the plain SDK reads it. */
export async function readTable(db: object): Promise<Item[]> {
  const { client, table } = inspectDatabase(db)
  const items: Item[] = []
  let start: Item | undefined
  do {
    const page: { Items?: Item[] | undefined; LastEvaluatedKey?: Item | undefined } = await client.send(
      new ScanCommand({ TableName: table, ConsistentRead: true, ...(start && { ExclusiveStartKey: start }) }),
    )
    items.push(...(page.Items ?? []))
    start = page.LastEvaluatedKey
  } while (start !== undefined)
  return items
}

/** The keys of the guards in a table, sorted. */
export async function guardKeys(db: object): Promise<string[]> {
  const { keyFields } = inspectDatabase(db)
  const guards = (await readTable(db)).filter((item) => item['_lk']?.S === 'guard')
  return guards.map((item) => item[keyFields[0] ?? '']?.S ?? '').sort()
}

const bare = (item: Item): unknown =>
  Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))

/** Every guard has its owner, and every owner its guards, each attribute for attribute. */
export async function expectSound(db: object): Promise<void> {
  const { inspect, keyFields } = inspectDatabase(db)
  const items = await readTable(db)
  const id = (item: Readonly<Item>): string => keyFields.map((field) => item[field]?.S).join('|')
  const due = items.flatMap((item) => {
    const found = inspect(item)
    return found.kind === 'item' ? found.guards.map((guard) => guard.item as Item) : []
  })
  const held = items.filter((item) => inspect(item).kind === 'guard')
  const byId = (list: Item[]): unknown[] => [...list].sort((a, b) => (id(a) < id(b) ? -1 : 1)).map(bare)
  // Which of several constraints with one guard claimed it first is not told by the item.
  const without = (list: Item[]): Item[] => list.map(({ _lk_of: _, ...rest }) => rest)
  expect(byId(without(held))).toEqual(byId(without(due)))
}

/** Sees the requests of a database, in order: `GetItem`, `TransactWriteItems`, ... */
export class Requests {
  readonly #seen: string[] = []
  readonly observe: { onRequest: (event: { command: string }) => void } = {
    onRequest: ({ command }) => this.#seen.push(command),
  }

  /** What was sent since the last call. */
  take(): string[] {
    return this.#seen.splice(0)
  }
}
