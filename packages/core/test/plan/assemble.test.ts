import { describe, expect, it } from 'vitest'
import { type Assembly, applyClauses, decisionFence, wholeItem } from '../../src/plan/assemble.js'
import type { StoredItem } from '../../src/plan/attribute-value.js'
import type { Change } from '../../src/plan/change.js'
import type { GuardedWrite } from '../../src/plan/contribution.js'
import type { Clause } from '../../src/plan/entity-write.js'
import { creating, deleting, facts, stored, updating } from '../constraint/account.js'
import { ada, contribution, deletion, exists, key, planned, putOf, set, updateOf } from './assembly.js'

/** A put over what was read. */
const putting = (before: Change['before']): Change => ({ ...updating(ada, {}), operation: 'put', before })

/** Where nothing else is asked, an item has to be there and to be of the entity. */
const OWN = '(attribute_exists(#pk)) AND (#_lk3 = :_lk2 AND #_lk4 = :_lk3)'

describe('the write on the entity', () => {
  it('is what ElectroDB compiled, without the placeholders that nothing uses', () => {
    const { plan, writes } = planned()
    expect(plan.operation).toBe('UpdateItem')
    expect(writes).toStrictEqual([
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

  it.each([undefined, null])('is fenced on nothing where what was read is %s', (before) => {
    const change = { ...updating(ada, {}), before, reliesOn: ['rev'] }
    const contributions = [contribution({ fence: ['em'] })]
    expect(planned({ change, contributions }).writes[0]?.condition).toBe(OWN)
  })

  it.each<[string, Partial<Assembly>]>([
    ['a delete that did not read the item', { change: deleting(undefined, key), write: deletion() }],
    ['a put of what was not there', { change: putting(null), write: putOf(ada) }],
    ['the first write of a record', { change: putting(undefined), write: putOf(ada), isAbsentEmpty: true }],
  ])('may find nothing, but nothing of another entity: %s', (_, given) => {
    expect(planned(given).writes[0]).toMatchObject({
      condition: '(attribute_not_exists(#_lk0) OR #_lk1 = :_lk0 AND #_lk2 = :_lk1)',
      names: { '#_lk0': 'pk', '#_lk1': '__edb_e__', '#_lk2': '__edb_v__' },
      values: { ':_lk0': { S: 'account' }, ':_lk1': { S: '1' } },
    })
  })

  it.each<[string, Partial<Assembly>]>([
    ['a delete that read the item', { change: deleting(ada), write: deletion() }],
    ['a put over an item', { change: putting(ada), write: putOf(ada) }],
    ['a put that did not look', { change: putting(undefined), write: putOf(ada) }],
  ])('has to find the item, and one of the entity: %s', (_, given) => {
    expect(planned(given).writes[0]?.condition).toBe('#_lk0 = :_lk0 AND #_lk1 = :_lk1')
  })

  it('counts nothing where the item is put: its number is in it', () => {
    const contributions = [contribution({ increments: { rev: 1 } })]
    const [put] = planned({ change: creating(ada), write: putOf(ada), contributions }).writes
    expect(put).not.toHaveProperty('update')
    expect(put).toMatchObject({ item: ada, names: {}, values: {} })
  })

  it('is what ElectroDB made of it where it is created: nothing of ours is asked', () => {
    const write = { ...putOf(ada), condition: { ...exists, text: 'attribute_not_exists(#pk)' } }
    expect(planned({ change: creating(ada), write }).writes[0]?.condition).toBe('attribute_not_exists(#pk)')
  })

  it('has its item where it is put, and no expression where there is none', () => {
    const item = stored('1')
    const write = updateOf({ action: 'Put', item, clauses: [], condition: { ...exists, text: '' } })
    expect(planned({ change: creating(item), write }).writes[0]).toEqual({
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

describe('decisionFence', () => {
  const many = (count: number): StoredItem =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, { BOOL: true }]))
  const big = (bytes: number): StoredItem => ({ b: { S: 'x'.repeat(bytes - 1) } })
  /** As many fields as this, with those of the model that an item lacks. */
  const whole = (count: number): StoredItem => many(count - wholeItem({}, facts).length)

  it.each<[string, () => StoredItem]>([
    ['as many fields as an expression takes', () => whole(120)],
    ['4 KB', () => big(4096)],
  ])('is over the whole item up to %s, version or not', (_, make) => {
    const item = make()
    expect(decisionFence(item, facts, true)).toEqual(wholeItem(item, facts))
    expect(decisionFence(item, facts, false)).toEqual(wholeItem(item, facts))
  })

  it.each<[string, () => StoredItem]>([
    ['more fields than an expression takes', () => whole(121)],
    ['more than 4 KB', () => big(4097)],
  ])('is left to the version for %s, where there is one', (_, make) => {
    const item = make()
    expect(decisionFence(item, facts, true)).toEqual([])
    expect(decisionFence(item, facts, false)).toEqual(wholeItem(item, facts))
  })
})
