import {
  type CompiledUpdate,
  compileUpdate,
  removedComposites,
  type UpdateVerbs,
} from '../electro/compile-update.js'
import type { WhereText } from '../electro/electro-entity.js'
import { composeIndexKeys, computedKeyPart, requiredSortKeys, showsSpelling } from '../electro/index-keys.js'
import { findUntrusted, recompute, type Untrusted } from '../electro/watchers.js'
import { InvalidInputError } from '../errors/invalid-input-error.js'
import { applyClauses } from '../plan/assemble.js'
import type { StoredItem } from '../plan/attribute-value.js'
import { fieldOf } from '../plan/entity-facts.js'
import type { EntityWrite } from '../plan/entity-write.js'
import { type Binding, guardedFields, managedAttributes, neededFields } from './binding.js'
import { checkChanges, namedBy } from './check-input.js'
import { type Options, refuse } from './read-options.js'

/** An update that was compiled, before it is known what it costs. */
export interface Draft {
  readonly verbs: UpdateVerbs
  readonly compiled: CompiledUpdate
  readonly untrusted: readonly Untrusted[]
}

/** What an update comes to on the item as it was read. */
export interface Applied {
  readonly write: EntityWrite
  readonly after: StoredItem
  /** Whether `after` is all of the item, as the store will have it. */
  readonly isExact: boolean
  readonly reliesOn: readonly string[]
  /** Fields that the item has to have, where it was not read. */
  readonly requires: readonly string[]
}

export function checkVerbs(binding: Binding, changes: unknown, operation: string): UpdateVerbs {
  const { facts } = binding
  const rules = { facts, managed: managedAttributes(binding), guarded: guardedFields(binding) }
  return checkChanges(changes, rules, { model: facts.entity, operation })
}

/** ElectroDB leaves out what it cannot store, such as an empty set: what was named has to be in the update. */
function checkNamed(binding: Binding, write: EntityWrite, verbs: UpdateVerbs, operation: string): void {
  const { facts } = binding
  const written = new Set(write.clauses.map(({ field }) => field))
  const left = namedBy(verbs).filter(({ name }) => !written.has(fieldOf(facts, name)))
  const message = 'has no form in the table, as an empty set has none: remove the attribute instead'
  refuse(
    left.map(({ path }) => ({ path, message })),
    { model: facts.entity, operation },
  )
  if (written.size === 0)
    refuse([{ path: '', message: 'there is nothing to change' }], { model: facts.entity, operation })
}

/** Refuses what the checks of names could not see: `data` that reaches what a constraint looks at. */
function checkClauses(binding: Binding, write: EntityWrite, operation: string): void {
  const { facts } = binding
  const guarded = guardedFields(binding)
  const managed = managedAttributes(binding)
  const wrong = (field: string, message: string): never => {
    const name = facts.names.get(field) ?? field
    throw new InvalidInputError([{ path: `data.${name}`, message }], { model: facts.entity, operation })
  }
  const computed = computedKeyPart(facts, write)
  if (computed !== undefined)
    throw new InvalidInputError(
      [
        {
          path: computed,
          message: 'is part of the key of an index, which the store cannot compute: use modify, and set it',
        },
      ],
      { model: facts.entity, operation },
    )
  for (const { field, value, section, isWhole } of write.clauses) {
    if (managed.has(facts.names.get(field) ?? ''))
      wrong(field, 'is written by the library alone: leave it out')
    const isPlain = value !== undefined || (section === 'REMOVE' && isWhole)
    if (guarded.has(field) && !isPlain)
      wrong(
        field,
        'is looked at by a constraint, which has to know the value that is stored: use set or remove',
      )
  }
}

/** Compiles an update; undefined where the stored item has to complete the key of an index first. */
export function draft(
  binding: Binding,
  key: Options,
  verbs: UpdateVerbs,
  where: WhereText | undefined,
  operation: string,
  before?: StoredItem,
): Draft | undefined {
  const { entity, facts, table } = binding
  const compiled = compileUpdate({ entity, facts, key, verbs, where, table }, before)
  if (compiled === 'incomplete') return undefined
  checkNamed(binding, compiled.write, verbs, operation)
  checkClauses(binding, compiled.write, operation)
  const untrusted = findUntrusted(facts, compiled.write, verbs, guardedFields(binding))
  return { verbs, compiled, untrusted }
}

/** Whether an update has to know the item as it was. */
export function needsBefore(binding: Binding, { verbs, compiled, untrusted }: Draft): boolean {
  const needed = neededFields(binding)
  const { facts } = binding
  if (removedComposites(facts, verbs).length > 0 || showsSpelling(facts, compiled.write)) return true
  return untrusted.length > 0 || compiled.write.clauses.some(({ field }) => needed.has(field))
}

/** What the update stores where the item was not read: the values that it names. */
export function namedValues({ clauses, condition }: EntityWrite): StoredItem {
  return Object.fromEntries(
    clauses.flatMap(({ field, value }) => {
      const stored = value === undefined ? undefined : condition.values[value]
      return stored === undefined ? [] : [[field, stored]]
    }),
  )
}

/** Applies an update to the item as it was read. */
export function apply(
  binding: Binding,
  { verbs, compiled, untrusted }: Draft,
  before: StoredItem | undefined,
): Applied {
  const { entity, facts } = binding
  if (before === undefined) {
    const after = namedValues(compiled.write)
    const requires = requiredSortKeys(facts, compiled.write)
    return { write: compiled.write, after, isExact: false, reliesOn: [], requires }
  }
  const recomputed = recompute(facts, compiled.write, verbs, untrusted, before)
  const keyed = composeIndexKeys(
    entity,
    facts,
    recomputed.write,
    before,
    applyClauses(before, recomputed.write).item,
  )
  const { item, isExact } = applyClauses(before, keyed.write)
  const reliesOn = [...recomputed.reliesOn, ...keyed.reliesOn, ...compiled.completedBy]
  return { write: keyed.write, after: item, isExact, reliesOn, requires: [] }
}
