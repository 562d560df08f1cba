import { Entity } from 'electrodb'
import { describe, expect, test } from 'vitest'
import { createTestTable, testDatabase, testTable } from '../../src/index.js'
import { tableEntries } from '../../src/table/table-entries.js'
import { accounts } from '../models.js'

const Visit = new Entity({
  model: { entity: 'visit', service: 'shop', version: '1' },
  attributes: { id: { type: 'string' }, count: { type: 'number' } },
  indexes: { main: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
})

describe('a test table', () => {
  test('serves plain ElectroDB entities, without Latchkey', async () => {
    const table = await createTestTable({ visit: Visit })
    const config = { client: table.dynamo.documentClient, table: table.name }
    await Visit.create({ id: 'a', count: 1 }).go(config)
    expect((await Visit.get({ id: 'a' }).go(config)).data).toEqual({ id: 'a', count: 1 })
    expect(await table.items()).toEqual([
      { key: '$shop#id_a | $visit_1', item: { count: 1, id: 'a' }, guards: [] },
    ])
    await table.drop()
  })

  test('shows guards beside their owners, and guards without an owner last', async () => {
    const db = await testDatabase({ accounts })
    await db.accounts.create({ id: 'b#1', email: 'bob@x.org' })
    await db.accounts.create({ id: 'a', email: 'ada@x.org' })
    const table = testTable(db)
    await table.seed([
      {
        pk: 'UNIQ#x',
        sk: 'UNIQ#x',
        _lk: 'guard',
        _lk_of: 'shop.account.email',
        _lk_owner: '$shop%23id_gone#$account_1',
      },
    ])
    expect(await table.items()).toEqual([
      {
        key: '$shop#id_a | $account_1',
        item: { email: 'ada@x.org', id: 'a', revision: 1 },
        guards: ['UNIQ#shop.account.email#ada@x.org'],
      },
      {
        key: '$shop#id_b#1 | $account_1',
        item: { email: 'bob@x.org', id: 'b#1', revision: 1 },
        guards: ['UNIQ#shop.account.email#bob@x.org'],
      },
      {
        key: 'UNIQ#x',
        item: { _lk: 'guard', _lk_of: 'shop.account.email', _lk_owner: '$shop%23id_gone#$account_1' },
        guards: [],
        ownerMissing: '$shop#id_gone | $account_1',
      },
    ])
  })

  test('is seeded with plain values, and shows them again', async () => {
    const table = await createTestTable({ visit: Visit })
    const item = {
      text: 'x',
      number: 1.5,
      yes: true,
      nothing: null,
      list: [1, 'two', { three: 3 }],
      set: new Set(['a', 'b']),
      numbers: new Set([1, 2]),
      bytes: new Uint8Array([1, 2]),
    }
    await table.seed([{ pk: 'p', sk: 's', ...item }])
    const [entry] = await table.items()
    expect(entry?.item).toEqual(item)
  })

  test('goes back to a snapshot: what was added goes, what was changed or deleted returns', async () => {
    const db = await testDatabase({ accounts })
    const table = testTable(db)
    await db.accounts.create({ id: 'a', email: 'ada@x.org' })
    await db.accounts.create({ id: 'b', email: 'bob@x.org' })
    const before = await table.items()
    const snapshot = await table.snapshot()
    await db.accounts.update({ id: 'a' }, { set: { email: 'new@x.org' } })
    await db.accounts.delete({ id: 'b' })
    await table.seed(Array.from({ length: 30 }, (_, index) => ({ pk: `more-${index}`, sk: 's' })))
    await table.restore(snapshot)
    expect(await table.items()).toEqual(before)
    await expect(db.accounts.create({ id: 'c', email: 'bob@x.org' })).rejects.toThrow()
  })

  test('shows numbers that JavaScript cannot hold as the text that they are', () => {
    const [entry] = tableEntries(
      [
        {
          id: { S: 'a' },
          big: { N: '12345678901234567890' },
          small: { N: '0.1' },
          huge: { N: '1e100' },
          zero: { N: '0' },
        },
      ],
      ['id'],
    )
    expect(entry?.item).toEqual({ big: '12345678901234567890', small: 0.1, huge: 1e100, zero: 0 })
  })
})
