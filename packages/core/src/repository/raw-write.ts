import { InvalidInputError } from '../errors/invalid-input-error.js'
import type { Part } from '../plan/assemble.js'
import { keyOf, type StoredItem } from '../plan/attribute-value.js'
import { toStoredItem } from '../plan/native-value.js'
import type { Action, Write } from '../plan/write.js'
import { isRecord, type Options } from './read-options.js'

const ACTIONS: readonly Action[] = ['Put', 'Update', 'Delete', 'ConditionCheck']

const wrong = (at: number, message: string): never => {
  throw new InvalidInputError([{ path: `$raw.${at}`, message }], { operation: '$transaction' })
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function stored(value: unknown): StoredItem {
  return isRecord(value) ? toStoredItem(value) : {}
}

/** The table that is known, by which an item of it is told from others. */
interface OwnTable {
  readonly table: string
  readonly keyFields: readonly string[]
}

/** The key of an item; of a table that nothing is known of, all of the item. */
const keyOfItem = (item: StoredItem, table: string, own: OwnTable): StoredItem =>
  table === own.table
    ? keyOf(
        item,
        own.keyFields.filter((field) => field in item),
      )
    : item

function writeOf(action: Action, given: Options, at: number, own: OwnTable): Write {
  const { TableName, Item, Key, UpdateExpression, ConditionExpression } = given
  const item = isRecord(Item) ? { item: stored(Item) } : {}
  if (textOf(TableName) === '') wrong(at, 'needs a TableName')
  if (action === 'Put' ? !isRecord(Item) : !isRecord(Key))
    wrong(at, `needs ${action === 'Put' ? 'an Item' : 'a Key'}`)
  return {
    action,
    role: `raw write ${at}`,
    table: textOf(TableName),
    key: item.item === undefined ? stored(Key) : keyOfItem(item.item, textOf(TableName), own),
    ...item,
    ...(UpdateExpression === undefined ? {} : { update: textOf(UpdateExpression) }),
    condition: textOf(ConditionExpression),
    names: (isRecord(given['ExpressionAttributeNames'])
      ? given['ExpressionAttributeNames']
      : {}) as Write['names'],
    values: stored(given['ExpressionAttributeValues']),
  }
}

/** A write of the caller's own, in the document client's form. It goes as it is; what refuses it is its own condition. */
export function rawPart(raw: unknown, at: number, own: OwnTable): Part {
  const given = isRecord(raw)
    ? raw
    : wrong(at, 'has to be an object with Put, Update, Delete or ConditionCheck')
  const named = ACTIONS.filter((action) => given[action] !== undefined)
  const [action] = named
  if (action === undefined || named.length > 1)
    return wrong(at, `has to have exactly one of ${ACTIONS.join(', ')}`)
  const member = given[action]
  const write = writeOf(
    action,
    isRecord(member) ? member : wrong(at, `${action} has to be an object`),
    at,
    own,
  )
  const violation = { code: 'CONDITION', model: `$raw.${at}`, key: {} } as const
  return { own: [], apart: [{ write, explain: () => [{ kind: 'violation', violation }] }] }
}
