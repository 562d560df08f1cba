import { Entity } from 'electrodb'
import { describe, expect, it } from 'vitest'
import { compileCreate } from '../../src/electro/compile-create.js'
import { compileDelete, compileKey } from '../../src/electro/compile-delete.js'
import { type CompiledUpdate, compileUpdate, type UpdateVerbs } from '../../src/electro/compile-update.js'
import type { ElectroEntity, WhereText } from '../../src/electro/electro-entity.js'
import { formatItem, isOwnItem } from '../../src/electro/format.js'
import type { StoredItem } from '../../src/plan/attribute-value.js'
import { joinClauses } from '../../src/plan/entity-write.js'
import { factsOf } from '../facts-of.js'

let calls = 0
const Account = new Entity({
  model: { entity: 'account', version: '1', service: 'shop' },
  attributes: {
    accountId: { type: 'string', required: true, default: () => `id-${++calls}` },
    tenantId: { type: 'string', field: 't' },
    email: {
      type: 'string',
      field: 'em',
      set: (value?: string) => {
        calls += 1
        return value?.toLowerCase()
      },
      get: (value?: string) => `<${value}>`,
    },
    status: { type: ['on', 'off'] as const },
    rank: { type: 'number' },
    visits: { type: 'number' },
    created: { type: 'string', readOnly: true, default: () => 'now' },
    secret: { type: 'string', hidden: true },
    tags: { type: 'set', items: 'string' },
    any: { type: 'any', field: 'a' },
    short: { type: 'string', validate: (value?: string) => (value ?? '').length < 5 },
  },
  indexes: {
    primary: { pk: { field: 'pk', composite: ['accountId'] }, sk: { field: 'sk', composite: [] } },
    byTenant: {
      index: 'gsi1',
      pk: { field: 'gsi1pk', composite: ['tenantId'] },
      sk: { field: 'gsi1sk', composite: ['status', 'rank'] },
    },
  },
})
const entity = Account as unknown as ElectroEntity
const facts = factsOf(Account)
const key = { pk: { S: '$shop#accountid_a1' }, sk: { S: '$account_1' } }
const table = 'shop'

const update = (verbs: UpdateVerbs, where?: WhereText, before?: StoredItem): CompiledUpdate | 'incomplete' =>
  compileUpdate({ entity, facts, key: { accountId: 'A1' }, verbs, where, table }, before)
function compiled(verbs: UpdateVerbs, where?: WhereText, before?: StoredItem): CompiledUpdate {
  const result = update(verbs, where, before)
  if (result === 'incomplete') throw new Error('incomplete')
  return result
}
const problems = (run: () => unknown): unknown => {
  try {
    run()
  } catch (error) {
    return error
  }
  return undefined
}

describe('a create', () => {
  it('is compiled once, under the names of the table, after hooks and defaults', () => {
    calls = 0
    const { write, after } = compileCreate(entity, facts, { email: 'ADA', tags: ['a'], visits: 0 }, table)
    expect(calls).toBe(2)
    expect(after).toMatchObject({
      accountId: { S: 'id-1' },
      em: { S: 'ada' },
      tags: { SS: ['a'] },
      visits: { N: '0' },
      created: { S: 'now' },
      __edb_e__: { S: 'account' },
    })
    expect(write).toMatchObject({
      action: 'Put',
      table,
      key: { pk: { S: '$shop#accountid_id-1' }, sk: { S: '$account_1' } },
      item: after,
      clauses: [],
      condition: {
        text: 'attribute_not_exists(#pk) AND attribute_not_exists(#sk)',
        names: { '#pk': 'pk', '#sk': 'sk' },
        values: {},
      },
      hasWhere: false,
    })
  })

  it.each<[string, object, object[]]>([
    [
      'a value of another type',
      { email: 1 },
      [{ path: 'email', message: 'is a "number", and has to be a "string"' }],
    ],
    [
      'a word that is none of a list',
      { status: 'of' },
      [{ path: 'status', message: 'has to be one of "on", "off"' }],
    ],
    [
      'what the model’s validation refuses',
      { short: 'too long' },
      [{ path: 'short', message: 'was refused by the validation of the model' }],
    ],
    [
      'what has no form in the table',
      { any: { at: [new Date(0)] } },
      [{ path: 'any.at.0', message: 'an instance of Date has no form in the table' }],
    ],
  ])('says where the input is wrong: %s', (_, input, expected) => {
    expect(problems(() => compileCreate(entity, facts, { accountId: 'a', ...input }, table))).toMatchObject({
      code: 'INVALID_INPUT',
      model: 'account',
      problems: expected,
    })
  })

  it('never says a value', () => {
    const error = problems(() =>
      compileCreate(entity, facts, { short: 'secret-value', status: 'secret-word' }, table),
    )
    expect(JSON.stringify(error)).not.toContain('secret')
    expect(String(error)).not.toContain('secret')
  })
})

describe('an update', () => {
  it('stores what it names, under the names of the table, and asks that the item is there', () => {
    const { write, completedBy } = compiled({
      set: { email: 'ADA', tags: ['a'] },
      remove: ['secret'],
      add: { visits: 1 },
    })
    expect(joinClauses(write.clauses)).toBe(
      'SET #email = :email_u0, #tags = :tags_u0 REMOVE #secret ADD #visits :visits_u0',
    )
    expect(write).toMatchObject({ action: 'Update', table, key, hasWhere: false })
    expect(write.condition.text).toBe('attribute_exists(#pk) AND attribute_exists(#sk)')
    expect(write.condition.names).toMatchObject({ '#email': 'em', '#secret': 'secret' })
    expect(write.condition.values).toMatchObject({ ':email_u0': { S: 'ada' }, ':tags_u0': { SS: ['a'] } })
    expect(completedBy).toEqual([])
  })

  it('does not set the key attributes again, which the caller may spell otherwise', () => {
    const fields = compiled({ set: { email: 'a' } }).write.clauses.map(({ field }) => field)
    expect(fields).toEqual(['em'])
  })

  it('calls each hook once', () => {
    calls = 0
    compiled({ set: { email: 'a' } })
    expect(calls).toBe(1)
  })

  it('keeps the caller’s condition together', () => {
    const where: WhereText = (a, op) => {
      const { rank } = a as { rank: unknown }
      const { eq, notExists } = op as {
        eq: (x: unknown, y: unknown) => string
        notExists: (x: unknown) => string
      }
      return `${eq(rank, 1)} OR ${notExists(rank)}`
    }
    const { write } = compiled({ set: { email: 'a' } }, where)
    expect(write.condition.text).toBe(
      'attribute_exists(#pk) AND attribute_exists(#sk) AND (#rank = :rank0 OR attribute_not_exists(#rank))',
    )
    expect(write.hasWhere).toBe(true)
  })

  it.each([undefined, null, 1, {}])(
    'refuses a condition that gives %j: it would protect nothing',
    (given) => {
      const expected = { code: 'INVALID_INPUT', message: expect.stringContaining('where clause callback') }
      expect(problems(() => update({ set: { email: 'a' } }, () => given))).toMatchObject(expected)
      expect(
        problems(() => compileDelete(entity, facts, { accountId: 'a' }, () => given, table)),
      ).toMatchObject(expected)
    },
  )

  it('takes an empty condition for none', () => {
    expect(compiled({ set: { email: 'a' } }, () => ' ').write.condition.text).toBe(
      'attribute_exists(#pk) AND attribute_exists(#sk)',
    )
  })

  it('is incomplete where it names a part of an index, until the stored item completes it', () => {
    const before = { t: { S: 'T' }, status: { S: 'on' }, rank: { N: '7' } }
    expect(update({ set: { rank: 8 } })).toBe('incomplete')
    const { write, completedBy } = compiled({ set: { rank: 8 } }, undefined, before)
    const sets = write.clauses.filter(({ section }) => section === 'SET').map(({ field }) => field)
    expect(sets).toEqual(['rank', 'gsi1sk'])
    expect(write.condition.values[':gsi1sk_u0']).toEqual({ S: '$account_1#status_on#rank_8' })
    expect(completedBy).toContain('status')
  })

  it('needs nothing where it names all of an index', () => {
    expect(update({ set: { tenantId: 'T', status: 'on', rank: 1 } })).not.toBe('incomplete')
  })

  it.each<[string, UpdateVerbs, string, string]>([
    ['a read-only attribute', { set: { created: 'x' } }, 'created', 'is Read-Only and cannot be updated'],
    ['a required one', { remove: ['accountId'] }, 'accountId', 'cannot be removed'],
  ])('refuses %s', (_, verbs, path, message) => {
    const error = problems(() => update(verbs))
    expect(error).toMatchObject({ code: 'INVALID_INPUT', problems: [{ path }] })
    expect(String(error)).toContain(message.split(' ')[0])
  })

  it('says where a value is that has no form in the table', () => {
    const error = problems(() => update({ set: { any: { at: new Date(0) } } }))
    expect(error).toMatchObject({ problems: [{ path: 'any.at' }] })
  })
})

describe('a delete', () => {
  it('has no condition of its own, and the caller’s in parentheses', () => {
    expect(compileDelete(entity, facts, { accountId: 'A1' }, undefined, table)).toEqual({
      action: 'Delete',
      table,
      key,
      clauses: [],
      condition: { text: '', names: {}, values: {} },
      hasWhere: false,
    })
    const where: WhereText = (a, op) => {
      const { eq } = op as { eq: (x: unknown, y: unknown) => string }
      const { email, tags } = a as { email: unknown; tags: unknown }
      return `${eq(email, 'x')} OR ${eq(tags, 'y')}`
    }
    const { condition, hasWhere } = compileDelete(entity, facts, { accountId: 'A1' }, where, table)
    expect(condition.text).toBe('(#email = :email0 OR #tags = :tags0)')
    expect(condition.values[':email0']).toEqual({ S: 'x' })
    expect(hasWhere).toBe(true)
  })

  it('knows the key of an item without reading it', () => {
    expect(compileKey(entity, facts, { accountId: 'A1' }, table)).toEqual(key)
  })
})

describe('an item as it is given back', () => {
  const item: StoredItem = {
    ...key,
    accountId: { S: 'A1' },
    em: { S: 'ada' },
    secret: { S: 's' },
    tags: { SS: ['a', 'b'] },
    rank: { N: '1.50' },
    __edb_e__: { S: 'account' },
    __edb_v__: { S: '1' },
  }

  it('is formatted by ElectroDB: get hooks, names, sets as lists, no hidden attributes, no keys', () => {
    expect(formatItem(entity, facts, item)).toEqual({
      accountId: 'A1',
      email: '<ada>',
      tags: ['a', 'b'],
      rank: 1.5,
    })
    expect(formatItem(entity, facts, item, ['rank'])).toEqual({ rank: 1.5 })
  })

  it('is none where it is of another entity or version, or of nobody', () => {
    expect(isOwnItem(item, facts)).toBe(true)
    expect(formatItem(entity, facts, { ...item, __edb_e__: { S: 'other' } })).toBeNull()
    expect(formatItem(entity, facts, { ...item, __edb_v__: { S: '2' } })).toBeNull()
    const { __edb_e__: _, ...anonymous } = item
    expect(formatItem(entity, facts, anonymous)).toBeNull()
    expect(formatItem(entity, facts, null)).toBeNull()
    expect(formatItem(entity, facts, undefined)).toBeNull()
  })
})
