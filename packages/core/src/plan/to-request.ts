import type { StoredItem } from './attribute-value.js'
import type { Write } from './write.js'

/** How values are written: as attribute values, or as the document client takes them. */
export type Form = (item: StoredItem) => object

/** One write as the member of a request that the service takes. */
export function toMember(write: Write, form: Form): Record<string, unknown> {
  const { table, key, item, update, condition, names, values } = write
  return {
    TableName: table,
    ...(item === undefined ? { Key: form(key) } : { Item: form(item) }),
    ...(update === undefined ? {} : { UpdateExpression: update }),
    ...(condition === '' ? {} : { ConditionExpression: condition }),
    ...(Object.keys(names).length === 0 ? {} : { ExpressionAttributeNames: names }),
    ...(Object.keys(values).length === 0 ? {} : { ExpressionAttributeValues: form(values) }),
    ...(condition === '' ? {} : { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
  }
}

/** The writes as `TransactItems`. */
export const toTransactItems = (writes: readonly Write[], form: Form): object[] =>
  writes.map((write) => ({ [write.action]: toMember(write, form) }))
