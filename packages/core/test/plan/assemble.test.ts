import { describe, expect, it } from 'vitest'
import { type Assembly, applyClauses, assemblePart, wholeItem } from '../../src/plan/assemble.js'
import type { StoredItem } from '../../src/plan/attribute-value.js'
import type { Expectation } from '../../src/plan/change.js'
import { type Contribution, type GuardedWrite, NO_CONTRIBUTION } from '../../src/plan/contribution.js'
import type { Clause, EntityWrite } from '../../src/plan/entity-write.js'
import { joinParts } from '../../src/plan/join-parts.js'
import { CompiledPlan } from '../../src/plan/plan.js'
import { creating, deleting, facts, keyOfAccount, stored, updating } from '../constraint/account.js'

const ada = stored('1', { em: { S: 'a' }, rev: { N: '3' } })
const key = keyOfAccount('1')
const exists = { text: 'attribute_exists(#pk)', names: { '#pk': 'pk', '#unused': 'x' }, values: {} }

const set = (field: string, value: string): Clause => ({
  section: 'SET',
  text: `#${field} = :${field}`,
  field,
  isWhole: true,
  value: `:${value}`,
})
const updateOf = (given: Partial<EntityWrite> = {}): EntityWrite => ({
  action: 'Update',
  table: 'shop',
  key,
  clauses: [set('nickname', 'nickname')],
  condition: {
    text: exists.text,
    names: { ...exists.names, '#nickname': 'nickname' },
    values: { ':nickname': { S: 'n' }, ':unused': { S: 'u' } },
  },
  hasWhere: false,
  ...given,
})
/** Where nothing else is asked, an item has to be there and to be of the entity. */
const OWN = '(attribute_exists(#pk)) AND (#_lk3 = :_lk2 AND #_lk4 = :_lk3)'
const contribution = (given: Partial<Contribution>): Contribution => ({ ...NO_CONTRIBUTION, ...given })

const assembly = (given: Partial<Assembly> = {}): Assembly => ({
  facts,
  change: updating(ada, { nickname: { S: 'n' } }),
  write: updateOf(),
  expectation: { kind: 'none' },
  contributions: [],
  versionField: 'rev',
  ...given,
})
const planned = (given: Partial<Assembly> = {}) => {
  const { plan, explains } = joinParts([assemblePart(assembly(given))], 'shop')
  return { plan, explains, writes: CompiledPlan.compiled(plan) }
}
const explained = (item: StoredItem | null, given: Partial<Assembly> = {}) =>
  planned(given).explains[0]?.(item)

const about = { model: 'account', key: { accountId: '1' } }
const refusedWith = (code: string, more: object = {}) => [
  { kind: 'violation', violation: { code, ...about, ...more } },
]

describe('the write on the entity', () => {
  it('is what ElectroDB compiled, without the placeholders that nothing uses', () => {
    const { plan, writes } = planned()
    expect(plan.operation).toBe('UpdateItem')
    expect(writes).toEqual([
      {
        action: 'Update',
        role: 'entity',
        table: 'shop',
        key,
        update: 'SET #nickname = :nickname',
        condition: OWN,
        names: { '#pk': 'pk', '#nickname': 'nickname', '#_lk3': '__edb_e__', '#_lk4': '__edb_v__' },
        values: { ':nickname': { S: 'n' }, ':_lk2': { S: 'account' }, ':_lk3': { S: '1' } },
      },
    ])
  })

  it('counts what is to be counted, and is fenced on what was used, once, as (theirs) AND (ours)', () => {
    const { writes } = planned({
      change: { ...updating(ada, { nickname: { S: 'n' } }), reliesOn: ['em', 'tenantId'] },
      contributions: [
        contribution({ fence: ['rev'], increments: { rev: 1 } }),
        contribution({
          fence: ['em'],
          conditions: [{ condition: { op: 'equals', field: 'rev', value: { N: '3' } }, explain: () => [] }],
        }),
      ],
    })
    expect(writes[0]).toMatchObject({
      update: 'SET #nickname = :nickname ADD #_lk3 :_lk2',
      condition:
        '(attribute_exists(#pk)) AND (#_lk4 = :_lk3 AND #_lk5 = :_lk4 AND #_lk6 = :_lk5 AND #_lk7 = :_lk6 AND attribute_not_exists(#_lk8))',
      names: { '#_lk3': 'rev', '#_lk4': '__edb_e__', '#_lk6': 'rev', '#_lk7': 'em', '#_lk8': 'tenantId' },
      values: { ':_lk2': { N: '1' }, ':_lk5': { N: '3' }, ':_lk6': { S: 'a' } },
    })
  })

  it('is fenced on nothing where it was not read', () => {
    const change = { ...updating(ada, {}), before: undefined }
    const contributions = [contribution({ fence: ['em'] })]
    expect(planned({ change, contributions }).writes[0]?.condition).toBe(OWN)
  })

  it('may find nothing where a delete did not read the item, but nothing of another entity', () => {
    const write = updateOf({ action: 'Delete', clauses: [], condition: { text: '', names: {}, values: {} } })
    const [deletion] = planned({ change: deleting(undefined, key), write }).writes
    expect(deletion).toMatchObject({
      condition: '(attribute_not_exists(#_lk0) OR #_lk1 = :_lk0 AND #_lk2 = :_lk1)',
      names: { '#_lk0': 'pk', '#_lk1': '__edb_e__', '#_lk2': '__edb_v__' },
      values: { ':_lk0': { S: 'account' }, ':_lk1': { S: '1' } },
    })
  })

  it('has its item where it is put, and no expression where there is none', () => {
    const item = stored('1')
    const put = updateOf({ action: 'Put', item, clauses: [], condition: { ...exists, text: '' } })
    expect(planned({ change: creating(item), write: put }).writes[0]).toEqual({
      action: 'Put',
      role: 'entity',
      table: 'shop',
      key,
      item,
      condition: '',
      names: {},
      values: {},
    })
  })
})

describe('the plan', () => {
  const check = (pk: string, field: string, findings = 'outdated' as const): GuardedWrite => ({
    action: 'ConditionCheck',
    role: `check of ${pk}`,
    key: { pk: { S: pk } },
    condition: { op: 'absent', field },
    intent: { kind: 'check' },
    explain: () => [{ kind: findings }],
  })

  it('has the entity first, then every constraint’s writes, each with what its refusal means', () => {
    const { plan, explains, writes } = planned({
      contributions: [
        contribution({ writes: [check('a', 'x')] }),
        contribution({ writes: [check('b', 'y')] }),
      ],
    })
    expect(plan.operation).toBe('TransactWriteItems')
    expect(writes.map(({ role }) => role)).toEqual(['entity', 'check of a', 'check of b'])
    expect(writes[1]).toMatchObject({
      table: 'shop',
      condition: 'attribute_not_exists(#_lk0)',
      names: { '#_lk0': 'x' },
    })
    expect(explains).toHaveLength(3)
    expect(explains[1]?.(null)).toEqual([{ kind: 'outdated' }])
  })

  it('checks one item once', () => {
    const { writes, explains } = planned({
      contributions: [
        contribution({ writes: [check('a', 'x'), check('b', 'x'), check('a', 'y'), check('b', 'x')] }),
      ],
    })
    expect(writes.map(({ role, condition }) => `${role}: ${condition}`)).toEqual([
      `entity: ${OWN}`,
      'check of a: attribute_not_exists(#_lk0) AND attribute_not_exists(#_lk1)',
      'check of b: attribute_not_exists(#_lk0)',
    ])
    expect(explains).toHaveLength(3)
  })
})

describe('a refused entity write', () => {
  const current: Expectation = { kind: 'current' }
  const fenced = [contribution({ fence: ['em', 'rev'] })]
  const where = updateOf({ hasWhere: true })
  const moved = { ...ada, em: { S: 'b' }, rev: { N: '4' } }

  it('exists already, on a create', () => {
    expect(explained(ada, { change: creating(ada) })).toEqual(refusedWith('EXISTS'))
  })

  it('is not there, on an update', () => {
    expect(explained(null)).toEqual(refusedWith('NOT_FOUND'))
    expect(explained(null, { contributions: fenced, expectation: current })).toEqual(refusedWith('NOT_FOUND'))
  })

  it('is not there, on a delete: gone as wanted, or refused where the caller said how it has to be', () => {
    const change = deleting(ada)
    expect(explained(null, { change })).toEqual([{ kind: 'lost-fence' }])
    expect(explained(null, { change, expectation: current })).toEqual(refusedWith('NOT_FOUND'))
    expect(explained(null, { change, write: where })).toEqual(refusedWith('NOT_FOUND'))
  })

  it('is not there where an item of another entity has its key', () => {
    const foreign = { ...ada, __edb_e__: { S: 'other' } }
    expect(explained(foreign)).toEqual(refusedWith('NOT_FOUND'))
    expect(explained({ ...ada, __edb_v__: { S: '2' } })).toEqual(refusedWith('NOT_FOUND'))
    expect(explained(foreign, { change: creating(ada) })).toEqual(refusedWith('EXISTS'))
  })

  it('moved meanwhile, where anything that was used is another', () => {
    expect(explained(moved, { contributions: fenced })).toEqual([{ kind: 'lost-fence' }])
    expect(explained(moved, { contributions: fenced, write: where })).toEqual([{ kind: 'lost-fence' }])
    const { em: _, ...gone } = ada
    expect(explained(gone, { contributions: fenced })).toEqual([{ kind: 'lost-fence' }])
  })

  it('moved since the caller had it: a conflict, with both versions as far as they are known', () => {
    const given = { contributions: fenced, expectation: current }
    expect(explained(moved, given)).toEqual(refusedWith('VERSION', { expected: 3, actual: 4 }))
    const { rev: _, ...unversioned } = moved
    expect(explained(unversioned, given)).toEqual(refusedWith('VERSION', { expected: 3, actual: undefined }))
    expect(explained(moved, { ...given, versionField: undefined })).toEqual(
      refusedWith('VERSION', { expected: undefined, actual: undefined }),
    )
  })

  it('is what a constraint says of its own condition, before the fence', () => {
    const asked = contribution({
      conditions: [
        {
          condition: { op: 'equals', field: 'rev', value: { N: '9' } },
          explain: (item) => [
            {
              kind: 'violation',
              violation: { code: 'VERSION', ...about, expected: 9, actual: Number(item['rev']?.N) },
            },
          ],
        },
        { condition: { op: 'exists', field: 'em' }, explain: () => [{ kind: 'outdated' }] },
      ],
    })
    expect(explained(moved, { contributions: [...fenced, asked] })).toEqual(
      refusedWith('VERSION', { expected: 9, actual: 4 }),
    )
  })

  it('is the caller’s condition where everything else holds, and out of date where there is none', () => {
    expect(explained(ada, { contributions: fenced, write: where })).toEqual(refusedWith('CONDITION'))
    expect(explained(ada, { contributions: fenced })).toEqual([{ kind: 'outdated' }])
  })
})

describe('applyClauses', () => {
  const applied = (...clauses: Clause[]) =>
    applyClauses(ada, updateOf({ clauses, condition: { ...exists, values: { ':nickname': { S: 'n' } } } }))

  it('stores and removes whole attributes exactly', () => {
    const remove: Clause = { section: 'REMOVE', text: '#em', field: 'em', isWhole: true }
    const { em: _, ...rest } = ada
    expect(applied(set('nickname', 'nickname'), remove)).toEqual({
      item: { ...rest, nickname: { S: 'n' } },
      isExact: true,
    })
    expect(ada['em']).toEqual({ S: 'a' })
  })

  it.each<Clause>([
    { section: 'ADD', text: '#seats :one', field: 'seats', isWhole: true },
    { section: 'DELETE', text: '#tags :tags', field: 'tags', isWhole: true },
    { section: 'SET', text: '#seats = if_not_exists(#seats, :one)', field: 'seats', isWhole: true },
    { section: 'SET', text: '#profile.#first = :nickname', field: 'profile', isWhole: false },
    { section: 'REMOVE', text: '#list[0]', field: 'list', isWhole: false },
  ])('cannot know what the store computes: $text', (clause) => {
    expect(applied(clause)).toEqual({ item: ada, isExact: false })
  })
})

describe('wholeItem', () => {
  it('is every field of the item and of the model, so that absence is fenced too', () => {
    const fields = wholeItem({ pk: { S: 'a' }, em: { S: 'e' }, other: { S: 'o' } }, facts)
    expect(fields).toEqual(expect.arrayContaining(['pk', 'other', 'em', 'gone', 'ttl', 'rev', 'tags']))
    expect(new Set(fields).size).toBe(fields.length)
    expect(fields).not.toContain('email')
  })
})

describe('a compiled plan', () => {
  const write = updateOf({
    condition: {
      text: exists.text,
      names: { '#pk': 'pk', '#nickname': 'nickname' },
      values: { ':nickname': { S: 'n' } },
    },
  })

  it('is one operation of the document client for one write', () => {
    const { plan } = planned({ write })
    expect(plan.toRequest()).toEqual({
      TableName: 'shop',
      Key: { pk: '$shop#accountid_1', sk: '$account_1' },
      UpdateExpression: 'SET #nickname = :nickname',
      ConditionExpression: '(attribute_exists(#pk)) AND (#_lk2 = :_lk1 AND #_lk3 = :_lk2)',
      ExpressionAttributeNames: {
        '#pk': 'pk',
        '#nickname': 'nickname',
        '#_lk2': '__edb_e__',
        '#_lk3': '__edb_v__',
      },
      ExpressionAttributeValues: { ':nickname': 'n', ':_lk1': 'account', ':_lk2': '1' },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    })
    expect(plan).toMatchObject({ operation: 'UpdateItem', capacity: 1 })
    expect(plan.toString()).toBe(
      'Update entity, SET nickname = ?, if (attribute_exists(pk)) AND (__edb_e__ = ? AND __edb_v__ = ?)',
    )
  })

  it('is a transaction for several, in the order of its writes', () => {
    const { plan } = planned({
      write,
      contributions: [
        contribution({
          writes: [
            {
              action: 'Put',
              role: 'claim of email',
              key: { pk: { S: 'UNIQ#a' } },
              item: { pk: { S: 'UNIQ#a' }, seats: { N: '1' } },
              condition: { op: 'absent', field: 'pk' },
              intent: { kind: 'claim', owner: 'me', refuse: () => [] },
              explain: () => [],
            },
          ],
        }),
      ],
    })
    expect(plan.toRequest()).toEqual({
      TransactItems: [
        { Update: expect.objectContaining({ TableName: 'shop' }) },
        {
          Put: {
            TableName: 'shop',
            Item: { pk: 'UNIQ#a', seats: 1 },
            ConditionExpression: 'attribute_not_exists(#_lk0)',
            ExpressionAttributeNames: { '#_lk0': 'pk' },
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        },
      ],
    })
    expect(plan.writes.map(({ action, role, capacity }) => [action, role, capacity])).toEqual([
      ['Update', 'entity', 2],
      ['Put', 'claim of email', 2],
    ])
    expect(plan.capacity).toBe(4)
  })

  it('asks for no item back where nothing can be refused', () => {
    const put = updateOf({ action: 'Put', item: ada, clauses: [], condition: { ...exists, text: '' } })
    expect(planned({ change: creating(ada), write: put }).plan.toRequest()).toEqual({
      TableName: 'shop',
      Item: expect.objectContaining({ pk: '$shop#accountid_1' }),
    })
  })

  it('shows no values to who prints it', () => {
    const { plan } = planned()
    expect(JSON.stringify(plan)).not.toContain('":nickname"')
    expect(String(plan.writes[0])).toContain('SET nickname = ?, if ')
  })
})
