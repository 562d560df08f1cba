import { Entity } from 'electrodb'
import { describe, expect, it } from 'vitest'
import { counter } from '../../src/define/counter.js'
import { singleton } from '../../src/define/singleton.js'

const recordOf = (version: string, template: string) =>
  new Entity({
    model: { entity: 'flags', version, service: 'shop' },
    attributes: { limit: { type: 'number' } },
    indexes: {
      primary: {
        pk: { field: 'pk', composite: [], template: 'FLAGS' },
        sk: { field: 'sk', composite: [], template },
      },
    },
  })

describe('a singleton', () => {
  const older = recordOf('1', 'V1')

  it.each([
    ['an entity', older],
    ['a singleton', singleton(older, { defaults: {} })],
  ])(
    'cannot take over from %s with its own key: the first write would destroy what it takes over',
    (_, model) => {
      const declare = (sk: string) => () =>
        singleton(recordOf('2', sk), {
          defaults: {},
          supersedes: { model, map: ({ limit = 1 }) => ({ limit }) },
        })
      expect(declare('V2')).not.toThrow()
      expect(declare('V1')).toThrow(
        expect.objectContaining({
          code: 'DECLARATION',
          problems: [
            { path: 'supersedes.model', message: expect.stringContaining('has the same table key') },
          ],
        }),
      )
    },
  )
})

describe('a counter', () => {
  const declare = (shards: number, formerShards: number) => () =>
    counter({ service: 'shop', name: 'visits', shards, formerShards })

  it('had more shards before, or says nothing of it', () => {
    expect(declare(2, 3)).not.toThrow()
    for (const formerShards of [2, 1, 101]) expect(declare(2, formerShards)).toThrow(/formerShards/)
  })
})
