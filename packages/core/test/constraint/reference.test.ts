import { Entity } from 'electrodb'
import { describe, expect, it } from 'vitest'
import type { StoredItem } from '../../src/plan/attribute-value.js'
import { factsOf } from '../facts-of.js'
import {
  Account,
  contribute,
  creating,
  declare,
  deleting,
  keyOfAccount,
  replacing,
  rolesOf,
  stored,
  updating,
  writesOf,
} from './account.js'

const Team = new Entity({
  model: { entity: 'team', version: '1', service: 'shop' },
  attributes: { org: { type: 'string' }, number: { type: 'number' } },
  indexes: {
    primary: { pk: { field: 'pk', composite: ['org'] }, sk: { field: 'sk', composite: ['number'] } },
  },
})
const team = { entity: Team, attributes: { org: 'email', number: 'seats' } }
const set = declare({ references: { team } })
const keyOfTeam = (org: string, number: number) => ({
  pk: { S: `$shop#org_${org}` },
  sk: { S: `$team_1#number_${number}` },
})
const ada = stored('1', { em: { S: 'a' }, seats: { N: '7' } })
const checkOf = (org: string, number: number): string => `reference of team: ${keyOfTeam(org, number).pk.S}`

describe('what a reference costs', () => {
  it('is a check that what a new item refers to is there, and of its entity', () => {
    expect(writesOf(contribute(set, creating(ada)))).toEqual([
      {
        action: 'ConditionCheck',
        role: 'reference of team',
        key: keyOfTeam('a', 7),
        condition: { op: 'equals', field: '__edb_e__', value: { S: 'team' } },
      },
    ])
    expect(contribute(set, creating(ada))).toMatchObject({ fence: [], conditions: [], increments: {} })
  })

  it.each<[string, StoredItem, Readonly<Record<string, StoredItem[string] | undefined>>, string[]]>([
    ['the one half moves', ada, { em: { S: 'b' } }, [checkOf('b', 7)]],
    ['the other half moves', ada, { seats: { N: '8' } }, [checkOf('a', 8)]],
    ['it is set to what it was', ada, { em: { S: 'a' }, seats: { N: '7.0' } }, []],
    ['it is made whole', stored('1', { em: { S: 'a' } }), { seats: { N: '7' } }, [checkOf('a', 7)]],
    ['it is removed', ada, { em: undefined }, []],
    ['it is not whole', stored('1'), { em: { S: 'a' } }, []],
    ['half of it is null', ada, { seats: { NULL: true } }, []],
  ])('in an update, fenced on what it looked at: %s', (_, before, changes, roles) => {
    const contribution = contribute(set, updating(before, changes))
    expect(rolesOf(contribution)).toEqual(roles)
    expect(contribution.fence).toEqual(['em', 'seats'])
  })

  it('is checked in a put where it is new or moves', () => {
    expect(rolesOf(contribute(set, replacing(null, ada)))).toEqual([checkOf('a', 7)])
    expect(contribute(set, replacing(null, ada)).fence).toEqual([])
    expect(contribute(set, replacing(ada, ada))).toMatchObject({ writes: [], fence: ['em', 'seats'] })
    const moved = contribute(set, replacing(ada, { ...ada, em: { S: 'b' } }))
    expect(rolesOf(moved)).toEqual([checkOf('b', 7)])
    const untold = { ...replacing(ada, { ...ada, em: { S: 'b' } }), touched: new Set<string>() }
    expect(rolesOf(contribute(set, untold))).toEqual([checkOf('b', 7)])
  })

  it('refuses a value that no key of the other entity can be made of, by the name of the attribute', () => {
    const Room = new Entity({
      model: { entity: 'room', version: '1', service: 'shop' },
      attributes: { number: { type: 'number' } },
      indexes: {
        primary: {
          pk: { field: 'pk', composite: ['number'] },
          // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of ElectroDB
          sk: { field: 'sk', composite: ['number'], template: '${number}', cast: 'number' },
        },
      },
    })
    const rooms = declare({ references: { room: { entity: Room, attributes: { number: 'email' } } } })
    const changes = [creating(ada), updating(stored('1', { em: { S: '7' } }), { em: { S: 'a' } })]
    for (const change of changes)
      expect(() => contribute(rooms, change)).toThrow(
        expect.objectContaining({
          code: 'INVALID_INPUT',
          problems: [expect.objectContaining({ path: 'email' })],
        }),
      )
    expect(contribute(rooms, creating(stored('1', { em: { S: '7' } }))).writes).toMatchObject([
      { key: { sk: { N: '7' } } },
    ])
    expect(contribute(rooms, deleting(ada))).toMatchObject({ writes: [] })
  })

  it('is nothing for a delete, and for an update of something else', () => {
    for (const change of [deleting(ada), updating(ada, { nickname: { S: 'n' } })])
      expect(contribute(set, change)).toMatchObject({ writes: [], fence: [] })
  })

  it('overlooks what was stored without form in a key, which here is a number', () => {
    const Shelf = new Entity({
      model: { entity: 'shelf', version: '1', service: 'shop' },
      attributes: { id: { type: 'string' }, row: { type: 'number' }, next: { type: 'number' } },
      indexes: {
        primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'row', composite: ['row'] } },
      },
    })
    const next = { entity: Shelf, attributes: { id: 'id', row: 'next' } }
    const shelves = declare({ references: { next } }, factsOf(Shelf))
    const odd = { pk: { S: 'p' }, row: { N: '1' }, id: { S: 'a' }, next: { S: 'none' } }
    expect(contribute(shelves, updating(odd, { next: { N: '2' } })).writes).toMatchObject([
      { key: { pk: { S: '$shop#id_a' }, row: { N: '2' } } },
    ])
  })

  it('is planned for an item that was read alone', () => {
    expect(() => contribute(set, { ...updating(ada, { em: { S: 'b' } }), before: undefined })).toThrow(
      'a reference was planned for an item that was not read',
    )
  })

  it('is one check for each reference, each at its own item', () => {
    const two = declare({
      references: { team, parent: { entity: Account, attributes: { accountId: 'nickname' } } },
    })
    const contribution = contribute(two, creating({ ...ada, nickname: { S: '2' } }))
    expect(contribution.writes.map(({ role, key }) => [role, key])).toEqual([
      ['reference of team', keyOfTeam('a', 7)],
      ['reference of parent', keyOfAccount('2')],
    ])
    expect(rolesOf(contribute(two, updating(ada, { nickname: { S: '2' } })))).toEqual([
      'reference of parent: $shop#accountid_2',
    ])
  })

  it('needs its fields, which may change by a plain set or remove alone, and keeps no item of its own', () => {
    const [constraint] = set.all
    expect(constraint).toMatchObject({ kind: 'references', guarded: ['em', 'seats'], ownsItems: false })
    expect(constraint?.needs(set)).toEqual(['em', 'seats'])
  })
})

describe('a reference that is refused', () => {
  const [write] = contribute(set, creating(ada)).writes
  const missing = [
    {
      kind: 'violation',
      violation: {
        code: 'REFERENCE',
        model: 'account',
        key: { accountId: '1' },
        constraint: 'team',
        missing: { org: 'a', number: 7 },
      },
    },
  ]

  it.each<[string, StoredItem | undefined]>([
    ['nothing is there', undefined],
    ['what is there is of another entity', { ...keyOfTeam('a', 7), __edb_e__: { S: 'group' } }],
    ['what is there is of no entity', keyOfTeam('a', 7)],
  ])('is a violation with the key of what is missing: %s', (_, found) => {
    expect(write?.explain(found)).toEqual(missing)
  })

  it('is none where what it refers to is there: another check of that item was refused', () => {
    expect(write?.explain({ ...keyOfTeam('a', 7), __edb_e__: { S: 'team' } })).toEqual([])
  })

  it('is the same violation where the request itself deletes what it refers to', () => {
    expect(write?.intent.kind === 'presence' && write.intent.refuse()).toEqual(missing)
  })
})
