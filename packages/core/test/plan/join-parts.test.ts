import { describe, expect, it } from 'vitest'
import type { Assembly, Part } from '../../src/plan/assemble.js'
import { assemblePart } from '../../src/plan/assemble.js'
import type { StoredItem } from '../../src/plan/attribute-value.js'
import type { Change } from '../../src/plan/change.js'
import type { Condition } from '../../src/plan/condition.js'
import { type Finding, type GuardedWrite, NO_CONTRIBUTION } from '../../src/plan/contribution.js'
import type { EntityWrite } from '../../src/plan/entity-write.js'
import { joinParts } from '../../src/plan/join-parts.js'
import { CompiledPlan } from '../../src/plan/plan.js'
import type { Write } from '../../src/plan/write.js'
import { creating, deleting, facts, keyOfAccount, stored, updating } from '../constraint/account.js'

const gone: Finding = {
  kind: 'violation',
  violation: { code: 'CONDITION', model: 'account', key: { accountId: 'deleted' } },
}
const missed: Finding = { kind: 'violation', violation: { code: 'CONDITION', model: 'account', key: {} } }

function writeOf({ operation, key, after }: Change): EntityWrite {
  const condition = { text: 'attribute_exists(#pk)', names: { '#pk': 'pk' }, values: { ':n': { S: 'n' } } }
  const set = { section: 'SET', text: '#pk = :n', field: 'pk', isWhole: true, value: ':n' } as const
  const shared = { table: 'shop', key, condition, hasWhere: false }
  if (operation === 'create') return { ...shared, action: 'Put', item: after ?? {}, clauses: [] }
  return {
    ...shared,
    action: operation === 'delete' ? 'Delete' : 'Update',
    clauses: operation === 'update' ? [set] : [],
  }
}
const assembly = (change: Change, writes: readonly GuardedWrite[] = []): Assembly => ({
  facts,
  change,
  write: writeOf(change),
  expectation: { kind: 'none' },
  contributions: [{ ...NO_CONTRIBUTION, writes }],
  versionField: undefined,
})
const partOf = (change: Change, writes: readonly GuardedWrite[] = []): Part =>
  assemblePart(assembly(change, writes))
const exists: Condition = { op: 'exists', field: 'em' }
const look = (
  accountId: string,
  kind: 'check' | 'presence',
  condition: Condition = exists,
): GuardedWrite => ({
  action: 'ConditionCheck',
  role: `check of ${accountId}`,
  key: keyOfAccount(accountId),
  condition,
  intent: kind === 'check' ? { kind } : { kind, refuse: () => [gone] },
  explain: () => [missed],
})
const account = (accountId: string): StoredItem => stored(accountId, { em: { S: 'a' } })
const joined = (...parts: readonly Part[]) => {
  const { plan, explains, findings } = joinParts(parts, 'shop')
  return { explains, findings, writes: CompiledPlan.compiled(plan), plan }
}
const roles = (parts: readonly Part[]): string[] =>
  joined(...parts).writes.map(({ action, role, key }) => `${action} ${role} on ${key['pk']?.S}`)

describe('several changes', () => {
  it('are one request: their items first, then what they share', () => {
    const parts = [
      partOf(creating(account('1')), [look('8', 'check')]),
      partOf(updating(account('2'), {}), [look('9', 'check')]),
    ]
    expect(roles(parts)).toEqual([
      'Put entity on $shop#accountid_1',
      'Update entity on $shop#accountid_2',
      'ConditionCheck check of 8 on $shop#accountid_8',
      'ConditionCheck check of 9 on $shop#accountid_9',
    ])
    const { explains, plan } = joined(...parts)
    expect(plan.operation).toBe('TransactWriteItems')
    expect(explains).toHaveLength(4)
    expect(explains[1]?.(null)).toMatchObject([{ violation: { code: 'NOT_FOUND', key: { accountId: '2' } } }])
    expect(explains[3]?.(null)).toEqual([missed])
  })

  it('may write no item twice: both are named', () => {
    const twice = [partOf(creating(account('1'))), partOf(deleting(account('1')))]
    expect(() => joined(...twice)).toThrow(
      expect.objectContaining({
        name: 'DuplicateItemError',
        operations: ['account.create', 'account.delete'],
      }),
    )
  })

  it('of one item are a single operation', () => {
    expect(joined(partOf(updating(account('1'), {}))).plan.operation).toBe('UpdateItem')
  })
})

describe('a check of an item that the request writes', () => {
  it('rides on that write, and says there what it means', () => {
    const { writes, explains, findings } = joined(
      partOf(updating(account('1'), {})),
      partOf(creating(account('2')), [look('1', 'check')]),
    )
    expect(findings).toEqual([])
    expect(writes.map(({ role }) => role)).toEqual(['entity', 'entity'])
    expect(writes[0]?.condition).toMatch(
      /^\(attribute_exists\(#pk\)\) AND \(.* AND attribute_exists\(#_lk3\)\)$/,
    )
    expect(writes[0]?.names).toMatchObject({ '#_lk3': 'em' })
    expect(explains[0]?.(stored('1'))).toEqual([missed])
    expect(explains[0]?.(account('1'))).toEqual([{ kind: 'outdated' }])
    expect(writes[1]?.condition).not.toContain('attribute_exists(#_lk')
  })

  it('that the store alone can decide is a refused condition where everything else holds', () => {
    const own: Condition = { op: 'text', text: '#x = :x', names: { '#x': 'x' }, values: { ':x': { S: 'x' } } }
    const { explains } = joined(
      partOf(updating(account('1'), {})),
      partOf(updating(account('2'), {})),
      partOf(creating(account('3')), [look('1', 'check', own)]),
    )
    expect(explains[0]?.(account('1'))).toMatchObject([{ violation: { code: 'CONDITION' } }])
    expect(explains[1]?.(account('2'))).toEqual([{ kind: 'outdated' }])
  })

  it('that asks for its presence is said by a write that makes or keeps it', () => {
    for (const change of [creating(account('1')), updating(account('1'), {})]) {
      const { writes, findings } = joined(
        partOf(change),
        partOf(creating(account('2')), [look('1', 'presence')]),
      )
      expect(writes.map(({ role }) => role)).toEqual(['entity', 'entity'])
      expect(writes[0]?.condition).not.toContain('attribute_exists(#_lk')
      expect(findings).toEqual([])
    }
  })

  it('that asks for its presence is refused, before anything is sent, where it is deleted', () => {
    const { findings } = joined(
      partOf(deleting(account('1'))),
      partOf(creating(account('2')), [look('1', 'presence')]),
    )
    expect(findings).toEqual([gone])
  })

  it('is a write of its own where the request writes another item', () => {
    expect(roles([partOf(creating(account('2')), [look('1', 'presence')])])).toEqual([
      'Put entity on $shop#accountid_2',
      'ConditionCheck check of 1 on $shop#accountid_1',
    ])
  })
})

describe('a value that two changes take', () => {
  it('is refused, before anything is sent, by both', () => {
    const claim = (name: string): GuardedWrite => ({
      ...look('9', 'check'),
      intent: { kind: 'claim', owner: name, refuse: () => [missed] },
    })
    const parts = [partOf(creating(account('1')), [claim('1')]), partOf(creating(account('2')), [claim('2')])]
    expect(joined(...parts).findings).toEqual([missed, missed])
  })
})

describe('a guard with the key of an item that is written', () => {
  it('stays apart, to be refused as a collision', () => {
    const claim: GuardedWrite = {
      ...look('1', 'check'),
      action: 'Put',
      role: 'claim of email',
      item: keyOfAccount('1'),
      intent: { kind: 'claim', owner: 'x', refuse: () => [] },
    }
    expect(roles([partOf(creating(account('1')), [claim])])).toEqual([
      'Put entity on $shop#accountid_1',
      'Put claim of email on $shop#accountid_1',
    ])
  })
})

describe('a part without a change', () => {
  const write: Write = {
    action: 'Update',
    role: 'count',
    table: 'shop',
    key: keyOfAccount('7'),
    update: 'ADD #n :n',
    condition: '',
    names: { '#n': 'n' },
    values: { ':n': { N: '1' } },
  }
  const apart = (given: Partial<Write> = {}): Part => ({
    own: [],
    apart: [{ write: { ...write, ...given }, explain: () => [missed] }],
  })

  it('is sent as it is where nothing joins it', () => {
    const { writes, explains, findings } = joined(apart())
    expect(writes).toEqual([write])
    expect(explains[0]?.(null)).toEqual([missed])
    expect(findings).toEqual([])
  })

  it('is the checks alone where it writes nothing', () => {
    const told: (StoredItem | undefined)[] = []
    const check: GuardedWrite = {
      ...look('7', 'check'),
      explain: (item) => {
        told.push(item)
        return [missed]
      },
    }
    const { writes, explains, findings } = joined({ own: [check] })
    expect(writes).toMatchObject([{ action: 'ConditionCheck', table: 'shop', role: 'check of 7' }])
    expect([explains[0]?.(null), explains[0]?.(account('7'))]).toEqual([[missed], [missed]])
    expect(told).toEqual([undefined, account('7')])
    expect(findings).toEqual([])
  })

  it('is written between changes and what they share, under the checks of its item and no others', () => {
    const parts = [partOf(creating(account('1')), [look('7', 'check'), look('8', 'check')]), apart()]
    const { writes, explains } = joined(...parts, apart({ key: keyOfAccount('6'), role: 'another count' }))
    expect(writes.map(({ role, condition }) => `${role}: ${condition}`)).toEqual([
      'entity: attribute_exists(#pk)',
      'count: attribute_exists(#_lk1)',
      'another count: ',
      'check of 8: attribute_exists(#_lk0)',
    ])
    expect(explains).toHaveLength(4)
  })

  it('is refused, before anything is sent, where it deletes what is asked to be there', () => {
    const parts = [partOf(creating(account('1')), [look('7', 'presence')]), apart({ action: 'Delete' })]
    expect(joined(...parts).findings).toEqual([gone])
  })

  it.each<[string, Part, readonly string[]]>([
    ['a change', partOf(deleting(account('7'))), ['account.delete', 'count']],
    ['another of its kind', apart({ role: 'another count' }), ['another count', 'count']],
  ])('may be of no item that is written by %s too: both are named', (_, other, operations) => {
    expect(() => joined(other, apart())).toThrow(
      expect.objectContaining({ name: 'DuplicateItemError', operations }),
    )
  })

  it('may be of no item of ours that the request writes: both are named', () => {
    const claim: GuardedWrite = {
      ...look('7', 'check'),
      action: 'Put',
      role: 'claim of email',
      intent: { kind: 'claim', owner: 'x', refuse: () => [] },
    }
    expect(() => joined(partOf(creating(account('1')), [claim]), apart())).toThrow(
      expect.objectContaining({ operations: ['claim of email', 'count'] }),
    )
  })

  it('may have a key of the table in another one', () => {
    const parts = [partOf(deleting(account('7'))), apart({ table: 'other' })]
    expect(joined(...parts).writes.map(({ table }) => table)).toEqual(['shop', 'other'])
  })
})
