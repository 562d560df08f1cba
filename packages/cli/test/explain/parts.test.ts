import { describe, expect, test } from 'vitest'
import { CliError } from '../../src/cli-error.js'
import { fromAttributeJson, isAttributeJson, toCliJson, valueText } from '../../src/explain/attribute-json.js'
import { parseJson, parseJsonObject } from '../../src/explain/parse-json.js'
import { printLiteral } from '../../src/explain/print-literal.js'
import { sentenceOf } from '../../src/explain/sentence.js'

describe('JSON of an option', () => {
  test.each([
    ['{"a":}', 'at character 6, "}" cannot stand there'],
    ['{"a":1', 'at character 7, it ends too early'],
    ["{'a':1}", `at character 2, "'" cannot stand there`],
    ['{"a":1,}', 'at character 8, "}" cannot stand there'],
    ['[1, 2 3]', 'at character 7, "3" cannot stand there'],
    ['{"a":1} x', 'at character 9, "x" cannot stand there'],
    ['', 'at character 1, it ends too early'],
    ['{"a":nul}', 'at character 6, "n" cannot stand there'],
  ])('%s: %s', (text, message) => {
    expect(() => parseJson('--set', text)).toThrow(new CliError(`--set is no JSON: ${message}`))
  })

  test('what is JSON is parsed, and has to be an object', () => {
    expect(parseJson('--x', ' [{"a":[1,-2.5e3,true,null,"\\u0041"]}] ')).toEqual([
      { a: [1, -2500, true, null, 'A'] },
    ])
    for (const text of ['[]', '1', 'null']) expect(() => parseJsonObject('--x', text)).toThrow(/JSON object/)
  })
})

describe('DynamoDB JSON', () => {
  const json = { s: { S: 'x' }, b: { B: 'AQI=' }, l: { L: [{ M: { n: { N: '1' } } }] }, bs: { BS: ['AQ=='] } }

  test('is told from plain JSON, and has bytes in base64', () => {
    expect(isAttributeJson(json)).toBe(true)
    for (const plain of [{}, { s: 'x' }, { s: { S: 'x', N: '1' } }, { s: { name: 'x' } }])
      expect(isAttributeJson(plain)).toBe(false)
    const item = fromAttributeJson(json)
    expect(item['b']).toEqual({ B: new Uint8Array([1, 2]) })
    expect(JSON.parse(toCliJson(item))).toEqual(json)
  })

  test('reads as a person writes it', () => {
    expect(Object.values(fromAttributeJson(json)).map(valueText)).toEqual([
      '"x"',
      'AQI=',
      '[{n: 1}]',
      '[AQ==]',
    ])
    expect(
      [{ BOOL: true }, { NULL: true as const }, { SS: ['a'] }, { NS: ['1', '2'] }].map(valueText),
    ).toEqual(['true', 'null', '["a"]', '[1, 2]'])
  })
})

test('values are TypeScript, also those that JSON has not', () => {
  const value = {
    'a-b': [1, 'x', {}],
    big: 2n ** 60n,
    set: new Set(['a']),
    bytes: new Uint8Array([1, 2]),
    none: undefined,
  }
  expect(printLiteral(value)).toBe(`{
  "a-b": [
    1,
    "x",
    {},
  ],
  big: 1152921504606846976n,
  set: new Set(["a"]),
  bytes: Buffer.from('AQI=', 'base64'),
}`)
})

test.each([
  [
    'Put',
    'entity',
    'attribute_not_exists(pk) AND attribute_not_exists(sk)',
    'Stores the item, if there is none.',
  ],
  ['Put', 'entity', '(attribute_not_exists(pk) OR a = 1)', 'Stores the item.'],
  [
    'Delete',
    'release of a and b',
    undefined,
    "Releases a and b: deletes its guard, if that is this item's or gone.",
  ],
  ['ConditionCheck', 'check of the record', undefined, 'Checks the record: it has to be as it was read.'],
  ['Put', 'something new', undefined, 'Put: something new.'],
] as const)('%s %s is a sentence', (action, role, condition, sentence) => {
  expect(sentenceOf({ action, role, condition })).toBe(sentence)
})
