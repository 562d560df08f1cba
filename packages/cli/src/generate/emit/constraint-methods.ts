import type {
  ConstraintDescription,
  PointerDescription,
  SequenceDescription,
  UniqueDescription,
} from '@latchkey/core'
import type { Parameter } from '../print/print-signature.js'
import { costOf, type ModelContext } from './context.js'
import { type Method, member, optional, required } from './method.js'
import { ref, union } from './shapes.js'

const WRONG_VALUE = '@throws {InvalidInputError} when a value is missing or of the wrong type.'

const doc = (
  { described }: ModelContext,
  purpose: string,
  operation: string,
  thrown: string = WRONG_VALUE,
): readonly string[] => [purpose, '', ...costOf(described, operation), '', thrown]

/** The name of a method; every constraint has one. */
const nameOf = (names: ReadonlyMap<string, string>, of: string): string => names.get(of) ?? of

function uniqueMethods(
  context: ModelContext,
  { name, scope, attributes }: UniqueDescription,
): readonly Method[] {
  const { names, methods, types, imports } = context
  const values = required('values', types.member('unique', name))
  const options = optional('options', imports.core('LookupOptions'))
  const fields = [...attributes, ...scope].map((field) => `\`${field}\``).join(' and ')
  return [
    {
      name: nameOf(methods.find, name),
      doc: doc(
        context,
        `The item with this ${fields}, or null, through its guard: strongly consistent.`,
        `by.${name}`,
      ),
      parameters: [values, options],
      returns: ref('Promise', union(names.item, 'null')),
      does: `core.by${member(name)}`,
    },
    {
      name: nameOf(methods.findKey, name),
      doc: doc(
        context,
        `The key of the item with this ${fields}, or null: of the guard alone.`,
        `by.${name}.key`,
      ),
      parameters: [values, options],
      returns: ref('Promise', union(names.key, 'null')),
      does: `core.by${member(name)}.key`,
    },
  ]
}

/** How methods take the scope of a constraint. */
interface ScopeUse {
  readonly parameters: readonly Parameter[]
  /** A method of the core, with the empty scope where there is none. `others` come before its options. */
  readonly calling: (method: string, ...others: readonly string[]) => string
}

/** The scope of a constraint as a parameter, where it has one. */
function scopeOf(
  { types }: ModelContext,
  question: string,
  { name, scope }: PointerDescription | SequenceDescription,
): ScopeUse {
  if (scope.length > 0)
    return { parameters: [required('scope', types.member(question, name))], calling: (method) => method }
  return {
    parameters: [],
    calling: (method, ...others) => {
      const given = [...others, 'options'].join(', ')
      return `(${given}) => ${method}({}, ${given})`
    },
  }
}

function pointerMethods(context: ModelContext, pointer: PointerDescription): readonly Method[] {
  const { names, methods, types, imports } = context
  const { name, attribute, order, scope } = pointer
  const { parameters, calling } = scopeOf(context, 'pointerScopes', pointer)
  const value = types.member('pointers', name)
  const pointed = ref('Promise', union(ref(imports.core('Pointed'), value, names.key), 'null'))
  const what = `the ${order === 'max' ? 'greatest' : 'least'} \`${attribute}\``
  const within = scope.length === 0 ? '' : ' of its scope'
  const lookup = optional('options', imports.core('LookupOptions'))
  const core = `core.pointers${member(name)}`
  return [
    {
      name: nameOf(methods.follow, name),
      doc: doc(
        context,
        `The item with ${what}${within}, or null where there is none or it has moved on.`,
        `pointers.${name}.follow`,
      ),
      parameters: [...parameters, lookup],
      returns: ref('Promise', union(names.item, 'null')),
      does: calling(`${core}.follow`),
    },
    {
      name: nameOf(methods.readPointer, name),
      doc: doc(
        context,
        `The value of ${what}${within}, and whose it was, or null where there was none.`,
        `pointers.${name}.read`,
      ),
      parameters: [...parameters, optional('options', imports.core('ReadOptions'))],
      returns: pointed,
      does: calling(`${core}.read`),
    },
    {
      name: nameOf(methods.rebuild, name),
      doc: [
        `Raises the pointer to ${what} that is stored: for data that is older than the declaration.`,
        '',
        scope.length === 0
          ? 'Requests: a scan of the whole table; then 1 conditional write and 1 consistent GetItem.'
          : 'Requests: all items of the scope, through an index where one has it and by a scan where none does; then 1 conditional write and 1 consistent GetItem.',
        '',
        `${WRONG_VALUE}`,
        '@throws {ContentionError} @throws {OutcomeUnknownError}',
      ],
      parameters: [...parameters, lookup],
      returns: pointed,
      does: calling(`${core}.rebuild`),
    },
  ]
}

function sequenceMethods(context: ModelContext, sequence: SequenceDescription): readonly Method[] {
  const { methods, imports } = context
  const { name, attribute } = sequence
  const { parameters, calling } = scopeOf(context, 'sequenceScopes', sequence)
  const core = `core.sequences${member(name)}`
  const lookup = optional('options', imports.core('LookupOptions'))
  return [
    {
      name: nameOf(methods.readSequence, name),
      doc: doc(
        context,
        `The last number that was handed out for \`${attribute}\`, or null before the first.`,
        `sequences.${name}.read`,
      ),
      parameters: [...parameters, optional('options', imports.core('ReadOptions'))],
      returns: ref('Promise', union('number', 'null')),
      does: calling(`${core}.read`),
    },
    {
      name: nameOf(methods.reserve, name),
      doc: doc(
        context,
        `Takes \`count\` numbers for \`${attribute}\` at once: creates that get them as \`reserved\` neither read nor write the sequence.`,
        `sequences.${name}.reserve`,
        '@throws {InvalidInputError} @throws {ContentionError} @throws {OutcomeUnknownError}',
      ),
      parameters: [...parameters, required('count', 'number'), lookup],
      returns: ref('Promise', imports.core('Reservation')),
      does: calling(`${core}.reserve`, 'count'),
    },
  ]
}

function methodsOf(context: ModelContext, constraint: ConstraintDescription): readonly Method[] {
  switch (constraint.kind) {
    case 'unique':
      return uniqueMethods(context, constraint)
    case 'pointer':
      return pointerMethods(context, constraint)
    case 'sequence':
      return sequenceMethods(context, constraint)
    default:
      return []
  }
}

/** The methods that constraints bring, kind by kind and in the order of their names. */
export function constraintMethods(context: ModelContext): readonly Method[] {
  const kinds = ['unique', 'pointer', 'sequence']
  const nameOfConstraint = (constraint: ConstraintDescription): string =>
    'name' in constraint ? constraint.name : ''
  const sorted = context.described.constraints.toSorted((one, other) => {
    const rank = kinds.indexOf(one.kind) - kinds.indexOf(other.kind)
    return rank !== 0 ? rank : nameOfConstraint(one) < nameOfConstraint(other) ? -1 : 1
  })
  return sorted.flatMap((constraint) => methodsOf(context, constraint))
}
