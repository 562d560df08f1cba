import { Entity } from 'electrodb'
import { describe, expect, it } from 'vitest'
import { factsOf } from '../facts-of.js'
import {
  contribute,
  creating,
  declare,
  deleting,
  problemsOf,
  replacing,
  stored,
  updating,
} from './account.js'

const set = declare({ version: 'revision' })
const ada = stored('1', { rev: { N: '3' } })
const [version] = set.all

describe('what a version costs', () => {
  it('starts at 1, and the library alone writes it', () => {
    expect(version?.supply('create')).toEqual({ revision: 1 })
    expect(version?.supply('update')).toEqual({})
    expect(version?.managed).toEqual(['revision'])
    expect(version?.guarded).toEqual(['rev'])
    expect(set.version).toBe('rev')
  })

  it('counts every update, fenced where the item was read', () => {
    const nothing = { writes: [], conditions: [] }
    expect(contribute(set, creating(ada))).toEqual({ ...nothing, fence: [], increments: {} })
    expect(contribute(set, updating(ada, {}))).toEqual({ ...nothing, fence: ['rev'], increments: { rev: 1 } })
    expect(contribute(set, { ...updating(ada, {}), before: undefined })).toEqual({
      ...nothing,
      fence: [],
      increments: { rev: 1 },
    })
    expect(contribute(set, deleting(ada))).toEqual({ ...nothing, fence: ['rev'], increments: {} })
  })

  it('is fenced by a put of what was read, which counts by what it stores', () => {
    const nothing = { writes: [], conditions: [], increments: {} }
    expect(contribute(set, replacing(ada, ada))).toEqual({ ...nothing, fence: ['rev'] })
    expect(contribute(set, replacing(null, ada))).toEqual({ ...nothing, fence: [] })
    expect(version?.supply('put')).toEqual({})
    expect(version?.needs(set)).toEqual([])
  })

  it('is fenced on its absence where the item is older than the declaration', () => {
    expect(contribute(set, updating(stored('1'), {})).fence).toEqual(['rev'])
  })

  it('asks for the version that the caller named, and says which one is stored', () => {
    const expectation = { kind: 'version', version: 3 } as const
    for (const change of [updating(ada, {}), deleting(ada)]) {
      const [asked] = contribute(set, change, { expectation }).conditions
      expect(asked?.condition).toEqual({ op: 'equals', field: 'rev', value: { N: '3' } })
      const violation = { code: 'VERSION', model: 'account', key: { accountId: '1' }, expected: 3 }
      expect(asked?.explain({ rev: { N: '4' } })).toEqual([
        { kind: 'violation', violation: { ...violation, actual: 4 } },
      ])
      for (const odd of [{}, { rev: { S: '4' } }])
        expect(asked?.explain(odd)).toEqual([
          { kind: 'violation', violation: { ...violation, actual: undefined } },
        ])
    }
  })

  it('asks for no version by itself where the caller passed the item: the fence does', () => {
    const contribution = contribute(set, updating(ada, {}), { expectation: { kind: 'current' } })
    expect(contribution).toMatchObject({ conditions: [], fence: ['rev'] })
  })
})

describe('a version is refused where it', () => {
  const entity = new Entity({
    model: { entity: 'account', version: '1', service: 'shop' },
    attributes: {
      id: { type: 'string' },
      name: { type: 'string' },
      hooked: { type: 'number', set: () => 1 },
      ranked: { type: 'number' },
      sorted: { type: 'number' },
      watched: { type: 'number' },
      copy: { type: 'number', watch: ['watched'], set: () => 1 },
      stamp: { type: 'number', watch: '*', set: () => 1 },
      free: { type: 'number', default: 7, readOnly: true, hidden: true },
    },
    indexes: {
      primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: ['sorted'] } },
      byRank: {
        index: 'gsi1',
        pk: { field: 'gsi1pk', composite: ['ranked'] },
        sk: { field: 'gsi1sk', composite: [] },
      },
    },
  })

  it.each([
    [true, 'version: has to be the name of a number attribute'],
    [['free'], 'version: has to be the name of a number attribute'],
    ['revison', 'version: revison is no attribute of account'],
    ['name', 'version: name has to be a number: it counts the writes of an item'],
    ['hooked', 'version: hooked has a set hook, which would change the count: remove the hook'],
    ['ranked', 'version: ranked is part of the key of byRank: a version cannot be in a key'],
    ['sorted', 'version: sorted is part of the key of primary: a version cannot be in a key'],
    ['watched', 'version: copy watches watched, but a version is counted by the store, unseen'],
  ])('is %j', (declared, problem) => {
    expect(problemsOf({ version: declared }, factsOf(entity))).toEqual([problem])
  })

  it('and is taken where it has a default, is read-only, hidden, or seen by what watches everything', () => {
    expect(problemsOf({ version: 'free' }, factsOf(entity))).toEqual([])
  })

  it.each(['unique', 'scope', 'unless'])('is looked at by another constraint: %s', (use) => {
    const unique =
      use === 'unique'
        ? ['revision']
        : { attributes: ['email'], [use]: use === 'scope' ? ['revision'] : 'revision' }
    expect(problemsOf({ version: 'revision', unique: { a: unique } })).toEqual([
      'version: revision is counted by the store, unseen, so nothing else can look at it: unique does',
    ])
  })

  it('is the time of the item too', () => {
    expect(problemsOf({ expires: 'revision', version: 'revision' })).toEqual([
      'version: revision is counted by the store, unseen, so nothing else can look at it: expires does',
    ])
  })
})
