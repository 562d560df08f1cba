import { Entity } from 'electrodb'
import { describe, expect, it } from 'vitest'
import { constrain } from '../../src/define/constrain.js'
import { contribute, creating, declare, prefixes, problemsOf, stored, writesOf } from './account.js'

const Team = new Entity({
  model: { entity: 'team', version: '1', service: 'shop' },
  attributes: { org: { type: 'string' }, number: { type: 'number' } },
  indexes: {
    primary: { pk: { field: 'pk', composite: ['org'] }, sk: { field: 'sk', composite: ['number'] } },
  },
})
const team = { entity: Team, attributes: { org: 'email', number: 'seats' } }
const set = declare({ references: { team } })

describe('a reference is declared', () => {
  const ada = stored('1', { em: { S: 'a' }, seats: { N: '7' } })

  it('to an entity or to a model', () => {
    const model = constrain(Team, {})
    const toModel = declare({ references: { team: { ...team, entity: model } } })
    expect(writesOf(contribute(toModel, creating(ada)))).toEqual(writesOf(contribute(set, creating(ada))))
  })

  it('and may be none at all', () => {
    expect(declare({ references: {} }).all).toEqual([])
  })

  it('and describes itself and when it is checked', () => {
    const has = ['email', 'seats']
    const check = { action: 'ConditionCheck', role: 'reference of team', timing: 'with' }
    expect(set.all[0]?.describe(set, prefixes)).toEqual([
      {
        kind: 'reference',
        name: 'team',
        service: 'shop',
        entity: 'team',
        attributes: { org: 'email', number: 'seats' },
        writes: [
          { ...check, operation: 'create', when: { has } },
          { ...check, operation: 'update', when: { has, touches: has, moves: true } },
          { ...check, operation: 'put', when: { has, moves: true } },
        ],
      },
    ])
  })
})

const entityOn = (pk: object, sk?: object): object =>
  new Entity({
    model: { entity: 'place', version: '1', service: 'shop' },
    attributes: { id: { type: 'string' } },
    indexes: { primary: { pk, ...(sk !== undefined && { sk }) } as never },
  })

describe('a reference is refused where it is declared', () => {
  const { entity: _, ...headless } = team
  const references = (options: unknown): object => ({ references: { team: options } })
  const elsewhere = entityOn({ field: 'hash', composite: ['id'] }, { field: 'range', composite: [] })
  const flags = entityOn({ field: 'pk', composite: [] }, { field: 'sk', composite: [] })
  const entity = 'references.team.entity'
  const attributes = 'references.team.attributes'

  it.each<[string, object, string[]]>([
    ['no object', { references: [] }, ['references: has to be an object: a name for each reference']],
    ['null', { references: null }, ['references: has to be an object: a name for each reference']],
    ['an entity alone', references('team'), ['references.team: has to be an object of entity, attributes']],
    [
      'a misspelt option',
      references({ ...team, on: 'delete' }),
      ['references.team.on: is no option: there are entity, attributes'],
    ],
    ['no entity', references(headless), [`${entity}: has to be an ElectroDB Entity`]],
    ['what is no entity', references({ ...team, entity: {} }), [`${entity}: has to be an ElectroDB Entity`]],
    [
      'what has `get` and is no entity',
      references({ ...team, entity: new Map() }),
      [`${entity}: has to be an ElectroDB Entity`],
    ],
    [
      'the schema of an entity',
      references({ ...team, entity: { schema: Team.schema } }),
      [`${entity}: has to be an ElectroDB Entity`],
    ],
    [
      'an entity of a table with other keys',
      references({ entity: elsewhere, attributes: { id: 'email' } }),
      [`${entity}: has hash and range for its table key, so it lives in another table`],
    ],
    [
      'a record that is the only one',
      references({ entity: flags, attributes: {} }),
      [`${entity}: has a key without attributes: there is nothing to refer to it by`],
    ],
    [
      'no attributes',
      references({ entity: Team }),
      [
        `${attributes}: has to be an object of org, number`,
        `${attributes}: lacks org, which is part of the key of team`,
        `${attributes}: lacks number, which is part of the key of team`,
      ],
    ],
    [
      'half of the key',
      references({ entity: Team, attributes: { org: 'email' } }),
      [`${attributes}: lacks number, which is part of the key of team`],
    ],
    [
      'an unknown attribute here',
      references({ entity: Team, attributes: { org: 'em', number: 'seats' } }),
      [`${attributes}.org: em is no attribute of account`],
    ],
    [
      'what no key can hold',
      references({ entity: Team, attributes: { org: 'tags', number: 'seats' } }),
      [
        `${attributes}.org: tags is a set: only strings, numbers, booleans and enums can be part of a reference`,
      ],
    ],
    [
      'what is no name',
      references({ entity: Team, attributes: { org: 1, number: 'seats' } }),
      [`${attributes}.org: has to be the name of an attribute`],
    ],
    [
      'what is no part of the key there',
      references({ entity: Team, attributes: { ...team.attributes, name: 'nickname' } }),
      [`${attributes}.name: is no part of the key of team`],
    ],
    [
      'the version',
      {
        version: 'revision',
        ...references({ entity: Team, attributes: { org: 'email', number: 'revision' } }),
      },
      ['version: revision is counted by the store, unseen, so nothing else can look at it: references does'],
    ],
  ])('%s', (_name, declared, problems) => {
    expect(problemsOf(declared)).toEqual(problems)
  })
})
