import fc from 'fast-check'
import type { JsonObject } from '../../src/engine/answer.js'
import { check, key, put, remove, update } from '../transaction/put-and-check.js'

const values = { ':n': { N: '1' }, ':s': { SS: ['a'] }, ':m': { M: { x: { L: [{ N: '1' }] } } } }
const names = { '#n': 'n' }

/** One valid request for each operation, from which malformed ones are made. */
export const VALID: readonly (readonly [string, JsonObject])[] = [
  [
    'TransactWriteItems',
    {
      ClientRequestToken: 'token',
      ReturnConsumedCapacity: 'INDEXES',
      TransactItems: [
        put(
          { ...key('a'), n: { N: '1' }, gsi1pk: { S: 'g' }, gsi1sk: { S: 'g' } },
          {
            ConditionExpression: 'attribute_not_exists(pk) OR #n = :n',
            ExpressionAttributeNames: names,
            ExpressionAttributeValues: { ':n': { N: '1' } },
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        ),
        update(key('b'), 'SET #n = if_not_exists(#n, :n) + :n, m = :m ADD s :s REMOVE x', values, {
          ExpressionAttributeNames: names,
        }),
        remove(key('c'), { ConditionExpression: 'attribute_not_exists(pk)' }),
        check(key('d'), 'size(pk) > :n OR NOT contains(pk, :n)', {
          ExpressionAttributeValues: { ':n': { N: '1' } },
        }),
        { Put: { TableName: 'plain', Item: { id: { S: 'a' } } } },
      ],
    },
  ],
  [
    'TransactGetItems',
    {
      TransactItems: [
        {
          Get: {
            TableName: 'shop',
            Key: key('a'),
            ProjectionExpression: '#n, m.x[0]',
            ExpressionAttributeNames: names,
          },
        },
        { Get: { TableName: 'plain', Key: { id: { S: 'a' } } } },
      ],
    },
  ],
  [
    'PutItem',
    {
      TableName: 'shop',
      Item: { ...key('a'), gsi1pk: { S: 'g' }, gsi1sk: { S: 'g' }, m: { M: { l: { L: [{ NULL: true }] } } } },
      ConditionExpression: 'attribute_not_exists(pk) OR #n BETWEEN :n AND :n',
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: { ':n': { N: '1' } },
      ReturnValues: 'ALL_OLD',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  ],
  [
    'PutItem',
    {
      TableName: 'shop',
      Item: key('a'),
      Expected: { n: { ComparisonOperator: 'NE', AttributeValueList: [{ N: '1' }] } },
    },
  ],
  [
    'UpdateItem',
    {
      TableName: 'shop',
      Key: key('a'),
      UpdateExpression: 'SET l = list_append(:l, :l), m.x = :n REMOVE q[1]',
      ExpressionAttributeValues: { ':l': { L: [] }, ':n': { N: '1' } },
      ReturnValues: 'UPDATED_NEW',
    },
  ],
  [
    'UpdateItem',
    { TableName: 'shop', Key: key('a'), AttributeUpdates: { n: { Action: 'ADD', Value: { N: '1' } } } },
  ],
  [
    'DeleteItem',
    { TableName: 'shop', Key: key('a'), Expected: { n: { Exists: false } }, ConditionalOperator: 'AND' },
  ],
  [
    'BatchWriteItem',
    { RequestItems: { shop: [{ PutRequest: { Item: key('a') } }, { DeleteRequest: { Key: key('b') } }] } },
  ],
  ['BatchGetItem', { RequestItems: { shop: { Keys: [key('a'), key('b')], ConsistentRead: true } } }],
  ['GetItem', { TableName: 'shop', Key: key('a'), ProjectionExpression: 'a, b[0].c' }],
  [
    'Query',
    {
      TableName: 'shop',
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :g AND begins_with(gsi1sk, :g)',
      FilterExpression: 'n > :n',
      ExpressionAttributeValues: { ':g': { S: 'g' }, ':n': { N: '1' } },
      Limit: 3,
      ExclusiveStartKey: { ...key('a'), gsi1pk: { S: 'g' }, gsi1sk: { S: 'g' } },
    },
  ],
  [
    'Query',
    {
      TableName: 'shop',
      KeyConditions: { pk: { ComparisonOperator: 'EQ', AttributeValueList: [{ S: 'a' }] } },
    },
  ],
  [
    'Scan',
    {
      TableName: 'shop',
      ScanFilter: { n: { ComparisonOperator: 'GT', AttributeValueList: [{ N: '1' }] } },
      Segment: 0,
      TotalSegments: 2,
    },
  ],
]

const operators = [
  '=',
  '<>',
  '<',
  '>=',
  'AND',
  'OR',
  'NOT',
  'IN',
  'BETWEEN',
  'SET',
  'REMOVE',
  'ADD',
  'DELETE',
]
const tokens = [
  '(',
  ')',
  ',',
  '.',
  '[',
  ']',
  '+',
  '-',
  'a',
  'pk',
  '#n',
  ':n',
  ':v',
  '0',
  '1',
  '9999999999',
  'size(',
  'contains(',
]
const expression = fc
  .array(fc.constantFrom(...operators, ...tokens), { maxLength: 24 })
  .map((parts) => parts.join(' '))

const attributeValue = fc.oneof(
  fc
    .constantFrom('S', 'N', 'B', 'SS', 'NS', 'BS', 'L', 'M', 'BOOL', 'NULL', 'X')
    .chain((type) =>
      fc
        .oneof(fc.jsonValue(), fc.constantFrom('', '1e400', '-0', 'NaN', '=', 'AA=='))
        .map((held) => ({ [type]: held })),
    ),
  fc.constant({ S: 'a', N: '1' }),
)

const deep = fc.integer({ min: 1, max: 300 }).map((depth) => {
  let value: unknown = { S: 'leaf' }
  for (let level = 0; level < depth; level += 1) value = { M: { n: value } }
  return value
})

const junk: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.jsonValue() },
  { weight: 4, arbitrary: expression },
  { weight: 4, arbitrary: attributeValue },
  { weight: 1, arbitrary: deep },
  { weight: 2, arbitrary: fc.constantFrom(null, '', 0, -1, 1e21, true, [], {}, [[]], [null], { '': null }) },
  {
    weight: 1,
    arbitrary: fc.constant(JSON.parse('{"__proto__":{"S":"x"},"constructor":{"S":"x"},"toString":1}')),
  },
)

/** Where something lies in a request. */
type Place = readonly (string | number)[]

/** A request with one to three things in it replaced by others, taken out, or doubled. */
export const malformed: fc.Arbitrary<{ operation: string; input: JsonObject }> = fc
  .constantFrom(...VALID)
  .chain(([operation, input]) =>
    fc
      .array(
        fc.record({ place: fc.constantFrom(...places(input)), by: fc.option(junk, { nil: undefined }) }),
        {
          minLength: 1,
          maxLength: 3,
        },
      )
      .map((changes) => ({
        operation,
        input: asSent(
          changes.reduce((changed, { place, by }) => replace(changed, place, by), structuredClone(input)),
        ),
      })),
  )

/** What arrives of a value that is sent as JSON. */
function asSent(input: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(input))
}

function places(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [at]
  const below = Object.entries(value).flatMap(([name, member]) =>
    places(member, [...at, Array.isArray(value) ? Number(name) : name]),
  )
  return at.length === 0 ? below : [at, ...below]
}

function replace(input: JsonObject, [...path]: Place, by: unknown): JsonObject {
  const last = path.pop()
  let parent: unknown = input
  for (const step of path) parent = isHolder(parent) ? parent[step] : undefined
  if (isHolder(parent) && last !== undefined) {
    if (by === undefined) delete parent[last]
    else parent[last] = structuredClone(by)
  }
  return input
}

function isHolder(value: unknown): value is { [step: string | number]: unknown } {
  return typeof value === 'object' && value !== null
}
