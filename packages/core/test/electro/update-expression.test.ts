import { Entity } from 'electrodb'
import { describe, expect, it } from 'vitest'
import { readUpdateExpression } from '../../src/electro/update-expression.js'
import { type Clause, joinClauses } from '../../src/plan/entity-write.js'

const Thing = new Entity({
  model: { entity: 'thing', version: '1', service: 'shop' },
  attributes: {
    id: { type: 'string' },
    email: { type: 'string', field: 'em' },
    count: { type: 'number' },
    tags: { type: 'set', items: 'string' },
    list: { type: 'list', items: { type: 'string' } },
    profile: {
      type: 'map',
      field: 'p-1',
      properties: {
        first: { type: 'string', field: 'f' },
        list: { type: 'list', items: { type: 'string' } },
      },
    },
    SET: { type: 'string' },
    ADD: { type: 'number' },
    REMOVE: { type: 'string' },
    DELETE: { type: 'set', items: 'string' },
  },
  indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
})

interface Chain {
  params(options: { table: string }): unknown
}
interface Params {
  readonly UpdateExpression: string
  readonly ExpressionAttributeNames: Record<string, string>
}

function expressionOf(chain: Chain): { readonly text: string; readonly clauses: readonly Clause[] } {
  const { UpdateExpression, ExpressionAttributeNames } = chain.params({ table: 't' }) as Params
  return { text: UpdateExpression, clauses: readUpdateExpression(UpdateExpression, ExpressionAttributeNames) }
}

/** The clauses of an update, without what ElectroDB sets in every one. */
const clausesOf = (chain: Chain): Clause[] =>
  expressionOf(chain).clauses.filter(({ field }) => !['id', '__edb_e__', '__edb_v__'].includes(field))

const patch = () => Thing.patch({ id: '1' })

describe('an update expression of ElectroDB', () => {
  it.each<[string, Chain, Partial<Clause>[]]>([
    [
      'set',
      patch().set({ email: 'a', list: ['x'] }),
      [
        { section: 'SET', text: '#email = :email_u0', field: 'em', isWhole: true, value: ':email_u0' },
        { section: 'SET', text: '#list = :list_u0', field: 'list', isWhole: true, value: ':list_u0' },
      ],
    ],
    [
      'remove',
      patch().remove(['email']),
      [{ section: 'REMOVE', text: '#email', field: 'em', isWhole: true }],
    ],
    [
      'add to a number and to a set',
      patch().add({ count: 1, tags: ['a'] }),
      [
        { section: 'ADD', text: '#count :count_u0', field: 'count', isWhole: true },
        { section: 'ADD', text: '#tags :tags_u0', field: 'tags', isWhole: true },
      ],
    ],
    [
      'subtract',
      patch().subtract({ count: 1 }),
      [
        {
          section: 'SET',
          text: '#count = (if_not_exists(#count, :count_default_value_u0) - :count_u0)',
          field: 'count',
          isWhole: true,
        },
      ],
    ],
    [
      'append',
      patch().append({ list: ['a', 'b'] }),
      [
        {
          section: 'SET',
          text: '#list = list_append(if_not_exists(#list, :list_default_value_u0), :list_u0)',
          field: 'list',
          isWhole: true,
        },
      ],
    ],
    [
      'delete',
      patch().delete({ tags: ['a'] }),
      [{ section: 'DELETE', text: '#tags :tags_u0', field: 'tags', isWhole: true }],
    ],
    [
      'a path into a map',
      patch().data((a, op) => op.set(a.profile.first, 'x')),
      [{ section: 'SET', text: '#profile.#first = :first_u0', field: 'p-1', isWhole: false }],
    ],
    [
      'a place in a list',
      patch().data((a, op) => op.set(a.list[2] as never, 'x' as never)),
      [{ section: 'SET', text: '#list[2] = :p_u0', field: 'list', isWhole: false }],
    ],
    [
      'a place in a list of a map',
      patch().data((a, op) => op.remove(a.profile.list[0] as never)),
      [{ section: 'REMOVE', text: '#profile.#list[0]', field: 'p-1', isWhole: false }],
    ],
    [
      'if not there yet',
      patch().data((a, op) => op.ifNotExists(a.count, 1)),
      [{ section: 'SET', text: '#count = if_not_exists(#count, :count_u0)', field: 'count', isWhole: true }],
    ],
    [
      'set by data',
      patch().data((a, op) => op.set(a.email, 'x')),
      [{ section: 'SET', text: '#email = :email_u0', field: 'em', isWhole: true, value: ':email_u0' }],
    ],
    [
      'names that look like sections',
      patch()
        .set({ SET: 'a', REMOVE: 'b' })
        .add({ ADD: 1 })
        .delete({ DELETE: ['a'] }),
      [
        { section: 'SET', text: '#SET = :SET_u0', field: 'SET', value: ':SET_u0' },
        { section: 'SET', text: '#REMOVE = :REMOVE_u0', field: 'REMOVE', value: ':REMOVE_u0' },
        { section: 'ADD', text: '#ADD :ADD_u0', field: 'ADD' },
        { section: 'DELETE', text: '#DELETE :DELETE_u0', field: 'DELETE' },
      ],
    ],
  ])('comes apart: %s', (_, chain, clauses) => {
    const read = clausesOf(chain)
    expect(read).toMatchObject(clauses)
    expect(read.map(({ value }) => value)).toEqual(clauses.map(({ value }) => value))
  })

  it('comes together again as it was', () => {
    const { text, clauses } = expressionOf(
      patch()
        .set({ email: 'a' })
        .append({ list: ['x'] })
        .subtract({ count: 1 })
        .remove(['profile'])
        .add({ tags: ['a'] })
        .delete({ DELETE: ['a'] })
        .add({ ADD: 1 }),
    )
    expect(joinClauses(clauses)).toBe(text)
  })

  it('may be empty', () => {
    expect(readUpdateExpression('', {})).toEqual([])
    expect(joinClauses([])).toBe('')
  })

  it.each([
    ['SET email = :a', {}],
    ['SET #email = :a', {}],
    ['SET #email = :a, :b', { '#email': 'em' }],
  ])('is a fault of ours where it is not understood: %s', (text, names) => {
    expect(() => readUpdateExpression(text, names)).toThrow(
      expect.objectContaining({ code: 'INTERNAL', message: expect.stringContaining('was not understood') }),
    )
  })
})
