import { type CompiledCreate, compileCreate } from '../electro/compile-create.js'
import { formatItem } from '../electro/format.js'
import { generatedFields } from '../interpret/generated-fields.js'
import type { PlannedChange } from '../plan/assemble.js'
import type { StoredItem } from '../plan/attribute-value.js'
import type { Change } from '../plan/change.js'
import type { Adjustment } from '../plan/contribution.js'
import { keyAttributesOf } from '../plan/entity-facts.js'
import { execute, type Task } from '../run/execute.js'
import { type Binding, managedAttributes, planChange, runtimeFor } from './binding.js'
import { checkInput } from './check-input.js'
import { remember } from './current.js'
import { readOptions } from './read-options.js'

const CREATE_OPTIONS = ['signal', 'retry', 'returns']

/** Compiles a create once, with what constraints give to its input. */
export function compileInput(binding: Binding, input: unknown, operation: string): CompiledCreate {
  const { entity, facts, constraints, table } = binding
  const context = { model: facts.entity, operation }
  const checked = checkInput(input, facts, managedAttributes(binding), context)
  const supplied = Object.assign(
    {},
    ...constraints.all.map((constraint) => constraint.supply('create')),
  ) as object
  return compileCreate(entity, facts, { ...checked, ...supplied }, table)
}

export function planCreate(
  binding: Binding,
  { write, after }: CompiledCreate,
  adjustments: readonly Adjustment[],
): PlannedChange {
  const change: Change = {
    operation: 'create',
    key: write.key,
    keyAttributes: keyAttributesOf(after, binding.facts),
    before: null,
    after,
    touched: new Set(Object.keys(after)),
    reliesOn: [],
  }
  return planChange(binding, change, write, { kind: 'none' }, adjustments)
}

/** The item that a write gives back, with what is stored behind it. */
export function returned(binding: Binding, stored: StoredItem | undefined, returns: unknown): unknown {
  if (returns === 'none') return undefined
  const item = formatItem(binding.entity, binding.facts, stored)
  return item === null || stored === undefined ? item : remember(item, stored, binding.facts)
}

export async function create(binding: Binding, input: unknown, given: unknown): Promise<unknown> {
  const { facts, constraints } = binding
  const options = readOptions(given, CREATE_OPTIONS, { model: facts.entity, operation: 'create' })
  const runtime = runtimeFor(binding, 'create', options)
  const compiled = compileInput(binding, input, 'create')
  const { after } = compiled
  const task: Task<unknown> = {
    prepare: async (adjustments) => ({
      planned: planCreate(binding, compiled, adjustments),
      returnValues: 'NONE',
      doubt: () => ({
        operation: 'create',
        stores: after,
        versionField: constraints.version,
        expectedVersion: undefined,
        generated: generatedFields(facts, after, input as object),
      }),
      finish: (item) => returned(binding, item ?? after, options['returns']),
    }),
    forget: () => {},
  }
  return execute(task, runtime)
}
