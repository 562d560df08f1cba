import fc from 'fast-check'
import type { JsonObject } from '../../src/engine/answer.js'
import type { Item, Value } from '../../src/item/value.js'

/** Values of every type, few enough that they often meet. */
const scalar: fc.Arbitrary<Value> = fc.oneof(
  fc.constantFrom('a', 'ab', 'b', 'é', '').map((S) => ({ S })),
  fc
    .constantFrom('0', '1', '2', '-1', '1.5', '10', '12345678901234567890123456789012345678')
    .map((N) => ({ N })),
  fc.constantFrom('YQ==', 'YWI=').map((B) => ({ B })),
  fc.boolean().map((BOOL) => ({ BOOL })),
  fc.constant({ NULL: true }),
)
const value: fc.Arbitrary<Value> = fc.oneof(
  { weight: 5, arbitrary: scalar },
  fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }).map((SS) => ({ SS })),
  fc.uniqueArray(fc.constantFrom('1', '2', '3'), { minLength: 1 }).map((NS) => ({ NS })),
  fc.array(scalar, { maxLength: 3 }).map((L) => ({ L })),
  fc.dictionary(fc.constantFrom('x', 'y'), scalar, { maxKeys: 2, noNullPrototype: true }).map((M) => ({ M })),
)

const attribute = fc.constantFrom('p', 'q', 'm', 'l', 's', 'n')
const path = fc.oneof({ weight: 4, arbitrary: attribute }, fc.constantFrom('m.x', 'm.y', 'l[0]', 'l[1]'))

interface Expression {
  readonly text: string
  readonly values: Item
}

/** An expression with one placeholder for each value. */
function withValues(
  values: readonly Value[],
  prefix: string,
  text: (...names: string[]) => string,
): Expression {
  const names = values.map((_, index) => `:${prefix}${index}`)
  return {
    text: text(...names),
    values: Object.fromEntries(names.map((name, index) => [name, values[index] ?? { NULL: true }])),
  }
}

const ordered = fc.oneof(
  fc.constantFrom('a', 'ab', 'b', 'é').map((S) => ({ S })),
  fc.constantFrom('0', '1', '2', '-1', '1.5', '10').map((N) => ({ N })),
  fc.constantFrom('YQ==', 'YWI=').map((B) => ({ B })),
)
const bounds = fc.constantFrom<[Value, Value]>(
  [{ N: '0' }, { N: '2' }],
  [{ S: 'a' }, { S: 'b' }],
  [{ B: 'YQ==' }, { B: 'YWI=' }],
  [{ N: '1' }, { N: '1' }],
)

/** A condition with one operator. */
function simpleCondition(prefix: string): fc.Arbitrary<Expression> {
  const compare = fc.tuple(path, fc.constantFrom('=', '<>'), value)
  const order = fc.tuple(path, fc.constantFrom('<', '<=', '>', '>='), ordered)
  return fc.oneof(
    compare.map(([at, operator, given]) => withValues([given], prefix, (v) => `${at} ${operator} ${v}`)),
    order.map(([at, operator, given]) => withValues([given], prefix, (v) => `${at} ${operator} ${v}`)),
    fc
      .tuple(attribute, fc.constantFrom('=', '<', '>='), attribute)
      .filter(([left, , right]) => left !== right)
      .map(([left, operator, right]) => withValues([], prefix, () => `${left} ${operator} ${right}`)),
    path.map((at) => withValues([], prefix, () => `attribute_exists(${at})`)),
    path.map((at) => withValues([], prefix, () => `attribute_not_exists(${at})`)),
    fc
      .tuple(path, fc.constantFrom('S', 'N', 'B', 'BOOL', 'NULL', 'SS', 'NS', 'L', 'M'))
      .map(([at, S]) => withValues([{ S }], prefix, (v) => `attribute_type(${at}, ${v})`)),
    fc
      .tuple(path, fc.constantFrom<Value>({ S: 'a' }, { B: 'YQ==' }))
      .map(([at, given]) => withValues([given], prefix, (v) => `begins_with(${at}, ${v})`)),
    fc.tuple(path, scalar).map(([at, given]) => withValues([given], prefix, (v) => `contains(${at}, ${v})`)),
    fc
      .tuple(attribute, fc.constantFrom('=', '<', '>'), fc.constantFrom('0', '1', '2'))
      .map(([at, operator, N]) => withValues([{ N }], prefix, (v) => `size(${at}) ${operator} ${v}`)),
    fc
      .tuple(path, bounds)
      .map(([at, ends]) => withValues([...ends], prefix, (low, high) => `${at} BETWEEN ${low} AND ${high}`)),
    fc
      .tuple(path, fc.array(value, { minLength: 1, maxLength: 3 }))
      .map(([at, given]) => withValues(given, prefix, (...all) => `${at} IN (${all.join(', ')})`)),
  )
}

const condition: fc.Arbitrary<Expression> = fc.oneof(
  simpleCondition('c'),
  simpleCondition('c').map(({ text, values }) => ({ text: `NOT ${text}`, values })),
  fc
    .tuple(simpleCondition('c'), fc.constantFrom('AND', 'OR'), simpleCondition('d'))
    .map(([left, join, right]) => ({
      text: `${left.text} ${join} (${right.text})`,
      values: { ...left.values, ...right.values },
    })),
  fc
    .constantFrom('attribute_exists', 'attribute_not_exists')
    .map((name) => ({ text: `${name}(p)`, values: {} })),
)

const addable = fc.constantFrom<Value>({ N: '1' }, { N: '-2.5' }, { SS: ['a', 'd'] }, { NS: ['1', '9'] })
const removable = fc.constantFrom<Value>({ SS: ['a'] }, { SS: ['a', 'b', 'c'] }, { NS: ['1', '2'] })

const updateExpression: fc.Arbitrary<Expression> = fc.oneof(
  fc.tuple(attribute, value).map(([at, given]) => withValues([given], 'u', (v) => `SET ${at} = ${v}`)),
  fc
    .tuple(attribute, attribute, fc.constantFrom('+', '-'))
    .map(([to, from, sign]) => withValues([{ N: '1' }], 'u', (v) => `SET ${to} = ${from} ${sign} ${v}`)),
  fc
    .tuple(attribute, attribute, value)
    .map(([to, from, given]) => withValues([given], 'u', (v) => `SET ${to} = if_not_exists(${from}, ${v})`)),
  fc
    .tuple(attribute, fc.boolean())
    .map(([at, first]) =>
      withValues(
        [{ L: [{ S: 'z' }] }],
        'u',
        (v) => `SET ${at} = list_append(${first ? `${at}, ${v}` : `${v}, ${at}`})`,
      ),
    ),
  fc.constantFrom('REMOVE p', 'REMOVE q, n', 'SET p = q REMOVE q').map((text) => ({ text, values: {} })),
  fc.tuple(attribute, addable).map(([at, given]) => withValues([given], 'u', (v) => `ADD ${at} ${v}`)),
  fc.tuple(attribute, removable).map(([at, given]) => withValues([given], 'u', (v) => `DELETE ${at} ${v}`)),
  fc
    .tuple(fc.constantFrom('g1', 'g2'), fc.constantFrom('x', 'y'))
    .map(([g, s]) => withValues([{ S: g }, { S: s }], 'u', (a, b) => `SET gsi1pk = ${a}, gsi1sk = ${b}`)),
  fc.constant({ text: 'REMOVE gsi1pk', values: {} }),
)

const itemAttributes = fc
  .dictionary(attribute, value, { maxKeys: 4, noNullPrototype: true })
  .chain((attributes) =>
    fc
      .option(fc.tuple(fc.constantFrom('g1', 'g2'), fc.constantFrom('x', 'y')), { nil: undefined })
      .map((index) =>
        index === undefined
          ? attributes
          : { ...attributes, gsi1pk: { S: index[0] }, gsi1sk: { S: index[1] } },
      ),
  )

const target = fc.oneof(
  fc
    .constantFrom('a', 'b', 'c', 'd')
    .map((pk) => ({ TableName: 'shop', Key: { pk: { S: pk }, sk: { S: 's' } } })),
  fc.constantFrom('a', 'b').map((id) => ({ TableName: 'plain', Key: { id: { S: id } } })),
)

const conditioned = fc
  .tuple(fc.option(condition, { nil: undefined, freq: 1 }), fc.boolean())
  .map(([given, allOld]) => ({
    given,
    rest: {
      ...(given && { ConditionExpression: given.text }),
      ...(allOld && { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
    },
  }))

const withExpressionValues = (...parts: (Expression | undefined)[]): JsonObject => {
  const values = Object.assign({}, ...parts.map((part) => part?.values ?? {}))
  return Object.keys(values).length === 0 ? {} : { ExpressionAttributeValues: values }
}

/**
 * Writes inside lists and maps, where there are such: where there are none, or past the end of a list, dynoxide makes
 * some, and the service does not.
 */
const nestedWrite: fc.Arbitrary<JsonObject> = fc
  .tuple(
    target,
    fc.constantFrom(
      ['l', 'L', 'REMOVE l[0]'],
      ['l', 'L', 'REMOVE l[1] SET l[0] = p'],
      ['m', 'M', 'SET m.x = p, m.y = q'],
      ['m', 'M', 'SET m.y = if_not_exists(m.x, p) REMOVE m.x'],
    ),
  )
  .map(([where, [attributeName, type = '', UpdateExpression]]) => ({
    Update: {
      ...where,
      UpdateExpression,
      ConditionExpression: `attribute_type(${attributeName}, :type)`,
      ExpressionAttributeValues: { ':type': { S: type } },
    },
  }))

const action: fc.Arbitrary<JsonObject> = fc.oneof(
  nestedWrite,
  fc.tuple(target, itemAttributes, conditioned).map(([{ TableName, Key }, attributes, { given, rest }]) => ({
    Put: { TableName, Item: { ...attributes, ...Key }, ...rest, ...withExpressionValues(given) },
  })),
  fc.tuple(target, updateExpression, conditioned).map(([where, expression, { given, rest }]) => ({
    Update: {
      ...where,
      UpdateExpression: expression.text,
      ...rest,
      ...withExpressionValues(expression, given),
    },
  })),
  fc.tuple(target, conditioned).map(([where, { given, rest }]) => ({
    Delete: { ...where, ...rest, ...withExpressionValues(given) },
  })),
  fc.tuple(target, condition, fc.boolean()).map(([where, given, allOld]) => ({
    ConditionCheck: {
      ...where,
      ConditionExpression: given.text,
      ...withExpressionValues(given),
      ...(allOld && { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
    },
  })),
)

/** A valid transaction of one to four actions on different items, or now and then on the same one. */
export const transaction: fc.Arbitrary<JsonObject> = fc
  .array(action, { minLength: 1, maxLength: 4 })
  .map((TransactItems) => ({ TransactItems }))
