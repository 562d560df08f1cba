import type { ItemRequest, RequestTypes, Store } from '../dynalite/dynalite-modules.js'
import type { Dynalite } from '../dynalite/load-dynalite.js'
import type { JsonObject } from '../engine/answer.js'
import { checking, checkRequest, RETURN_ON_FAILURE } from '../engine/request-checks.js'
import { validationError } from '../engine/service-error.js'
import { itemSize } from '../item/item-size.js'
import { itemProblem } from '../item/nesting.js'
import { LARGEST_ITEM } from '../write/apply-write.js'
import type { WriteKind } from '../write/item-write.js'
import { keyHolder } from '../write/item-write.js'

/** One action of a transaction after its checks. */
export interface Action {
  readonly kind: WriteKind
  readonly request: ItemRequest
}

/** A checked TransactWriteItems request. */
export interface WriteTransaction {
  readonly actions: readonly Action[]
  readonly token?: string
  readonly capacity: string | undefined
}

/** The members of an element, in the order in which the service looks at them. */
const KINDS = [
  ['ConditionCheck', 'check'],
  ['Put', 'put'],
  ['Delete', 'delete'],
  ['Update', 'update'],
] as const

/** The most bytes that a transaction may have. */
const LARGEST_TRANSACTION = 4 * 1024 * 1024

/** Checks a TransactWriteItems request: its members all together, then action by action. */
export function readWriteTransaction(dynalite: Dynalite, store: Store, input: JsonObject): WriteTransaction {
  const checked = checkRequest(dynalite, store, { types: typesOf(dynalite) }, input)
  if (!isTransaction(checked)) throw validationError('The request has no TransactItems')
  const actions = checked.TransactItems.map(onlyAction)
  checking(() => {
    for (const action of actions) checkAction(dynalite, action)
  })
  checkSize(actions)
  const { ClientRequestToken: token, ReturnConsumedCapacity: capacity } = checked
  return { actions, capacity, ...(token !== undefined && { token }) }
}

interface CheckedTransaction {
  readonly TransactItems: readonly Readonly<Partial<Record<string, ItemRequest>>>[]
  readonly ClientRequestToken?: string
  readonly ReturnConsumedCapacity?: string
}

function isTransaction(checked: object): checked is CheckedTransaction {
  return 'TransactItems' in checked && Array.isArray(checked.TransactItems)
}

function onlyAction(element: CheckedTransaction['TransactItems'][number]): Action {
  const given: Action[] = []
  for (const [member, kind] of KINDS) {
    const request = element[member]
    if (request !== undefined) given.push({ kind, request })
  }
  const [action, ...others] = given
  if (action === undefined || others.length > 0) {
    throw validationError('TransactItems can only contain one of Check, Put, Update or Delete')
  }
  return action
}

function checkAction({ validations }: Dynalite, { kind, request }: Action): void {
  const expressions =
    kind === 'update' ? ['UpdateExpression', 'ConditionExpression'] : ['ConditionExpression']
  const problem =
    validations.validateExpressionParams(request, expressions, []) ??
    validations.validateExpressions(request) ??
    firstProblem(Object.values(keyHolder(request)), (value) => validations.validateAttributeValue(value))
  const refused =
    problem ?? itemProblem(keyHolder(request)) ?? (kind === 'put' ? sizeProblem(request) : undefined)
  if (refused) throw validationError(refused)
}

function sizeProblem({ Item = {} }: ItemRequest): string | undefined {
  return itemSize(Item) > LARGEST_ITEM ? 'Item size has exceeded the maximum allowed size' : undefined
}

function firstProblem<T>(
  values: readonly T[],
  problemOf: (value: T) => string | undefined,
): string | undefined {
  for (const value of values) {
    const problem = problemOf(value)
    if (problem) return problem
  }
  return undefined
}

function checkSize(actions: readonly Action[]): void {
  const bytes = actions.reduce((total, { request }) => total + requestSize(request), 0)
  if (bytes > LARGEST_TRANSACTION) {
    throw validationError(`Transaction request size cannot exceed ${LARGEST_TRANSACTION} bytes`)
  }
}

function requestSize(request: ItemRequest): number {
  const expressions = [request.ConditionExpression, request.UpdateExpression]
  return (
    itemSize(keyHolder(request)) +
    itemSize(request.ExpressionAttributeValues ?? {}) +
    expressions.reduce((total, text) => total + (text?.length ?? 0), 0)
  )
}

function typesOf({ checks }: Dynalite): RequestTypes {
  const of = (operation: string): RequestTypes => checks.get(operation)?.types ?? {}
  const condition = { ConditionExpression: { type: 'String', notNull: true } }
  const put = of('PutItem')
  const shared = {
    TableName: put['TableName'],
    ConditionExpression: put['ConditionExpression'],
    ExpressionAttributeNames: put['ExpressionAttributeNames'],
    ExpressionAttributeValues: put['ExpressionAttributeValues'],
    ReturnValuesOnConditionCheckFailure: RETURN_ON_FAILURE,
  }
  const keyed = { Key: of('DeleteItem')['Key'], ...shared }
  const update = { UpdateExpression: { type: 'String', notNull: true }, ...keyed }
  return {
    ClientRequestToken: { type: 'String', lengthGreaterThanOrEqual: 1, lengthLessThanOrEqual: 36 },
    ReturnConsumedCapacity: put['ReturnConsumedCapacity'],
    ReturnItemCollectionMetrics: put['ReturnItemCollectionMetrics'],
    TransactItems: listOf('TransactWriteItem', {
      ConditionCheck: member('ConditionCheck', { ...keyed, ...condition }),
      Put: member('Put', { Item: put['Item'], ...shared }),
      Delete: member('Delete', keyed),
      Update: member('Update', update),
    }),
  }
}

/** The type of the list of a transaction's elements: 1 to 100 of them. */
export function listOf(name: string, children: RequestTypes): RequestTypes {
  return {
    type: 'List',
    notNull: true,
    lengthGreaterThanOrEqual: 1,
    lengthLessThanOrEqual: 100,
    children: { type: `ValueStruct<${name}>`, notNull: true, children },
  }
}

/** The type of a structure inside an element. */
export function member(name: string, children: RequestTypes): RequestTypes {
  return { type: `FieldStruct<${name}>`, children }
}
