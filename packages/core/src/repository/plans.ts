import type { Draw } from '../constraint/constraint.js'
import { sequenceKey } from '../constraint/sequence.js'
import { compileDelete } from '../electro/compile-delete.js'
import type { WhereText } from '../electro/electro-entity.js'
import { InvalidInputError } from '../errors/invalid-input-error.js'
import type { Part } from '../plan/assemble.js'
import { keyAttributesOf } from '../plan/entity-facts.js'
import { joinParts } from '../plan/join-parts.js'
import { toNativeItem } from '../plan/native-value.js'
import type { CompiledPlan } from '../plan/plan.js'
import { type Binding, sequencesOf } from './binding.js'
import { checkKey } from './check-input.js'
import { creating, planCreate, readInput } from './create.js'
import { planDelete } from './delete.js'
import { apply, checkVerbs, draft } from './draft-update.js'
import { planUpdate } from './prepare-update.js'
import { isRecord, type Options, readOptions } from './read-options.js'
import { storedFor } from './stored-item.js'

const PLAN_OPTIONS = ['where']

/** What is stored behind a current item, and the key attributes in it, as a caller would pass them. */
function readCurrent(
  binding: Binding,
  current: unknown,
  operation: string,
): { stored: ReturnType<typeof storedFor>; named: Options } {
  const { facts } = binding
  const context = { model: facts.entity, operation }
  if (!isRecord(current))
    throw new InvalidInputError([{ path: 'current', message: 'has to be an item' }], context)
  const stored = storedFor(current, binding)
  const named = toNativeItem(keyAttributesOf(stored, facts))
  return { stored, named: checkKey(named, facts, context) }
}

/** The plan of one change alone. */
const compilePlan = ({ table }: Binding, part: Part): CompiledPlan => joinParts([part], table).plan

/** Plans a create. Numbers of sequences are read when it is sent: the plan shows the first of each. */
export function planOfCreate(binding: Binding, input: unknown): CompiledPlan {
  const named = readInput(binding, input, 'plan.create')
  const declared = sequencesOf(binding)
  const numbers = declared.map(({ attribute, write, start }) => [attribute, write(start)] as const)
  const compiled = creating(binding)(named, Object.fromEntries(numbers))
  const draws = declared.flatMap((declaration): Draw[] => {
    const { name, origin, start, isGapless } = declaration
    const key = sequenceKey(declaration, compiled.after, binding.prefixes)
    return key === undefined || !isGapless
      ? []
      : [{ name, origin, key, read: undefined, value: { N: String(start) } }]
  })
  return compilePlan(binding, planCreate(binding, compiled, [], draws))
}

export function planOfUpdate(
  binding: Binding,
  current: unknown,
  changes: unknown,
  given: unknown,
): CompiledPlan {
  const { facts } = binding
  const operation = 'plan.update'
  const options = readOptions(given, PLAN_OPTIONS, { model: facts.entity, operation })
  const { stored, named } = readCurrent(binding, current, operation)
  const verbs = checkVerbs(binding, changes, operation)
  const compiled = draft(binding, named, verbs, options['where'] as WhereText | undefined, operation, stored)
  if (compiled === undefined)
    throw new InvalidInputError(
      [{ path: 'current', message: 'lacks attributes that are part of an index' }],
      {
        model: facts.entity,
        operation,
      },
    )
  const applied = apply(binding, compiled, stored)
  const about = { before: stored, keyAttributes: keyAttributesOf(stored, facts), isDecidedOn: true }
  return compilePlan(binding, planUpdate(binding, applied, about, { kind: 'current' }, []))
}

export function planOfDelete(binding: Binding, current: unknown, given: unknown): CompiledPlan {
  const { facts, entity, table } = binding
  const operation = 'plan.delete'
  const options = readOptions(given, PLAN_OPTIONS, { model: facts.entity, operation })
  const { stored, named } = readCurrent(binding, current, operation)
  const write = compileDelete(entity, facts, named, options['where'] as WhereText | undefined, table)
  const deleted = { before: stored, keyAttributes: keyAttributesOf(stored, facts), isDecidedOn: true }
  return compilePlan(binding, planDelete(binding, write, deleted, { kind: 'current' }, []))
}
