import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import { type AnyEntity, entityFor } from './declare-models.js'
import { ownerText } from './expected-keys.js'
import type { Attributes } from './operation.js'
import { type EntityName, fieldOf, keyFieldsOf, type Shape } from './shape.js'
import type { Owner, State } from './state.js'
import { asText, type Stored } from './stored.js'

type Item = Readonly<Record<string, unknown>>

/** What a twin of an entity, without hooks, makes of an item: how ElectroDB spells its keys and those of its indexes. */
class Twin {
  readonly #entity: AnyEntity

  constructor(shape: Shape, of: EntityName) {
    this.#entity = entityFor(shape, of, true)
  }

  item(stored: Stored): Item {
    const params: { Item?: Item } = this.#entity.put(stored as never).params({ table: 'table' })
    return unmarshall(marshall(params.Item ?? {}, { convertClassInstanceToMap: true }))
  }

  key(attributes: Attributes): Readonly<Record<string, string>> {
    const params: { Key?: Readonly<Record<string, string>> } = this.#entity
      .get(attributes as never)
      .params({ table: 'table' })
    return params.Key ?? {}
  }
}

/** ElectroDB's own form of a set, and sets, become lists. */
function withoutSets(item: Item): Item {
  const list = (value: unknown): unknown => {
    if (value instanceof Set) return [...value]
    if (typeof value === 'object' && value !== null && 'wrapperName' in value && 'values' in value)
      return value.values
    return value
  }
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, list(value)]))
}

/**
 * ElectroDB composes the key of an index of what there is: an item that lacks a part of the partition key may be listed
 * under a key that is cut short, or not at all.
 */
function withoutHalfKeys(shape: Shape, of: EntityName, item: Item): Item {
  const { gsi1pk: _, gsi1sk: __, ...rest } = item
  const isWhole = shape[of].index?.pk.every((name) => item[fieldOf(shape, name)] !== undefined)
  return isWhole === true ? item : rest
}

const OWN = '_lk'

/** What somebody other than the core has to find in the table. */
export class ExpectedTable {
  readonly #shape: Shape
  readonly #twins: Readonly<Record<EntityName, Twin>>

  constructor(shape: Shape) {
    this.#shape = shape
    this.#twins = { thing: new Twin(shape, 'thing'), other: new Twin(shape, 'other') }
  }

  /** Every item that there has to be, as a text, in order; shards of counters and records are looked at apart. */
  of(state: State): string[] {
    const keyFields = keyFieldsOf(this.#shape)
    const keyed = ([pk, sk]: readonly string[]): Item =>
      Object.fromEntries(keyFields.map((field, at) => [field, at === 0 ? pk : (sk ?? pk)]))
    const items = (['thing', 'other'] as const).flatMap((of) =>
      [...state.items[of].values()].map((item) =>
        withoutHalfKeys(this.#shape, of, withoutSets(this.#twins[of].item(item))),
      ),
    )
    const guards = [...state.guards].map(([text, owner]) => ({
      ...keyed(JSON.parse(text) as string[]),
      ...this.#owned(owner),
      ...this.#time(owner, state),
      [OWN]: 'guard',
    }))
    const pointers = [...state.pointers].map(([text, { value, owner }]) => ({
      ...keyed([text]),
      ...this.#owned(owner),
      [OWN]: 'pointer',
      _lk_value: value,
    }))
    const sequences = [...state.sequences].map(([text, number]) => ({
      ...keyed([text]),
      [OWN]: 'sequence',
      _lk_value: number,
    }))
    return [...items, ...guards, ...pointers, ...sequences].map(asText).sort()
  }

  #owned({ of, key }: Owner): Item {
    const { key: names } = this.#shape[of]
    const tableKey = this.#twins[of].key(key)
    return {
      _lk_owner: ownerText(keyFieldsOf(this.#shape).map((field) => tableKey[field] ?? '')),
      _lk_key: Object.fromEntries(names.map((name) => [name, key[name]])),
    }
  }

  /** A guard has its owner's time, in whole seconds. */
  #time({ of, id }: Owner, state: State): Item {
    const ttl = this.#shape[of].expires ? state.items[of].get(id)?.['ttl'] : undefined
    return ttl === undefined ? {} : { [fieldOf(this.#shape, 'ttl')]: Math.ceil(Number(ttl)) }
  }
}

function ofEntity(shape: Shape, item: Item): Item {
  const name = item['__edb_e__']
  return name === 'thing' || name === 'other' ? withoutHalfKeys(shape, name, item) : item
}

/** What is in a table, in the same form. */
export function foundIn(
  shape: Shape,
  raw: readonly Readonly<Record<string, AttributeValue>>[],
): {
  readonly items: string[]
  readonly records: number
  /** Items of ours that do not say what they are of. */
  readonly nameless: number
} {
  const found = raw.map((item): Item => withoutSets(unmarshall(item)))
  const kindOf = (item: Item): unknown => item[OWN]
  const shownKinds = ['guard', 'pointer', 'sequence', undefined]
  const isNamed = (item: Item): boolean => /^shop\.(thing|other)\./.test(String(item['_lk_of']))
  const own = found.filter((item) => ['guard', 'pointer', 'sequence'].includes(String(kindOf(item))))
  return {
    items: found
      .filter((item) => shownKinds.includes(kindOf(item) as string))
      // Which of several constraints with one guard claimed it first is not told by the item.
      .map(({ _lk_of: _, ...item }) => asText(ofEntity(shape, item)))
      .sort(),
    records: found.filter((item) => kindOf(item) === 'idempotency').length,
    nameless: own.filter((item) => !isNamed(item)).length,
  }
}
