import { describe, expect, it } from 'vitest'
import type { StoredItem } from '../../src/plan/attribute-value.js'
import type { Change, Expectation } from '../../src/plan/change.js'
import type { Finding, GuardedWrite } from '../../src/plan/contribution.js'
import { creating, deleting, updating } from '../constraint/account.js'
import { about, ada, contribution, explained, key, putOf, refusedWith, updateOf } from './assembly.js'

/** Items that are none of the entity: of another, of another version, of no entity at all. */
const foreign: readonly StoredItem[] = [
  { ...ada, __edb_e__: { S: 'other' } },
  { ...ada, __edb_v__: { S: '2' } },
  { ...key, __edb_v__: { S: '1' } },
  { ...key, __edb_e__: { S: 'account' } },
  key,
]

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
    for (const item of foreign) {
      expect(explained(item)).toEqual(refusedWith('NOT_FOUND'))
      expect(explained(item, { change: creating(ada) })).toEqual(refusedWith('EXISTS'))
    }
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

  it('is what every condition says that is not met, and nothing that one says that is', () => {
    const found = (model: string): Finding => ({
      kind: 'violation',
      violation: { code: 'CONDITION', model, key: {} },
    })
    const conditions = ['gone', 'em', 'ttl'].map((field) => ({
      condition: { op: 'exists', field } as const,
      explain: () => [found(field)],
    }))
    expect(explained(ada, { contributions: [contribution({ conditions })] })).toEqual([
      found('gone'),
      found('ttl'),
    ])
  })

  it('is the caller’s condition where everything else holds, and out of date where there is none', () => {
    expect(explained(ada, { contributions: fenced, write: where })).toEqual(refusedWith('CONDITION'))
    expect(explained(ada, { contributions: fenced })).toEqual([{ kind: 'outdated' }])
  })

  it('is no matter of presence for a create without an item: the store decides on what it has', () => {
    const change = creating(ada)
    expect(explained(null, { change, write: where })).toEqual(refusedWith('CONDITION'))
    expect(explained(null, { change })).toEqual([{ kind: 'outdated' }])
  })

  it('has no version to tell where the fence is lost on an item that never had one', () => {
    const { rev: _, ...unversioned } = ada
    const change = updating(unversioned, {})
    const given = { change, contributions: [contribution({ fence: ['em'] })], expectation: current }
    expect(explained({ ...unversioned, em: { S: 'b' } }, given)).toEqual(
      refusedWith('VERSION', { expected: undefined, actual: undefined }),
    )
  })
})

describe('a refused put', () => {
  const change: Change = { ...updating(ada, {}), operation: 'put' }
  const over = { change, write: putOf(ada), isReplacing: true }
  const blind = { change: { ...change, before: null }, write: putOf(ada) }
  const where = { ...putOf(ada), hasWhere: true }

  it('is decided anew where there is an item when none was read, or none when one was', () => {
    expect(explained(ada, { ...over, change: creating(ada) })).toEqual([{ kind: 'lost-fence' }])
    expect(explained(null, over)).toEqual([{ kind: 'lost-fence' }])
  })

  it('finds an item of another entity where it may find none: its key is taken', () => {
    for (const item of foreign) expect(explained(item, blind)).toEqual(refusedWith('EXISTS'))
  })

  it('may find nothing where it replaces whatever is there: then it is the caller’s condition', () => {
    expect(explained(null, { ...blind, write: where })).toEqual(refusedWith('CONDITION'))
    expect(explained(null, blind)).toEqual([{ kind: 'outdated' }])
  })
})

describe('a refused write of a record, which is empty where there is none', () => {
  const record = { isAbsentEmpty: true, contributions: [contribution({ fence: ['em'] })] }

  it('finds an item of another entity in its place: its key is taken', () => {
    for (const item of foreign) expect(explained(item, record)).toEqual(refusedWith('EXISTS'))
  })

  it('is fenced on what was read: where that is gone, it is read again', () => {
    expect(explained(null, record)).toEqual([{ kind: 'lost-fence' }])
    expect(explained(null, { ...record, expectation: { kind: 'current' } })).toEqual(
      refusedWith('VERSION', { expected: 3, actual: undefined }),
    )
  })

  it('is the caller’s condition where nothing else is asked of what is not there', () => {
    const write = updateOf({ hasWhere: true })
    expect(explained(null, { isAbsentEmpty: true, write })).toEqual(refusedWith('CONDITION'))
  })
})

describe('a refused write that checks of the same item ride on', () => {
  const told: StoredItem[] = []
  const look = (explains: Finding): GuardedWrite => ({
    action: 'ConditionCheck',
    role: 'check of what was read',
    key,
    condition: { op: 'equals', field: 'em', value: { S: 'a' } },
    intent: { kind: 'check' },
    explain: (item) => {
      if (item !== undefined) told.push(item)
      return [explains]
    },
  })
  const lost: Finding = { kind: 'lost-fence' }
  const riding = (item: StoredItem | null, finding: Finding) => {
    const change = { ...updating(ada, {}), before: undefined }
    return explained(item, { change, contributions: [contribution({ writes: [look(finding)] })] })
  }

  it('is decided anew where what was read is gone, rather than not found', () => {
    told.length = 0
    expect(riding(null, lost)).toEqual([lost])
    expect(riding(key, lost)).toEqual([lost])
    expect(told).toEqual([{}, key])
  })

  it('is not found where the checks say nothing of what was read', () => {
    expect(riding(null, { kind: 'outdated' })).toEqual(refusedWith('NOT_FOUND'))
  })

  it('is what a check says that is not met, and nothing that a check says that is', () => {
    expect(riding({ ...ada, em: { S: 'b' } }, lost)).toEqual([lost])
    expect(riding(ada, lost)).toEqual([{ kind: 'outdated' }])
    expect(riding({ ...ada, __edb_e__: { S: 'other' } }, lost)).toEqual(refusedWith('NOT_FOUND'))
  })
})
