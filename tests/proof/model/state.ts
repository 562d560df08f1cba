import { guardsOf } from './expected-keys.js'
import type { Attributes } from './operation.js'
import type { EntityName, Shape } from './shape.js'
import type { Stored } from './stored.js'

/** Whose something is. */
export interface Owner {
  readonly of: EntityName
  readonly id: string
  /** The key attributes, as they are stored. */
  readonly key: Attributes
}

/** A request that was made with an idempotency key. */
export interface RequestRecord {
  readonly input: string
  /** What it left behind, operation by operation; null for what it deleted. */
  readonly left: readonly (Pick<Owner, 'of' | 'id'> | null)[]
}

/** What the table has to hold. */
export class State {
  items: Readonly<Record<EntityName, Map<string, Stored>>> = { thing: new Map(), other: new Map() }
  guards: Map<string, Owner> = new Map()
  pointers: Map<string, { readonly value: string | number; readonly owner: Owner }> = new Map()
  sequences: Map<string, number> = new Map()
  records: Map<string, RequestRecord> = new Map()
  hits = 0

  clone(): State {
    const { items, guards, pointers, sequences, records, hits } = this
    return Object.assign(new State(), {
      items: { thing: new Map(items.thing), other: new Map(items.other) },
      guards: new Map(guards),
      pointers: new Map(pointers),
      sequences: new Map(sequences),
      records: new Map(records),
      hits,
    })
  }
}

/** What of an item is its key. */
export const keyOf = (shape: Shape, of: EntityName, item: Attributes): Attributes =>
  Object.fromEntries(shape[of].key.map((name) => [name, item[name] ?? '']))

/** Keys do not tell capitals from small letters. */
export const idOf = (shape: Shape, of: EntityName, item: Attributes): string =>
  shape[of].key.map((name) => String(item[name]).toLowerCase()).join('|')

export const ownerOf = (shape: Shape, of: EntityName, item: Attributes): Owner => ({
  of,
  id: idOf(shape, of, item),
  key: keyOf(shape, of, item),
})

/** Times in the past are long ago, and those to come far away. */
const isExpired = (shape: Shape, of: EntityName, item: Stored): boolean =>
  shape[of].expires && item['ttl'] !== undefined && Number(item['ttl']) < 1_000_000_000

/** Whether the owner of a guard has no right to it any more: then anybody may take it. */
export function isStale(shape: Shape, state: State, guard: string, { of, id }: Owner): boolean {
  const item = state.items[of].get(id)
  return item === undefined || isExpired(shape, of, item) || !guardsOf(shape, of, item).has(guard)
}
