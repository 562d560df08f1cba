import { Entity } from 'electrodb'
import { describe, expect, it } from 'vitest'
import { compileUpdate, type UpdateVerbs } from '../../src/electro/compile-update.js'
import type { ElectroEntity } from '../../src/electro/electro-entity.js'
import { findUntrusted, recompute } from '../../src/electro/watchers.js'
import { applyClauses } from '../../src/plan/assemble.js'
import type { StoredItem } from '../../src/plan/attribute-value.js'
import { factsOf } from '../facts-of.js'

interface Person {
  readonly first?: string
  readonly last?: string
  readonly visits?: number
}
let clock = 0
const User = new Entity({
  model: { entity: 'user', version: '1', service: 'shop' },
  attributes: {
    id: { type: 'string' },
    first: { type: 'string', field: 'f', set: (value?: string) => value?.trim() },
    last: { type: 'string' },
    visits: { type: 'number' },
    slug: { type: 'string', set: (value?: string) => value?.toLowerCase() },
    full: {
      type: 'string',
      field: 'fu',
      watch: ['first', 'last'],
      set: (_: unknown, { first, last }: Person) => `${first} ${last}`,
    },
    spread: {
      type: 'string',
      watch: ['first', 'last'],
      set: (_: unknown, item: Person) =>
        Object.keys({ ...item })
          .sort()
          .join(),
    },
    rank: { type: 'string', watch: ['visits'], set: (_: unknown, item: Person) => `${item.visits}` },
    named: {
      type: 'string',
      watch: ['first', 'last'],
      set: (value: string | undefined, item: Person) =>
        item.first === 'none' ? undefined : (value ?? item.first),
    },
    indexed: {
      type: 'string',
      watch: ['first', 'last'],
      set: (_: unknown, item: Person) => `${item.first}-${item.last}`,
    },
    sliding: { type: 'number', watch: '*', set: () => ++clock },
  },
  indexes: {
    primary: { pk: { field: 'pk', composite: ['id'] } },
    byIndexed: {
      index: 'gsi1',
      pk: { field: 'gsi1pk', composite: ['indexed'] },
      sk: { field: 'gsi1sk', composite: [] },
    },
    bySliding: {
      index: 'gsi2',
      pk: { field: 'gsi2pk', composite: ['sliding'] },
      sk: { field: 'gsi2sk', composite: [] },
    },
  },
})
const entity = User as unknown as ElectroEntity
const facts = factsOf(User)
const before: StoredItem = {
  pk: { S: '$shop$user_1#id_1' },
  id: { S: '1' },
  f: { S: 'Ada' },
  last: { S: 'Byron' },
  visits: { N: '7' },
}

/** What an update stores of one field, where a constraint looks at some. */
function stored(verbs: UpdateVerbs, guarded: readonly string[], of = before) {
  const compiled = compileUpdate({ entity, facts, key: { id: '1' }, verbs, where: undefined, table: 't' })
  if (compiled === 'incomplete') throw new Error('incomplete')
  const untrusted = findUntrusted(facts, compiled.write, verbs, new Set(guarded))
  const { write, reliesOn } = recompute(facts, compiled.write, verbs, untrusted, of)
  return {
    untrusted: untrusted.map(({ attribute }) => attribute.name),
    item: applyClauses(of, write).item,
    reliesOn: [...reliesOn].sort(),
  }
}

describe('what a watcher computed without the stored item', () => {
  it('is computed again with it, under what the update stores', () => {
    const { untrusted, item, reliesOn } = stored({ set: { first: ' Augusta ' } }, ['fu'])
    expect(untrusted).toEqual(['full'])
    expect(item['fu']).toEqual({ S: 'Augusta Byron' })
    expect(item['f']).toEqual({ S: 'Augusta' })
    expect(reliesOn).toEqual(['last'])
  })

  it('sees what the update removes as absent', () => {
    const { item, reliesOn } = stored({ set: { first: 'X' }, remove: ['last'] }, ['fu'])
    expect(item['fu']).toEqual({ S: 'X undefined' })
    expect(reliesOn).toEqual([])
  })

  it('sees everything where it spreads the item, and relies on it', () => {
    const { item, reliesOn } = stored({ set: { last: 'L' } }, ['spread'])
    expect(item['spread']?.S).toContain('first,full,id')
    expect(reliesOn).toEqual(expect.arrayContaining(['f', 'id', 'visits', 'slug']))
  })

  it('is trusted where the update names all that it watches, or no constraint looks', () => {
    expect(stored({ set: { first: 'A', last: 'B' } }, ['fu'])).toMatchObject({
      untrusted: [],
      item: { fu: { S: 'A B' } },
    })
    expect(stored({ set: { first: 'A' } }, []).untrusted).toEqual([])
    expect(stored({ set: { slug: 'A' } }, ['slug', 'fu']).untrusted).toEqual([])
  })

  it.each<[string, UpdateVerbs]>([
    ['add', { add: { visits: 1 } }],
    ['subtract', { subtract: { visits: 1 } }],
    [
      'data',
      {
        data: (a, op) =>
          (op as { add(x: unknown, y: number): unknown }).add((a as { visits: unknown }).visits, 1),
      },
    ],
  ])('is refused where what it reads is computed in the store: %s', (_, verbs) => {
    expect(() => stored(verbs, ['rank'])).toThrow(
      expect.objectContaining({
        code: 'INVALID_INPUT',
        problems: [
          {
            path: 'visits',
            message:
              'is read by the hook of rank, which a constraint watches: set it, instead of computing it in the store',
          },
        ],
      }),
    )
  })

  it('is computed again where data changed what it watches', () => {
    const verbs: UpdateVerbs = {
      data: (a, op) =>
        (op as { set(x: unknown, y: string): unknown }).set((a as { last: unknown }).last, 'Z'),
    }
    expect(stored(verbs, ['fu']).item['fu']).toEqual({ S: 'Ada Z' })
  })

  it('falls away where the hook gives nothing and nobody named it', () => {
    const none = { ...before, f: { S: 'none' } }
    expect(stored({ set: { last: 'L' } }, ['named'], none).item).not.toHaveProperty('named')
    expect(stored({ set: { last: 'L' } }, ['named']).item['named']).toEqual({ S: 'Ada' })
    expect(stored({ set: { named: 'mine' } }, ['named']).item['named']).toEqual({ S: 'mine' })
  })

  it('is refused where it is part of an index, whose key cannot be put right', () => {
    expect(() => stored({ set: { last: 'L' } }, ['indexed'])).toThrow(
      expect.objectContaining({
        code: 'INVALID_INPUT',
        problems: [
          expect.objectContaining({ path: 'indexed', message: expect.stringContaining('byIndexed') }),
        ],
      }),
    )
  })

  it('is not called again where it looks at nothing stored: its value is in an index already', () => {
    clock = 0
    const compiled = compileUpdate({
      entity,
      facts,
      key: { id: '1' },
      verbs: { set: { slug: 'a' } },
      where: undefined,
      table: 't',
    })
    if (compiled === 'incomplete') throw new Error('incomplete')
    const untrusted = findUntrusted(facts, compiled.write, { set: { slug: 'a' } }, new Set(['sliding']))
    const { write } = recompute(facts, compiled.write, { set: { slug: 'a' } }, untrusted, before)
    expect(applyClauses(before, write).item).toMatchObject({
      sliding: { N: '1' },
      gsi2pk: { S: '$shop#sliding_1' },
    })
  })
})
