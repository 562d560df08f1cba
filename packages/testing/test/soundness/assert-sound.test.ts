import { DeleteItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { constrain } from '@latchkey/core'
import { beforeEach, describe, expect, test } from 'vitest'
import { assertSound, SoundnessError, type StoredItem, testDatabase, testTable } from '../../src/index.js'
import { accounts, orders } from '../models.js'

describe('assertSound', () => {
  const start = () => testDatabase({ accounts })
  let db: Awaited<ReturnType<typeof start>>
  const guard = 'UNIQ#shop.account.email#ada@x.org'

  beforeEach(async () => {
    db = await start()
    await db.accounts.create({ id: 'a', email: 'ada@x.org' })
  })

  const put = async (item: StoredItem): Promise<void> => {
    const { dynamo, name } = testTable(db)
    await dynamo.client.send(new PutItemCommand({ TableName: name, Item: item }))
  }
  const remove = async (pk: string, sk = pk): Promise<void> => {
    const { dynamo, name } = testTable(db)
    await dynamo.client.send(
      new DeleteItemCommand({ TableName: name, Key: { pk: { S: pk }, sk: { S: sk } } }),
    )
  }
  const fault = async (): Promise<SoundnessError> => {
    const error = await assertSound(db).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(SoundnessError)
    return error as SoundnessError
  }

  test('passes what Latchkey leaves', async () => {
    await db.accounts.update({ id: 'a' }, { set: { email: 'new@x.org' } })
    await db.accounts.create({ id: 'b', email: 'ada@x.org' })
    await db.accounts.delete({ id: 'a' })
    await expect(assertSound(db)).resolves.toBeUndefined()
  })

  test('passes items that are none of its models', async () => {
    await testTable(db).seed([{ pk: 'other', sk: 'other' }])
    await expect(assertSound(db)).resolves.toBeUndefined()
  })

  test('an owner without its guard', async () => {
    await remove(guard)
    const { findings, message } = await fault()
    expect(findings).toMatchObject([
      { kind: 'missing', key: guard, owner: '$shop#id_a | $account_1', constraints: ['email'] },
    ])
    expect(message).toContain(
      `is not sound, it has one fault:\n- $shop#id_a | $account_1 has no guard ${guard} (email)`,
    )
  })

  test('a guard without its owner', async () => {
    await remove('$shop#id_a', '$account_1')
    const { findings, message } = await fault()
    expect(findings).toMatchObject([{ kind: 'orphan', key: guard, owner: '$shop#id_a | $account_1' }])
    expect(message).toContain('has no owner that needs it; it names $shop#id_a | $account_1')
  })

  test('a guard that names another owner, and one that names nobody', async () => {
    const [stored] = (await testTable(db).stored()).filter(({ pk }) => pk?.S === guard)
    await put({ ...stored, _lk_owner: { S: 'somebody' } })
    await put({ pk: { S: 'UNIQ#x' }, sk: { S: 'UNIQ#x' }, _lk: { S: 'guard' } })
    const { findings } = await fault()
    expect(findings.map(({ kind, owner }) => ({ kind, owner }))).toEqual([
      { kind: 'different', owner: '$shop#id_a | $account_1' },
      { kind: 'orphan', owner: undefined },
    ])
  })

  test('a pointer that is behind an item, or missing', async () => {
    const shop = await testDatabase({ orders })
    await shop.orders.create({ id: 'a', tenantId: 't', number: 3 })
    await expect(assertSound(shop)).resolves.toBeUndefined()
    const table = testTable(shop)
    const [pointer] = (await table.stored()).filter(({ _lk }) => _lk?.S === 'pointer')
    const key = { pk: pointer?.['pk'] ?? { S: '' }, sk: pointer?.['sk'] ?? { S: '' } }
    const { client } = table.dynamo
    await client.send(
      new PutItemCommand({ TableName: table.name, Item: { ...pointer, _lk_value: { N: '2' } } }),
    )
    const behind = { kind: 'behind', key: key.pk.S, owner: '$shop#id_a | $order_1', constraints: ['last'] }
    await expect(assertSound(shop)).rejects.toMatchObject({
      findings: [{ ...behind, found: { value: 2 }, expected: { value: 3 } }],
    })
    await client.send(new DeleteItemCommand({ TableName: table.name, Key: key }))
    await expect(assertSound(shop)).rejects.toMatchObject({ findings: [behind] })
  })

  test('a pointer to the least that is above an item', async () => {
    const least = constrain(orders.entity, { pointers: { first: { attribute: 'number', order: 'min' } } })
    const shop = await testDatabase({ least })
    await shop.least.create({ id: 'a', tenantId: 't', number: 3 })
    await shop.least.create({ id: 'b', tenantId: 't', number: 5 })
    await expect(assertSound(shop)).resolves.toBeUndefined()
    const table = testTable(shop)
    const [pointer] = (await table.stored()).filter(({ _lk }) => _lk?.S === 'pointer')
    const Item = { ...pointer, _lk_value: { N: '4' } }
    await table.dynamo.client.send(new PutItemCommand({ TableName: table.name, Item }))
    await expect(assertSound(shop)).rejects.toMatchObject({
      findings: [{ kind: 'behind', found: { value: 4 } }],
    })
  })
})
