import { Entity } from 'electrodb'
import { describe, expect, it } from 'vitest'
import { spellAsStored } from '../../src/electro/as-stored.js'
import { factsOf } from '../facts-of.js'

const facts = factsOf(
  new Entity({
    model: { entity: 'account', version: '1', service: 'shop' },
    attributes: {
      id: { type: 'string' },
      lower: { type: 'string', set: (value?: string) => value?.toLowerCase() },
      strict: {
        type: 'string',
        set: (value?: string) => {
          if (value === undefined) throw new TypeError('no value')
          return value.trim()
        },
      },
      rounded: { type: 'number', set: (value?: number) => value && Math.round(value) },
      prefixed: { type: 'string', set: (value?: string) => `p-${value}` },
      fixed: { type: 'string', set: () => 'always' },
      gone: { type: 'string', set: () => undefined },
      watching: { type: 'string', watch: ['id'], set: (value?: string) => value?.toLowerCase() },
      joined: { type: 'string', set: (value?: string, item?: { id?: string }) => `${item?.id}-${value}` },
      converted: { type: 'any', set: (value?: unknown) => String(value) },
    },
    indexes: { primary: { pk: { field: 'pk', composite: ['id'] } } },
  }),
)

describe('a value that names something', () => {
  it.each<[string, unknown, unknown]>([
    ['id', 'Ab', 'Ab'],
    ['lower', 'Ab', 'ab'],
    ['lower', 'ab', 'ab'],
    ['strict', ' a ', 'a'],
    ['rounded', 1.6, 2],
  ])('is spelt as a hook stores it: %s of %j', (name, given, stored) => {
    expect(spellAsStored({ [name]: given }, facts)).toEqual({ [name]: stored })
  })

  it.each(['prefixed', 'fixed', 'gone', 'watching', 'joined'])(
    'is what is stored already where a hook does more than spell: %s',
    (name) => expect(spellAsStored({ [name]: 'Ab' }, facts)).toEqual({ [name]: 'Ab' }),
  )

  it('keeps its type', () => expect(spellAsStored({ converted: 7 }, facts)).toEqual({ converted: 7 }))
})
