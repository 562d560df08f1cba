import { createRequire } from 'node:module'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Item, Value } from '../src/item/value.js'
import { type Ask, askable } from './ask.js'
import { key, put, update } from './transaction/put-and-check.js'

describe('what dynalite does otherwise than the service, and does right here', () => {
  let ask: Ask

  beforeEach(async () => {
    ;({ ask } = await askable())
  })

  async function meets(item: Item, ConditionExpression: string, values?: Item): Promise<boolean> {
    await ask('PutItem', { TableName: 'shop', Item: { ...key('a'), ...item } })
    const condition = { ConditionExpression, ...(values && { ExpressionAttributeValues: values }) }
    const single = await ask('PutItem', { TableName: 'shop', Item: key('a'), ...condition })
    await ask('PutItem', { TableName: 'shop', Item: { ...key('a'), ...item } })
    const { status, body } = await ask('TransactWriteItems', { TransactItems: [put(key('a'), condition)] })
    expect([status, single.status]).toEqual([single.status, status])
    if (status !== 200) expect(JSON.stringify(body)).toContain('ConditionalCheckFailed')
    return status === 200
  }

  const map = (members: Item): Value => ({ M: members })
  const list = (...members: Value[]): Value => ({ L: members })

  test.each<[string, Value, Value, boolean]>([
    [
      'maps by what they hold',
      map({ x: { N: '1' }, y: { S: 'a' } }),
      map({ y: { S: 'a' }, x: { N: '1.0' } }),
      true,
    ],
    [
      'maps that differ deep inside',
      map({ x: list(map({ y: { N: '1' } })) }),
      map({ x: list(map({ y: { N: '2' } })) }),
      false,
    ],
    ['a map with one more member', map({ x: { N: '1' } }), map({ x: { N: '1' }, y: { N: '1' } }), false],
    ['lists in order', list({ N: '1' }, { N: '2' }), list({ N: '1' }, { N: '2' }), true],
    ['lists in another order', list({ N: '1' }, { N: '2' }), list({ N: '2' }, { N: '1' }), false],
    ['sets in any order', { SS: ['a', 'b'] }, { SS: ['b', 'a'] }, true],
    ['sets that differ', { NS: ['1', '2'] }, { NS: ['1', '3'] }, false],
    ['empty lists', list(), list(), true],
    ['another type', { S: '1' }, { N: '1' }, false],
    ['booleans', { BOOL: false }, { BOOL: false }, true],
    ['nulls', { NULL: true }, { NULL: true }, true],
  ])('equality of %s', async (_, stored, given, equal) => {
    expect(await meets({ m: stored }, 'm = :v', { ':v': given })).toBe(equal)
    expect(await meets({ m: stored }, 'm <> :v', { ':v': given })).toBe(!equal)
    expect(await meets({ m: stored }, 'm IN (:other, :v)', { ':v': given, ':other': { S: 'other' } })).toBe(
      equal,
    )
    expect(await meets({ m: list(stored) }, 'contains(m, :v)', { ':v': given })).toBe(equal)
    const expected = { TableName: 'shop', Item: key('a'), Expected: { m: { Value: given } } }
    await ask('PutItem', { TableName: 'shop', Item: { ...key('a'), m: stored } })
    expect((await ask('PutItem', expected)).status === 200).toBe(equal)
  })

  test('a path that is not there equals nothing, another such path included', async () => {
    expect(await meets({}, 'x = y')).toBe(false)
    expect(await meets({}, 'x <> y')).toBe(true)
    expect(await meets({}, 'x <> :v', { ':v': { N: '1' } })).toBe(true)
    expect(await meets({}, 'x < y')).toBe(false)
    expect(await meets({}, 'size(x) = size(y)')).toBe(false)
  })

  test('sizes of empty values, and order of strings by their bytes', async () => {
    expect(await meets({ s: { S: '' } }, 'size(s) = :n', { ':n': { N: '0' } })).toBe(true)
    expect(await meets({ s: { S: '\u{1f600}' } }, 's > :v', { ':v': { S: '\uffee' } })).toBe(true)
  })

  test('filters compare maps by what they hold', async () => {
    await ask('PutItem', { TableName: 'shop', Item: { ...key('a'), m: map({ x: { N: '1' } }) } })
    const filter = { FilterExpression: 'm = :m', ExpressionAttributeValues: { ':m': map({ x: { N: '1' } }) } }
    const scan = await ask('Scan', { TableName: 'shop', ...filter, ProjectionExpression: 'pk' })
    expect(scan.body).toEqual({ Items: [{ pk: { S: 'a' } }], Count: 1, ScannedCount: 1 })
    const counted = await ask('Scan', { TableName: 'shop', FilterExpression: 'x = y', Select: 'COUNT' })
    expect(counted.body).toEqual({ Count: 0, ScannedCount: 1 })
  })

  test('index entries of different items never overwrite one another', { timeout: 60_000 }, async () => {
    const count = 6000
    for (let first = 0; first < count; first += 100) {
      const TransactItems = Array.from({ length: 100 }, (_, index) =>
        put({ ...key(`item-${first + index}`), gsi1pk: { S: 'all' }, gsi1sk: { S: 'same' } }),
      )
      await ask('TransactWriteItems', { TransactItems })
    }
    const seen = new Set<string>()
    let ExclusiveStartKey: unknown
    do {
      const { body } = await ask('Query', {
        TableName: 'shop',
        IndexName: 'gsi1',
        Limit: 1000,
        KeyConditionExpression: 'gsi1pk = :all',
        ExpressionAttributeValues: { ':all': { S: 'all' } },
        ...(ExclusiveStartKey === undefined ? {} : { ExclusiveStartKey }),
      })
      for (const { pk } of body['Items'] as { pk: { S: string } }[]) seen.add(pk.S)
      ExclusiveStartKey = body['LastEvaluatedKey']
    } while (ExclusiveStartKey !== undefined)
    expect(seen.size).toBe(count)
  })

  test('a strong read on a global index is refused', async () => {
    const message = 'Consistent reads are not supported on global secondary indexes'
    const query = {
      TableName: 'shop',
      IndexName: 'gsi1',
      ConsistentRead: true,
      KeyConditionExpression: 'gsi1pk = :g',
      ExpressionAttributeValues: { ':g': { S: 'g' } },
    }
    expect((await ask('Query', query)).body['message']).toBe(message)
    expect(
      (await ask('Scan', { TableName: 'shop', IndexName: 'gsi1', ConsistentRead: true })).body['message'],
    ).toBe(message)
  })

  describe('updates', () => {
    const updated = async (item: Item, expression: string, values?: Item): Promise<unknown> => {
      await ask('PutItem', { TableName: 'shop', Item: { ...key('a'), ...item } })
      const { Update } = update(key('a'), expression, values)
      const { body } = await ask('UpdateItem', { ...(Update as object), ReturnValues: 'ALL_NEW' })
      return body['Attributes']
    }

    test('a value that is copied stays what it was', async () => {
      expect(await updated({ n: { N: '1' } }, 'SET m = n ADD n :one', { ':one': { N: '1' } })).toEqual({
        ...key('a'),
        n: { N: '2' },
        m: { N: '1' },
      })
    })

    test('positions in a list mean the list as it was', async () => {
      const letters = list({ S: 'a' }, { S: 'b' }, { S: 'c' }, { S: 'd' })
      expect(
        await updated({ l: letters }, 'REMOVE l[0], l[2] SET l[9] = :y, l[1] = :x, l[7] = :w', {
          ':x': { S: 'x' },
          ':y': { S: 'y' },
          ':w': { S: 'w' },
        }),
      ).toEqual({ ...key('a'), l: list({ S: 'x' }, { S: 'd' }, { S: 'w' }, { S: 'y' }) })
    })
  })

  test("somebody else's dynalite in the same process stays as it was published", () => {
    const db: { createIndexKey: { toString(): string } } = createRequire(import.meta.url)('dynalite/db')
    expect(db.createIndexKey.toString()).toContain('tableKeyPieces')
  })
})
