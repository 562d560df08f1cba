import { createCustomAttribute, Entity } from 'electrodb'
import { describe, expect, it } from 'vitest'
import { factsOf } from '../facts-of.js'
import { problemsOf } from './account.js'

describe('a pointer is refused', () => {
  const last = (options: object): object => ({ pointers: { last: { attribute: 'seats', ...options } } })

  it.each<[object, string]>([
    [{ pointers: null }, 'pointers: has to be an object: a name for each pointer'],
    [{ pointers: [] }, 'pointers: has to be an object: a name for each pointer'],
    [
      { pointers: { last: 'seats' } },
      'pointers.last: has to be an object of attribute, scope, order, stale, advance',
    ],
    [
      last({ skip: true }),
      'pointers.last.skip: is no option: there are attribute, scope, order, stale, advance',
    ],
    [last({ scope: undefined }), 'pointers.last.scope: is undefined: leave it out, or give it a value'],
    [last({ attribute: 'seat' }), 'pointers.last.attribute: seat is no attribute of account'],
    [last({ attribute: 1 }), 'pointers.last.attribute: has to be the name of an attribute'],
    [
      last({ attribute: 'tags' }),
      'pointers.last.attribute: is a set: only strings and numbers have an order',
    ],
    [
      last({ attribute: 'active' }),
      'pointers.last.attribute: is a boolean: only strings and numbers have an order',
    ],
    [
      last({ attribute: 'profile' }),
      'pointers.last.attribute: is a map: only strings and numbers have an order',
    ],
    [last({ scope: 'tenantId' }), 'pointers.last.scope: has to be a list of attribute names'],
    [last({ scope: [1] }), 'pointers.last.scope: has to be a list of attribute names'],
    [
      last({ scope: ['tags'] }),
      'pointers.last.scope: tags is a set: only strings, numbers, booleans and enums can be a scope',
    ],
    [last({ scope: ['org'] }), 'pointers.last.scope: org is no attribute of account'],
    [last({ scope: ['seats'] }), 'pointers.last.scope: names the tracked attribute itself'],
    [last({ scope: ['tenantId', 'seats'] }), 'pointers.last.scope: names the tracked attribute itself'],
    [last({ order: 'up' }), "pointers.last.order: has to be 'max' or 'min'"],
    [last({ stale: 'ignore' }), "pointers.last.stale: has to be 'skip' or 'reject'"],
    [last({ advance: 'before' }), "pointers.last.advance: has to be 'with' or 'after'"],
    [
      last({ stale: 'reject', advance: 'after' }),
      "pointers.last.stale: cannot be 'reject' where the pointer is advanced after the commit: nothing can be refused then",
    ],
    [
      { version: 'revision', ...last({ attribute: 'revision' }) },
      'version: revision is counted by the store, unseen, so nothing else can look at it: pointers does',
    ],
  ])('%j', (declared, problem) => {
    expect(problemsOf(declared)).toEqual([problem])
  })

  it('with everything that is wrong at once, in each of them', () => {
    const pointers = {
      last: { attribute: 'seat', order: 'up' },
      first: { attribute: 'email', scope: ['email'] },
      right: { attribute: 'seats' },
    }
    expect(problemsOf({ pointers })).toEqual([
      'pointers.last.attribute: seat is no attribute of account',
      "pointers.last.order: has to be 'max' or 'min'",
      'pointers.first.scope: names the tracked attribute itself',
    ])
  })

  it('where the keys of the table are numbers', () => {
    const numbers = new Entity({
      model: { entity: 'account', version: '1', service: 'shop' },
      attributes: { id: { type: 'number' }, seats: { type: 'number' } },
      indexes: { primary: { pk: { field: 'id', composite: ['id'] } } },
    })
    expect(problemsOf(last({}), factsOf(numbers))).toEqual([
      'pointers.last: needs pointer items, and the keys of this table are numbers, which cannot hold one',
    ])
  })
})

describe('a pointer may track', () => {
  it.each(['email', 'seats', 'tier', 'any'])('%s, whose values can have an order', (attribute) => {
    expect(problemsOf({ pointers: { last: { attribute } } })).toEqual([])
  })

  it('what the entity says nothing of but its type in TypeScript', () => {
    const custom = new Entity({
      model: { entity: 'account', version: '1', service: 'shop' },
      attributes: { id: { type: 'string' }, at: createCustomAttribute<bigint>() },
      indexes: { primary: { pk: { field: 'pk', composite: ['id'] } } },
    })
    expect(problemsOf({ pointers: { last: { attribute: 'at' } } }, factsOf(custom))).toEqual([])
  })

  it('in either order, either way, within a scope', () => {
    const scope = ['tenantId', 'tier', 'active', 'seats']
    for (const options of [
      { order: 'max', stale: 'skip', advance: 'with', scope },
      { order: 'min', stale: 'reject', advance: 'with' },
      { order: 'max', stale: 'skip', advance: 'after' },
    ])
      expect(problemsOf({ pointers: { last: { attribute: 'email', ...options } } })).toEqual([])
  })
})
