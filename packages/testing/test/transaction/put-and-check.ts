import type { JsonObject } from '../../src/engine/answer.js'
import type { Item, Value } from '../../src/item/value.js'

/** The key of an item of the table `shop`. */
export const key = (pk: string, sk = pk): Item => ({ pk: { S: pk }, sk: { S: sk } })

/** A Put action of a transaction. */
export const put = (item: Item, rest: JsonObject = {}): JsonObject => ({
  Put: { TableName: 'shop', Item: item, ...rest },
})

/** An Update action of a transaction. */
export const update = (item: Item, expression: string, values?: Item, rest: JsonObject = {}): JsonObject => ({
  Update: {
    TableName: 'shop',
    Key: item,
    UpdateExpression: expression,
    ...(values && { ExpressionAttributeValues: values }),
    ...rest,
  },
})

/** A Delete action of a transaction. */
export const remove = (item: Item, rest: JsonObject = {}): JsonObject => ({
  Delete: { TableName: 'shop', Key: item, ...rest },
})

/** A ConditionCheck action of a transaction. */
export const check = (item: Item, condition: string, rest: JsonObject = {}): JsonObject => ({
  ConditionCheck: { TableName: 'shop', Key: item, ConditionExpression: condition, ...rest },
})

/** A value that nests as many maps around a string. */
export function nested(maps: number): Value {
  let value: Value = { S: 'leaf' }
  for (let depth = 0; depth < maps; depth += 1) value = { M: { n: value } }
  return value
}

/** An item of exactly so many bytes. */
export function itemOfSize(bytes: number, pk = 'big'): Item {
  const item = { ...key(pk), data: { S: '' } }
  const used = 'pksk'.length + 2 * pk.length + 'data'.length
  return { ...item, data: { S: 'x'.repeat(bytes - used) } }
}
