import type { ConstraintSet, KeyPrefixes } from '../constraint/constraint.js'
import { compileKey } from '../electro/compile-delete.js'
import type { ElectroEntity } from '../electro/electro-entity.js'
import { composeKeys } from '../electro/index-keys.js'
import { InvalidInputError } from '../errors/invalid-input-error.js'
import type { StoredItem, TableKey } from '../plan/attribute-value.js'
import { fieldOf } from '../plan/entity-facts.js'
import { toStoredItem } from '../plan/native-value.js'
import { checkKey } from './check-input.js'
import { readNamedValues } from './named-values.js'

/** A model or a singleton as it is looked at. */
export interface InspectedModel {
  readonly entity: ElectroEntity
  readonly set: ConstraintSet
  readonly table: string
  readonly prefixes: KeyPrefixes
}

type Values = Readonly<Record<string, unknown>>

const contextOf = ({ facts }: ConstraintSet): { readonly model: string; readonly operation: string } => ({
  model: facts.entity,
  operation: 'inspectDatabase',
})

export function itemKeyOf({ entity, set, table }: InspectedModel, key: Values): TableKey {
  const named = checkKey(key, set.facts, contextOf(set))
  return compileKey(entity, set.facts, named, table)
}

export function guardKeyOf({ set, prefixes }: InspectedModel, constraint: string, values: Values): TableKey {
  const context = contextOf(set)
  const lookups = set.all.flatMap((each) => each.lookups)
  const lookup = lookups.find(({ name }) => name === constraint)
  if (lookup === undefined)
    throw new InvalidInputError(
      [{ path: 'constraint', message: `${constraint} is no unique constraint of ${set.facts.entity}` }],
      context,
    )
  const named = readNamedValues(values, lookup.attributes, 'the lookup', set.facts, context)
  const key = lookup.key(named, prefixes)
  if (key === undefined)
    throw new InvalidInputError([{ path: '', message: 'these values have no guard' }], context)
  return key
}

export function storedItemOf({ entity, set }: InspectedModel, item: Values): StoredItem {
  const { facts } = set
  const unknown = Object.keys(item).find((name) => !facts.attributes.has(name))
  if (unknown !== undefined)
    throw new InvalidInputError(
      [{ path: unknown, message: `is no attribute of ${facts.entity}` }],
      contextOf(set),
    )
  const named = Object.entries(toStoredItem(item)).map(
    ([name, value]) => [fieldOf(facts, name), value] as const,
  )
  const stored = Object.fromEntries(named)
  return {
    ...toStoredItem(composeKeys(entity, facts, stored)),
    ...stored,
    [facts.identifiers.entity]: { S: facts.entity },
    [facts.identifiers.version]: { S: facts.version },
  }
}
