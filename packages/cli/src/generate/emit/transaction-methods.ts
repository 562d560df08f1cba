import { type CounterContext, type ModelContext, type SingletonContext, storesNew } from './context.js'
import { type Method, optional, required } from './method.js'
import { intersection, literals, ref, text, union } from './shapes.js'

type Described = Omit<Method, 'does'>

/** What a model does inside a transaction. Its writes give handles, which are items where the callback returns them. */
export function transactionMethods(context: ModelContext): readonly Described[] {
  const { names, described, imports } = context
  const { item, key, input, changes, attributes } = names
  const version = described.constraints.some(({ kind }) => kind === 'version') ? 'number' : 'never'
  const plan = ref(imports.core('PlainPlanOptions'), attributes)
  const expecting = optional('options', intersection(plan, ref(imports.core('PlainExpected'), item, version)))
  const pending = ref(imports.core('Pending'), item, key)
  const sequences = described.constraints.flatMap((each) => (each.kind === 'sequence' ? [each.name] : []))
  const reserved = optional('options', ref('PlainReserved', literals(sequences.toSorted())))
  return [
    {
      name: 'create',
      doc: [`${storesNew(described)} The handle has its key at once.`],
      parameters: [required('item', input), ...(sequences.length === 0 ? [] : [reserved])],
      returns: pending,
    },
    {
      name: 'put',
      doc: ['Stores an item, whether there is one with its key or not.'],
      parameters: [required('item', input), optional('options', plan)],
      returns: pending,
    },
    {
      name: 'update',
      doc: ['Changes the item with this key. Never creates one.'],
      parameters: [required('key', key), required('changes', changes), expecting],
      returns: pending,
    },
    {
      name: 'delete',
      doc: ['Deletes the item with this key. The handle becomes the item as it was, or null.'],
      parameters: [required('key', key), expecting],
      returns: ref(imports.core('Pending'), union(item, 'null'), key),
    },
    {
      name: 'get',
      doc: [
        'The item with this key as it is stored, or null, fenced: where it moves, the callback runs again.',
      ],
      parameters: [required('key', key)],
      returns: ref('Promise', union(item, 'null')),
    },
    {
      name: 'check',
      doc: ['What has to hold of an item, whether the transaction writes it or not.'],
      parameters: [required('key', key)],
      returns: ref(imports.core('PlainCheck'), attributes),
    },
  ]
}

/** What a singleton does inside a transaction. */
export function singletonTransactionMethods({
  names,
  described,
  imports,
}: SingletonContext): readonly Described[] {
  const { item, changes, attributes } = names
  const version = described.constraints.some(({ kind }) => kind === 'version') ? 'number' : 'never'
  const options = ref(imports.core('PlainSingletonPlanOptions'), attributes, version)
  return [
    {
      name: 'get',
      doc: ['The record as it is stored, over defaults, fenced: where it moves, the callback runs again.'],
      parameters: [],
      returns: ref('Promise', item),
    },
    {
      name: 'update',
      doc: ['Changes what is named and nothing else.'],
      parameters: [required('changes', changes), optional('options', options)],
      returns: ref(imports.core('Pending'), item, imports.core('NoAttributes')),
    },
  ]
}

/** What a counter does inside a transaction. */
export const counterTransactionMethods = ({ names, described }: CounterContext): readonly Described[] => [
  {
    name: 'increment',
    doc: ['Adds to the counter with everything else, exactly once: one more write of the transaction.'],
    parameters: [
      ...(described.scope.length === 0 ? [] : [required('scope', names.scope)]),
      optional('by', 'number'),
    ],
    returns: text('void'),
  },
]
