import { beforeEach, describe, expect, test } from 'vitest'
import type { Answer } from '../../src/engine/answer.js'
import { type Ask, askable } from '../ask.js'
import { check, itemOfSize, key, nested, put, remove, update } from './put-and-check.js'

const NESTED =
  'Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit'

describe('what refuses a whole transaction', () => {
  let ask: Ask
  const write = (...TransactItems: unknown[]): Promise<Answer> => ask('TransactWriteItems', { TransactItems })
  const get = (...TransactItems: unknown[]): Promise<Answer> => ask('TransactGetItems', { TransactItems })

  beforeEach(async () => {
    ;({ ask } = await askable())
  })

  /** Expects a ValidationException with this text, and an empty table. */
  async function refused(answer: Answer, message: string | RegExp): Promise<void> {
    expect(answer.status).toBe(400)
    expect(answer.body['__type']).toMatch(/#ValidationException$/)
    if (typeof message === 'string') expect(answer.body['message']).toBe(message)
    else expect(answer.body['message']).toMatch(message)
    expect((await ask('Scan', { TableName: 'shop' })).body['Count']).toBe(0)
  }

  test('1 to 100 actions: none', async () => {
    const message =
      "1 validation error detected: Value '[]' at 'transactItems' failed to satisfy constraint: Member must have length greater than or equal to 1"
    await refused(await write(), message)
    await refused(await get(), message)
  })

  test('1 to 100 actions: 100 are accepted, 101 are not', async () => {
    const over =
      /^1 validation error detected: Value '\[.+\]' at 'transactItems' failed to satisfy constraint: Member must have length less than or equal to 100$/
    const actions = Array.from({ length: 101 }, (_, index) => put(key(`item-${index}`)))
    const gets = Array.from({ length: 101 }, (_, index) => ({
      Get: { TableName: 'shop', Key: key(`item-${index}`) },
    }))
    await refused(await write(...actions), over)
    await refused(await get(...gets), over)
    expect(await write(...actions.slice(1))).toEqual({ status: 200, body: {} })
    expect((await get(...gets.slice(1))).status).toBe(200)
  })

  test('a missing member is named, and several are joined', async () => {
    const noExpression = { Update: { TableName: 'shop', Key: key('a') } }
    const nulls = (path: string) =>
      `Value null at '${path}' failed to satisfy constraint: Member must not be null`
    await refused(
      await write(noExpression),
      `1 validation error detected: ${nulls('transactItems.1.member.update.updateExpression')}`,
    )
    await refused(
      await write(
        put(key('a')),
        { ConditionCheck: { TableName: 'shop', Key: key('b') } },
        { Put: { TableName: 'shop' } },
      ),
      `2 validation errors detected: ${nulls('transactItems.2.member.conditionCheck.conditionExpression')}; ${nulls('transactItems.3.member.put.item')}`,
    )
  })

  test('two kinds in one element', async () => {
    await refused(await write({ ...put(key('a')), ...remove(key('b')) }), /only contain one of/)
    await refused(await write(put(key('a')), {}), /only contain one of/)
  })

  test('the same item twice, whatever the kinds and the order of its key attributes', async () => {
    const message = 'Transaction request cannot include multiple operations on one item'
    await refused(await write(put(key('a')), put(key('b')), remove(key('a'))), message)
    await refused(await write(put(key('a')), check(key('a'), 'attribute_not_exists(pk)')), message)
    const turned = { sk: { S: 'a' }, pk: { S: 'a' } }
    await refused(await write(put(key('a')), update(turned, 'SET n = :n', { ':n': { N: '1' } })), message)
    await refused(
      await get({ Get: { TableName: 'shop', Key: key('a') } }, { Get: { TableName: 'shop', Key: turned } }),
      message,
    )
  })

  test('the same key in two tables is no duplicate', async () => {
    const plain = { Put: { TableName: 'plain', Item: { id: { S: 'a' } } } }
    expect(await write(put(key('a')), plain)).toEqual({ status: 200, body: {} })
  })

  test('over 4 MB, measured on the request', async () => {
    const items = Array.from({ length: 11 }, (_, index) => put(itemOfSize(400_000, `big-${index}`)))
    await refused(await write(...items), /size cannot exceed/)
    expect((await write(...items.slice(1))).status).toBe(200)
  })

  test('409,600 bytes an item are accepted, one more is not', async () => {
    await refused(await write(put(itemOfSize(409_601))), 'Item size has exceeded the maximum allowed size')
    expect((await write(put(itemOfSize(409_600)))).status).toBe(200)
  })

  test('an item is measured in bytes of UTF-8', async () => {
    const item = { ...key('a'), data: { S: 'ü'.repeat(204_798) } }
    await refused(await write(put(item)), 'Item size has exceeded the maximum allowed size')
  })

  test('another value than ALL_OLD or NONE names the member', async () => {
    await refused(
      await write(put(key('a'), { ReturnValuesOnConditionCheckFailure: 'ALL_NEW' })),
      "1 validation error detected: Value 'ALL_NEW' at 'transactItems.1.member.put.returnValuesOnConditionCheckFailure' failed to satisfy constraint: Member must satisfy enum value set: [ALL_OLD, NONE]",
    )
  })

  test.each([
    ['string', { S: '' }],
    ['binary', { B: '' }],
  ])('an empty %s as a key', async (kind, value) => {
    const table = kind === 'string' ? 'plain' : 'bytes'
    await ask('CreateTable', {
      TableName: 'bytes',
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'B' }],
    })
    const message = `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty ${kind} value. Key: id`
    const Key = { id: value }
    await refused(await write({ Put: { TableName: table, Item: Key } }), message)
    await refused(await write({ Delete: { TableName: table, Key } }), message)
    await refused(await write({ Update: { TableName: table, Key, UpdateExpression: 'REMOVE a' } }), message)
    await refused(
      await write({ ConditionCheck: { TableName: table, Key, ConditionExpression: 'attribute_exists(id)' } }),
      message,
    )
    await refused(await get({ Get: { TableName: table, Key } }), message)
    await refused(await ask('PutItem', { TableName: table, Item: Key }), message)
    await refused(await ask('GetItem', { TableName: table, Key }), message)
  })

  test('an empty index key', async () => {
    const item = { ...key('a'), gsi1pk: { S: 'g' }, gsi1sk: { S: '' } }
    const putMessage =
      'One or more parameter values are not valid. A value specified for a secondary index key is not supported. The AttributeValue for a key attribute cannot contain an empty string value. IndexName: gsi1, IndexKey: gsi1sk'
    const updateMessage =
      'One or more parameter values are not valid. The update expression attempted to update a secondary index key to a value that is not supported. The AttributeValue for a key attribute cannot contain an empty string value.'
    const values = { ':empty': { S: '' } }
    await refused(await write(put(item)), putMessage)
    await refused(await ask('PutItem', { TableName: 'shop', Item: item }), putMessage)
    await refused(await write(update(key('a'), 'SET gsi1sk = :empty', values)), updateMessage)
    const single = {
      TableName: 'shop',
      Key: key('a'),
      UpdateExpression: 'SET gsi1sk = :empty',
      ExpressionAttributeValues: values,
    }
    await refused(await ask('UpdateItem', single), updateMessage)
    await refused(
      await ask('UpdateItem', { ...single, UpdateExpression: 'SET gsi1sk = if_not_exists(gsi1sk, :empty)' }),
      updateMessage,
    )
  })

  test.each([
    [
      'syntax',
      { ConditionExpression: 'attribute_not_exists(' },
      /^Invalid ConditionExpression: Syntax error/,
    ],
    ['an undefined name', { ConditionExpression: '#a = pk' }, /#a/],
    ['an undefined value', { ConditionExpression: 'pk = :a' }, /:a/],
    [
      'an unused name',
      { ConditionExpression: 'attribute_exists(pk)', ExpressionAttributeNames: { '#a': 'a' } },
      /^Value provided in ExpressionAttributeNames unused in expressions: keys: \{#a\}$/,
    ],
    [
      'an unused value',
      { ConditionExpression: 'attribute_exists(pk)', ExpressionAttributeValues: { ':a': { S: 'a' } } },
      /^Value provided in ExpressionAttributeValues unused in expressions: keys: \{:a\}$/,
    ],
    [
      'empty names',
      { ConditionExpression: 'attribute_exists(pk)', ExpressionAttributeNames: {} },
      /must not be empty/,
    ],
    [
      'empty values',
      { ConditionExpression: 'attribute_exists(pk)', ExpressionAttributeValues: {} },
      /must not be empty/,
    ],
    [
      'names without an expression',
      { ExpressionAttributeNames: { '#a': 'a' } },
      /only be specified when using expressions/,
    ],
    [
      'an expression over 4,096 bytes',
      { ConditionExpression: `attribute_exists(${'a'.repeat(4096)})` },
      'Invalid ConditionExpression: Expression size has exceeded the maximum allowed size; expression size: 4114',
    ],
  ])('expression errors: %s, before any table is looked at', async (_, rest, message) => {
    await refused(await write(put(key('a')), put(key('b'), rest)), message)
    await refused(await write({ Put: { TableName: 'absent', Item: key('a') } }, put(key('b'), rest)), message)
  })

  test('the first expression error in request order', async () => {
    const bad = (name: string) => put(key(name), { ConditionExpression: `#${name} = pk` })
    await refused(await write(put(key('c')), bad('b'), bad('a')), /#b/)
  })

  test.each([
    ['1'.repeat(39), 'Attempting to store more than 38 significant digits in a Number'],
    ['1e126', 'Number overflow. Attempting to store a number with magnitude larger than supported range'],
    ['1e-131', 'Number underflow. Attempting to store a number with magnitude smaller than supported range'],
    ['one', 'The parameter cannot be converted to a numeric value: one'],
  ])('numbers over 38 digits or out of range: %s', async (N, message) => {
    await refused(await write(put({ ...key('a'), n: { N } })), message)
    await refused(
      await write(update(key('a'), 'SET n = :n', { ':n': { N } })),
      `ExpressionAttributeValues contains invalid value: ${message} for key :n`,
    )
  })

  test('deeper than 32 levels: a Put, or a key', async () => {
    await refused(await write(put({ ...key('a'), deep: nested(32) })), NESTED)
    await refused(await write(remove({ ...key('a'), pk: nested(40) })), NESTED)
    expect((await write(put({ ...key('a'), deep: nested(31) }))).status).toBe(200)
  })

  test('an unknown table, even one of many', async () => {
    const answer = await write(put(key('a')), { Put: { TableName: 'absent', Item: key('b') } })
    expect(answer).toMatchObject({ status: 400, body: { message: 'Requested resource not found' } })
    expect(answer.body['__type']).toMatch(/#ResourceNotFoundException$/)
    const read = await get({ Get: { TableName: 'absent', Key: key('b') } })
    expect(read.body['message']).toBe('Requested resource not found')
    expect((await ask('Scan', { TableName: 'shop' })).body['Count']).toBe(0)
  })

  describe('order of checks', () => {
    const absent = { Put: { TableName: 'absent', Item: key('a') } }
    const unused = put(key('b'), {
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':v': { S: 'v' } },
    })

    test('members of the whole request come before expressions', async () => {
      await refused(
        await write(unused, { Put: { TableName: 'shop' } }),
        /^1 validation error detected: Value null/,
      )
    })

    test('members of the request are reported together, the token first', async () => {
      const answer = await ask('TransactWriteItems', {
        TransactItems: [put(key('a'))],
        ClientRequestToken: 'x'.repeat(37),
        ReturnConsumedCapacity: 'BOGUS',
        ReturnItemCollectionMetrics: 'BOGUS',
      })
      await refused(
        answer,
        /^3 validation errors detected: Value 'x{37}' at 'clientRequestToken' .*; Value 'BOGUS' at 'returnConsumedCapacity' .*; Value 'BOGUS' at 'returnItemCollectionMetrics' .*$/,
      )
    })

    test('expressions of every action come before tables and duplicates', async () => {
      await refused(await write(absent, unused), /unused in expressions/)
      await refused(await write(put(key('b')), unused), /unused in expressions/)
    })

    test('actions are checked one after another: expressions, values, depth', async () => {
      const deep = put({ ...key('c'), deep: nested(40) })
      await refused(await write(deep, unused), NESTED)
      await refused(await write(unused, deep), /unused in expressions/)
      await refused(
        await write(put({ ...key('a'), '': { S: 'x' }, deep: nested(40) })),
        'Empty attribute name',
      )
    })

    test('tables come before duplicates, and duplicates before keys', async () => {
      expect((await write(absent, put(key('a')), put(key('a')))).body['message']).toBe(
        'Requested resource not found',
      )
      const wrong = { pk: { N: '1' }, sk: { S: 'a' } }
      await refused(await write(put(wrong), put(wrong)), /multiple operations on one item/)
    })
  })

  test('a token has 1 to 36 characters', async () => {
    const withToken = (ClientRequestToken: string) =>
      ask('TransactWriteItems', { TransactItems: [put(key('a'))], ClientRequestToken })
    await refused(
      await withToken(''),
      /at 'clientRequestToken' failed to satisfy constraint: Member must have length greater/,
    )
    await refused(
      await withToken('x'.repeat(37)),
      /at 'clientRequestToken' failed to satisfy constraint: Member must have length less/,
    )
    expect((await withToken('x'.repeat(36))).status).toBe(200)
  })
})
