import { beforeEach, describe, expect, test } from 'vitest'
import type { Answer, JsonObject } from '../../src/engine/answer.js'
import { type Ask, askable } from '../ask.js'
import { check, itemOfSize, key, nested, put, remove, update } from './put-and-check.js'

const NONE = { Code: 'None' }
const failed = (Item?: JsonObject) => ({
  Code: 'ConditionalCheckFailed',
  Message: 'The conditional request failed',
  ...(Item && { Item }),
})
const invalid = (Message: string) => ({ Code: 'ValidationError', Message })

describe('what cancels a transaction', () => {
  let ask: Ask
  const write = (...TransactItems: unknown[]): Promise<Answer> => ask('TransactWriteItems', { TransactItems })
  const read = async (pk: string): Promise<unknown> =>
    (await ask('GetItem', { TableName: 'shop', Key: key(pk) })).body['Item']

  beforeEach(async () => {
    ;({ ask } = await askable())
    await ask('PutItem', { TableName: 'shop', Item: { ...key('there'), n: { N: '1' } } })
  })

  /** Expects a cancellation with these reasons, and nothing written. */
  async function cancelled(answer: Answer, ...reasons: { Code: string }[]): Promise<void> {
    expect(answer.status).toBe(400)
    expect(answer.body['CancellationReasons']).toEqual(reasons)
    expect(await ask('Scan', { TableName: 'shop' })).toMatchObject({
      body: { Items: [{ ...key('there'), n: { N: '1' } }] },
    })
  }

  const exists = { ConditionExpression: 'attribute_exists(pk)' }
  const absent = { ConditionExpression: 'attribute_not_exists(pk)' }

  test('is HTTP 400 with a capital Message and the codes in request order', async () => {
    const answer = await write(put(key('a')), put(key('there'), absent))
    expect(answer).toEqual({
      status: 400,
      body: {
        __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
        Message:
          'Transaction cancelled, please refer cancellation reasons for specific reasons [None, ConditionalCheckFailed]',
        CancellationReasons: [NONE, failed()],
      },
    })
  })

  test('one reason an action, and all failed conditions are reported', async () => {
    await cancelled(
      await write(
        put(key('a'), exists),
        put(key('b'), absent),
        update(key('there'), 'SET n = :two', { ':two': { N: '2' } }, { ConditionExpression: 'n = :two' }),
        remove(key('c'), exists),
        check(key('d'), 'attribute_exists(pk)'),
      ),
      failed(),
      NONE,
      failed(),
      failed(),
      failed(),
    )
  })

  test('an error against the schema stops at the first, and conditions are not evaluated', async () => {
    const wrong = { pk: { N: '1' }, sk: { S: 'a' } }
    await cancelled(
      await write(put(key('there'), absent), remove(wrong), put({ ...wrong, pk: { N: '2' } })),
      NONE,
      invalid('The provided key element does not match the schema'),
      NONE,
    )
  })

  test('ALL_OLD gives the item, when the condition failed and the item exists', async () => {
    const rest = { ...absent, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }
    await cancelled(
      await write(
        put(key('there'), rest),
        put(key('a'), { ...exists, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
      ),
      failed({ ...key('there'), n: { N: '1' } }),
      failed(),
    )
    await cancelled(
      await write(
        check(key('there'), 'attribute_not_exists(pk)', { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
      ),
      failed({ ...key('there'), n: { N: '1' } }),
    )
    await cancelled(
      await write(put(key('there'), { ...absent, ReturnValuesOnConditionCheckFailure: 'NONE' })),
      failed(),
    )
  })

  test('ALL_OLD gives the item on a single write too', async () => {
    const single = { TableName: 'shop', ...absent, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }
    const answers = [
      await ask('PutItem', { ...single, Item: key('there') }),
      await ask('DeleteItem', { ...single, Key: key('there') }),
      await ask('UpdateItem', { ...single, Key: key('there'), UpdateExpression: 'REMOVE n' }),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(400)
      expect(body).toEqual({
        __type: 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException',
        message: 'The conditional request failed',
        Item: { ...key('there'), n: { N: '1' } },
      })
    }
    const refused = await ask('PutItem', {
      ...single,
      Item: key('there'),
      ReturnValuesOnConditionCheckFailure: 'ALL_NEW',
    })
    expect(refused.body['message']).toMatch(
      /at 'returnValuesOnConditionCheckFailure' failed to satisfy constraint/,
    )
  })

  test('a Put with a key of the wrong type', async () => {
    await cancelled(
      await write(put(key('a')), put({ pk: { N: '1' }, sk: { S: 'a' } })),
      NONE,
      invalid('One or more parameter values were invalid: Type mismatch for key pk expected: S actual: N'),
    )
    await cancelled(
      await write(put({ pk: { S: 'a' } })),
      invalid('One or more parameter values were invalid: Missing the key sk in the item'),
    )
  })

  test.each([
    ['of the wrong type', { pk: { N: '1' }, sk: { S: 'a' } }],
    ['that misses an attribute', { pk: { S: 'a' } }],
    ['with an attribute too many', { ...key('z'), n: { N: '1' } }],
    ['that is empty', {}],
  ])('a Key %s', async (_, wrong) => {
    const reason = invalid('The provided key element does not match the schema')
    await cancelled(await write(put(key('a')), update(wrong, 'REMOVE x')), NONE, reason)
    await cancelled(await write(remove(wrong), put(key('a'))), reason, NONE)
    await cancelled(await write(check(wrong, 'attribute_exists(pk)')), reason)
    const get = await ask('TransactGetItems', {
      TransactItems: [
        { Get: { TableName: 'shop', Key: key('a') } },
        { Get: { TableName: 'shop', Key: wrong } },
      ],
    })
    await cancelled(get, NONE, reason)
  })

  test('an index key of the wrong type, in a Put or an Update', async () => {
    const reason = invalid(
      'One or more parameter values were invalid: Type mismatch for Index Key gsi1sk Expected: S Actual: N IndexName: gsi1',
    )
    await cancelled(await write(put({ ...key('a'), gsi1sk: { N: '1' } })), reason)
    await cancelled(await write(update(key('a'), 'SET gsi1sk = :n', { ':n': { N: '1' } })), reason)
  })

  test('an Update that writes a key attribute', async () => {
    const answer = await write(update(key('there'), 'SET sk = :s', { ':s': { S: 'x' } }))
    expect(JSON.stringify(answer.body)).toContain(
      'Cannot update attribute sk. This attribute is part of the key',
    )
    await cancelled(answer, expect.objectContaining({ Code: 'ValidationError' }))
  })

  test('an Update over the size of an item', async () => {
    await ask('PutItem', {
      TableName: 'plain',
      Item: { id: { S: 'big' }, data: itemOfSize(400_000)['data'] },
    })
    const grow = {
      Update: {
        TableName: 'plain',
        Key: { id: { S: 'big' } },
        UpdateExpression: 'SET more = :more',
        ExpressionAttributeValues: { ':more': { S: 'x'.repeat(20_000) } },
      },
    }
    await cancelled(
      await write(put(key('a')), grow),
      NONE,
      invalid('Item size to update has exceeded the maximum allowed size'),
    )
  })

  test('an Update deeper than 32 levels', async () => {
    const answer = await write(
      put(key('a')),
      update(key('there'), 'SET deep = :deep', { ':deep': nested(32) }),
    )
    await cancelled(
      answer,
      NONE,
      invalid(
        'Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit',
      ),
    )
  })

  test.each([
    [
      'a path that is not there',
      'SET x.y = :v',
      'The document path provided in the update expression is invalid for update',
    ],
    [
      'an attribute that is not there',
      'SET y = x + :v',
      'The provided expression refers to an attribute that does not exist in the item',
    ],
    [
      'an operand of the wrong type',
      'SET y = sk + :v',
      'An operand in the update expression has an incorrect data type',
    ],
    [
      'ADD to something else than a number',
      'ADD words :v',
      'An operand in the update expression has an incorrect data type',
    ],
  ])('errors while an update is applied: %s', async (_, expression, message) => {
    await ask('PutItem', { TableName: 'shop', Item: { ...key('there'), n: { N: '1' } } })
    const target = expression.startsWith('ADD') ? key('words') : key('there')
    if (expression.startsWith('ADD'))
      await ask('PutItem', { TableName: 'shop', Item: { ...target, words: { S: 'x' } } })
    const answer = await write(
      put(key('a')),
      update(target, expression, { ':v': { N: '1' } }),
      check(key('b'), 'attribute_not_exists(pk)'),
    )
    expect(answer.body['CancellationReasons']).toEqual([NONE, invalid(message), NONE])
    expect(await read('a')).toBeUndefined()
  })

  test('REMOVE of a nested path: fine without the item, an error without the parent', async () => {
    expect((await write(update(key('new'), 'REMOVE x.y'))).status).toBe(200)
    expect(await read('new')).toEqual(key('new'))
    const answer = await write(update(key('there'), 'REMOVE x.y'))
    expect(answer.body['CancellationReasons']).toEqual([
      invalid('The document path provided in the update expression is invalid for update'),
    ])
  })

  test('leaves no ghost: an update that would have created an item is gone with the rest', async () => {
    await cancelled(
      await write(update(key('ghost'), 'SET n = :n', { ':n': { N: '1' } }), put(key('there'), absent)),
      NONE,
      failed(),
    )
    const query = await ask('Query', {
      TableName: 'shop',
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :g',
      ExpressionAttributeValues: { ':g': { S: 'g' } },
    })
    expect(query.body['Count']).toBe(0)
  })
})
