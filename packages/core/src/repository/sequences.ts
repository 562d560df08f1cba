import { VALUE } from '../constraint/guard-item.js'
import { sequenceKey } from '../constraint/sequence.js'
import { exactNumber, type SequenceDeclaration } from '../constraint/sequence-declaration.js'
import { InvalidInputError } from '../errors/invalid-input-error.js'
import { identityOf, type TableKey } from '../plan/attribute-value.js'
import type { Runtime } from '../run/execute.js'
import { type Binding, runtimeFor } from './binding.js'
import { readNamedValues } from './named-values.js'
import { drawAhead } from './numbering.js'
import { readOptions } from './read-options.js'
import { Reservation } from './reservation.js'

/** More than any load needs; a slip of the pen is not to use a sequence up. */
const MOST_RESERVED = 1_000_000

interface Access {
  readonly key: TableKey
  readonly runtime: Runtime
  readonly consistent: boolean
}

function access(
  binding: Binding,
  declaration: SequenceDeclaration,
  call: {
    readonly method: string
    readonly scope: unknown
    readonly options: unknown
    readonly known: readonly string[]
  },
): Access {
  const { facts, prefixes } = binding
  const operation = `sequences.${declaration.name}.${call.method}`
  const context = { model: facts.entity, operation }
  const options = readOptions(call.options, call.known, context)
  const named = readNamedValues(call.scope ?? {}, declaration.scope, 'the scope', facts, context)
  const key = sequenceKey(declaration, named, prefixes)
  if (key === undefined)
    throw new InvalidInputError([{ path: '', message: 'the scope is incomplete' }], context)
  return { key, runtime: runtimeFor(binding, operation, options), consistent: options['consistent'] === true }
}

/** The last number that was handed out; null where none was. */
export async function readSequence(
  binding: Binding,
  declaration: SequenceDeclaration,
  scope: unknown,
  options: unknown,
): Promise<number | null> {
  const known = ['consistent', 'signal']
  const { key, runtime, consistent } = access(binding, declaration, { method: 'read', scope, options, known })
  const item = await binding.store.get({ table: binding.table, key, consistent }, runtime.context)
  return item?.[VALUE]?.N === undefined ? null : Number(item[VALUE].N)
}

/** Takes so many numbers out of a sequence by one atomic write. */
export async function reserve(
  binding: Binding,
  declaration: SequenceDeclaration,
  scope: unknown,
  count: unknown,
  options: unknown,
): Promise<Reservation> {
  const { key, runtime } = access(binding, declaration, {
    method: 'reserve',
    scope,
    options,
    known: ['signal', 'retry'],
  })
  const { model, operation } = runtime.context
  const isCount =
    typeof count === 'number' && Number.isSafeInteger(count) && count > 0 && count <= MOST_RESERVED
  if (!isCount)
    throw new InvalidInputError(
      [{ path: 'count', message: `has to be a whole number from 1 to ${MOST_RESERVED}` }],
      { model, operation },
    )
  const { facts, attribute } = declaration
  exactNumber(count * declaration.step, facts, attribute, operation)
  const last = exactNumber(
    await drawAhead(binding, runtime, declaration, key, count),
    facts,
    attribute,
    operation,
  )
  const first = last - (count - 1) * declaration.step
  return new Reservation(first, last, declaration.step, identityOf(binding.table, key))
}
