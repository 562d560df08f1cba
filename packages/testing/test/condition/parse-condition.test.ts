import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { evaluateCondition } from '../../src/condition/evaluate-condition.js'
import type { Condition } from '../../src/condition/expression.js'
import type { ItemRequest } from '../../src/dynalite/dynalite-modules.js'
import { type Dynalite, loadDynalite } from '../../src/dynalite/load-dynalite.js'
import type { Item } from '../../src/item/value.js'

describe('conditions with many parentheses', () => {
  let dynalite: Dynalite

  beforeAll(() => {
    dynalite = loadDynalite()
  })

  /** A parsed condition, or what refuses it. */
  function parse(ConditionExpression: string, rest: object = {}): Condition | string {
    const request: ItemRequest = { TableName: 'shop', ConditionExpression, ...rest }
    const problem = dynalite.validations.validateExpressions(request)
    return problem ?? request._condition?.expression ?? 'nothing was parsed'
  }

  /** A random condition over four attributes, and what it means. */
  interface Meaning {
    readonly text: string
    readonly holds: (item: Item) => boolean
  }
  const names = ['p', 'q', 'r', 's']
  const { condition } = fc.letrec<{ condition: Meaning; leaf: Meaning }>((tie) => ({
    leaf: fc
      .constantFrom(...names)
      .chain((name) =>
        fc.constantFrom<Meaning>(
          { text: `attribute_exists(${name})`, holds: (item) => item[name] !== undefined },
          { text: `(${name}) = :one`, holds: (item) => item[name]?.N === '1' },
          { text: `${name} BETWEEN :one AND :two`, holds: (item) => item[name] !== undefined },
          { text: `${name} IN (:one, :three)`, holds: (item) => item[name]?.N === '1' },
        ),
      ),
    condition: fc.oneof(
      { maxDepth: 9, depthSize: 'large' },
      tie('leaf'),
      tie('condition').map(({ text, holds }) => ({
        text: `NOT (${text})`,
        holds: (item: Item) => !holds(item),
      })),
      fc
        .tuple(tie('condition'), fc.constantFrom('AND', 'or'), tie('condition'))
        .map(([left, join, right]) => ({
          text: `(${left.text}) ${join} (${right.text})`,
          holds: (item: Item) =>
            join === 'AND' ? left.holds(item) && right.holds(item) : left.holds(item) || right.holds(item),
        })),
    ),
  }))
  const item = fc.dictionary(fc.constantFrom(...names), fc.constantFrom({ N: '1' }, { N: '2' }), {
    noNullPrototype: true,
  })

  test('mean what they say', { timeout: 60_000 }, () => {
    const ExpressionAttributeValues = { ':one': { N: '1' }, ':two': { N: '2' }, ':three': { N: '3' } }
    fc.assert(
      fc.property(condition, item, ({ text, holds }, given) => {
        fc.pre(text.length <= 4096)
        const used = Object.entries(ExpressionAttributeValues).filter(([name]) => text.includes(name))
        const values = used.length === 0 ? {} : { ExpressionAttributeValues: Object.fromEntries(used) }
        const parsed = parse(text, structuredClone(values))
        expect(parsed).toBeTypeOf('object')
        if (typeof parsed === 'object') expect(evaluateCondition(parsed, given)).toBe(holds(given))
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ['((((a = b))))', 'The expression has redundant parentheses;'],
    [`${'('.repeat(500)}a${')'.repeat(500)} = b`, 'The expression has redundant parentheses;'],
    ['(((a = b) AND c = d) OR e = f', 'Syntax error; token: "<EOF>"'],
    ['((((a = b) AND c = d) OR e = f) AND g = h) i', 'Syntax error; token: "i"'],
    ['(((a = b) AND) OR e = f)', 'Syntax error; token: ")"'],
    ['((() AND c = d) OR e = f)', 'Syntax error; token: ")"'],
    [`${'contains('.repeat(400)}a${')'.repeat(400)}`, 'Syntax error; token: "<EOF>"'],
    [
      '(((#a = b) AND c = d) OR e = f)',
      'An expression attribute name used in the document path is not defined; attribute name: #a',
    ],
    ['(((a = b) AND size(c) = size(c)) OR bogus(e))', 'Invalid function name; function: bogus'],
    [`${'('.repeat(2000)}a = b`, 'Syntax error'],
  ])('refusal %#', (text, message) => {
    expect(parse(text)).toContain(`Invalid ConditionExpression: ${message}`)
  })

  test('keep track of the names and values that are used', () => {
    const text = '(((#a = :a) AND b = c) OR d = e)'
    const used = { ExpressionAttributeNames: { '#a': 'x' }, ExpressionAttributeValues: { ':a': { N: '1' } } }
    expect(parse(text, structuredClone(used))).toBeTypeOf('object')
    const unused = { ...used, ExpressionAttributeNames: { '#a': 'x', '#b': 'y' } }
    expect(parse(text, structuredClone(unused))).toBe(
      'Value provided in ExpressionAttributeNames unused in expressions: keys: {#b}',
    )
  })
})
