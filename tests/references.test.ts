import { constrain, inspectDatabase, isViolation } from '@latchkey/core'
import { testDatabase } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { describe, expect, test } from 'vitest'
import { expectSound, Requests, readTable } from './table.js'

const Tenant = new Entity({
  model: { entity: 'tenant', version: '1', service: 'shop' },
  attributes: { tenantId: { type: 'string', required: true }, name: { type: 'string' } },
  indexes: { primary: { pk: { field: 'pk', composite: ['tenantId'] }, sk: { field: 'sk', composite: [] } } },
})
const Person = new Entity({
  model: { entity: 'person', version: '1', service: 'shop' },
  attributes: {
    tenantId: { type: 'string', required: true },
    id: { type: 'string', required: true },
    managerId: { type: 'string', field: 'm' },
    email: { type: 'string' },
    note: { type: 'string' },
  },
  indexes: {
    primary: { pk: { field: 'pk', composite: ['tenantId'] }, sk: { field: 'sk', composite: ['id'] } },
  },
})
const tenants = constrain(Tenant, {})
const people = constrain(Person, {
  unique: { email: ['email'] },
  references: {
    tenant: { entity: Tenant, attributes: { tenantId: 'tenantId' } },
    manager: { entity: Person, attributes: { tenantId: 'tenantId', id: 'managerId' } },
  },
})

const open = async () => {
  const requests = new Requests()
  const db = await testDatabase({ tenants, people }, { observe: requests.observe })
  await db.tenants.create({ tenantId: 't' })
  await db.people.create({ tenantId: 't', id: 'boss' })
  requests.take()
  return { db, requests }
}

describe('a reference', () => {
  test('has to be to something that is there, in the same request as the create', async () => {
    const { db, requests } = await open()
    await db.people.create({ tenantId: 't', id: '1', managerId: 'boss', email: 'a' })
    expect(requests.take()).toEqual(['TransactWriteItems'])
    const result = await db.people
      .create({ tenantId: 'nowhere', id: '2', managerId: 'boss', email: 'a' })
      .result()
    if (result.ok || result.error.code !== 'UNIQUE') throw new Error('was not refused')
    expect(
      result.error.violations.map((each) => [each.code, 'constraint' in each && each.constraint]),
    ).toEqual([
      ['UNIQUE', 'email'],
      ['REFERENCE', 'tenant'],
      ['REFERENCE', 'manager'],
    ])
    expect(result.error.violations[2]).toHaveProperty('missing', { tenantId: 'nowhere', id: 'boss' })
    expect(JSON.stringify(result.error)).not.toContain('nowhere')
    expect(isViolation(result.error, people, 'REFERENCE', 'tenant')).toBe(true)
    await expectSound(db)
  })

  test('is sparse, and costs nothing where it does not move', async () => {
    const { db, requests } = await open()
    const key = { tenantId: 't', id: 'boss' }
    await db.people.update(key, { set: { note: 'x' } })
    expect(requests.take()).toEqual(['UpdateItem'])
    await db.people.update(key, { set: { managerId: 'boss', email: 'b' } })
    requests.take()
    await db.people.update(key, { set: { managerId: 'boss', note: 'y' } })
    expect(requests.take()).toEqual(['GetItem', 'UpdateItem'])
    await db.people.update(key, { remove: ['managerId'] })
    expect(requests.take()).toEqual(['GetItem', 'UpdateItem'])
  })

  test('that moves is checked where it moves to', async () => {
    const { db } = await open()
    await db.people.create({ tenantId: 't', id: '1', managerId: 'boss' })
    await expect(
      db.people.update({ tenantId: 't', id: '1' }, { set: { managerId: 'gone' } }),
    ).rejects.toMatchObject({ code: 'REFERENCE' })
    expect(await db.people.get({ tenantId: 't', id: '1' })).toMatchObject({ managerId: 'boss' })
    await expect(db.people.put({ tenantId: 't', id: '1', managerId: 'gone' })).rejects.toMatchObject({
      code: 'REFERENCE',
    })
    await db.people.put({ tenantId: 't', id: '1', managerId: '1' })
    await expect(db.people.upsert({ tenantId: 't', id: '1', managerId: 'gone' })).rejects.toMatchObject({
      code: 'REFERENCE',
    })
  })

  test('is to an item of its own entity: another one under that key is none', async () => {
    const Twin = new Entity({
      model: { entity: 'twin', version: '1', service: 'shop' },
      attributes: { tenantId: { type: 'string', required: true } },
      indexes: {
        primary: {
          pk: { field: 'pk', composite: ['tenantId'] },
          sk: { field: 'sk', composite: [], template: '$tenant_1' },
        },
      },
    })
    const { db } = await open()
    const { client, table } = inspectDatabase(db)
    await (await testDatabase({ twins: constrain(Twin, {}) })).$with({ client, table }).twins.create({
      tenantId: 'x',
    })
    await db.people.create({ tenantId: 't', id: '2' })
    await expect(db.tenants.create({ tenantId: 'x' })).rejects.toMatchObject({ code: 'EXISTS' })
    await expect(db.people.create({ tenantId: 'x', id: '3' })).rejects.toMatchObject({ code: 'REFERENCE' })
  })

  test('to the item itself needs nobody else', async () => {
    const { db, requests } = await open()
    await db.people.create({ tenantId: 't', id: 'own', managerId: 'own' })
    expect(requests.take()).toEqual(['TransactWriteItems'])
    expect(await db.people.get({ tenantId: 't', id: 'own' })).toMatchObject({ managerId: 'own' })
  })

  test('among creates and deletes of the parent at one moment is never made to nothing', async () => {
    for (let round = 0; round < 15; round += 1) {
      const { db } = await open()
      const [child] = await Promise.all([
        db.people.create({ tenantId: 't', id: '1', managerId: 'boss' }).result(),
        db.people.delete({ tenantId: 't', id: 'boss' }),
      ])
      if (!child.ok) expect(child.error.code).toBe('REFERENCE')
      expect((await readTable(db)).filter((item) => item['id']?.S === 'boss')).toEqual([])
    }
  })

  test('says when it is declared what cannot work', () => {
    const declare = (reference: object) => () => constrain(Person, { references: { x: reference } } as never)
    expect(declare({ entity: {}, attributes: {} })).toThrow(
      /references\.x\.entity: has to be an ElectroDB Entity/,
    )
    expect(declare({ entity: Tenant, attributes: {} })).toThrow(/lacks tenantId/)
    expect(declare({ entity: Tenant, attributes: { tenantId: 'nope' } })).toThrow(/nope is no attribute/)
    expect(declare({ entity: Tenant, attributes: { tenantId: 'tenantId', x: 'id' } })).toThrow(
      /attributes\.x: is no part of the key/,
    )
    expect(declare({ entity: Tenant, attribute: {} })).toThrow(/attribute: is no option/)
  })
})
