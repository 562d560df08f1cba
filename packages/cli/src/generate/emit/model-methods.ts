import { describeThrows, type Failing, violationsOf } from '../docs/describe-errors.js'
import type { TypeShape } from '../types/type-shape.js'
import { costOf, hasUnique, type ModelContext, storesNew } from './context.js'
import { type Method, optional, required } from './method.js'
import { intersection, list, literals, ref, union } from './shapes.js'
import { keyNames } from './values.js'

const FAILURES = [
  'InvalidInputError',
  'ContentionError',
  'OutcomeUnknownError',
  'PlanTooLargeError',
  'IdempotencyKeyReusedError',
]
const RETURNS = ["W extends Returns = 'item'", 'K extends string = never']

/** The documentation of a write: what it does, what it costs, what it throws. */
const writeDoc = (
  { described }: ModelContext,
  purpose: string,
  operation: string,
  failing: Failing,
): readonly string[] => [
  purpose,
  '',
  ...costOf(described, operation),
  '',
  ...describeThrows(violationsOf(failing, described.constraints), FAILURES),
]

const readDoc = ({ described }: ModelContext, purpose: string, operation: string): readonly string[] => [
  purpose,
  '',
  ...costOf(described, operation),
  '',
  '@throws {InvalidInputError} when a value is missing or of the wrong type.',
]

/** The type of the version: none where the model counts none. */
const versionOf = ({ described }: ModelContext): string =>
  described.constraints.some(({ kind }) => kind === 'version') ? 'number' : 'never'

/** The types that writes have in common. */
interface WriteTypes {
  /** The options of a write to an item that may be there. */
  readonly options: TypeShape
  /** Those of a write to an item that is there. */
  readonly expecting: TypeShape
  /** What it gives back, or why it fails. */
  readonly given: (failing: Failing) => TypeShape
}

function writeTypes(context: ModelContext): WriteTypes {
  const { names, imports } = context
  const options = ref(imports.core('PlainWriteOptions'), names.attributes, 'W', 'K')
  const expected = ref(imports.core('PlainExpected'), names.item, versionOf(context))
  return {
    options,
    expecting: intersection(options, expected),
    given: (failing) =>
      ref(
        imports.core('Write'),
        ref(imports.core('Given'), names.item, 'W', 'K'),
        `${names.errors}['${failing}']`,
      ),
  }
}

function createMethods(context: ModelContext): readonly Method[] {
  const { names, described, types, imports } = context
  const { input, key } = names
  imports.core('Returns')
  const { options, given } = writeTypes(context)
  const sent = ref(imports.core('SendOptions'), 'W', 'K')
  const sequences = described.constraints.flatMap((each) => (each.kind === 'sequence' ? [each.name] : []))
  const creating =
    sequences.length === 0
      ? sent
      : intersection(sent, ref(imports.core('PlainReserved'), literals(sequences.toSorted())))
  const inputs = types.object('input').properties.map(({ name }) => name)
  const keys = keyNames(described).filter((name) => inputs.includes(name))
  const needed = types.names('required').filter((name) => inputs.includes(name) && !keys.includes(name))
  return [
    {
      name: 'create',
      doc: writeDoc(context, storesNew(described), 'create', 'create'),
      generics: RETURNS,
      parameters: [required('item', input), optional('options', creating)],
      returns: given('create'),
      does: 'core.create',
    },
    {
      name: 'put',
      doc: writeDoc(
        context,
        'Stores an item, whether there is one with its key or not. What is there is replaced as a whole.',
        'put',
        'put',
      ),
      generics: RETURNS,
      parameters: [required('item', input), optional('options', options)],
      returns: given('put'),
      does: 'core.put',
    },
    {
      name: 'upsert',
      doc: writeDoc(
        context,
        'Changes the item with this key, or creates it with `onInsert` and defaults. What is not given stays as it is.',
        'upsert',
        'create',
      ),
      generics: [`N extends Exclude<keyof ${input}, keyof ${key}> = never`, ...RETURNS],
      parameters: [
        required(
          'item',
          ref(imports.core('PlainUpsert'), input, literals(keys), literals(needed.toSorted()), 'N'),
        ),
        optional('options', ref(imports.core('PlainUpsertOptions'), input, 'N', 'W', 'K')),
      ],
      returns: given('create'),
      does: 'core.upsert',
    },
  ]
}

function changeMethods(context: ModelContext): readonly Method[] {
  const { names, described, imports } = context
  const { item, key, changes, errors } = names
  const { options, expecting, given } = writeTypes(context)
  const old = ref(imports.core('GivenOld'), item, 'W')
  const deleting = intersection(
    ref(imports.core('PlainWriteOptions'), names.attributes, 'W'),
    ref(imports.core('PlainExpected'), item, versionOf(context)),
  )
  return [
    {
      name: 'update',
      doc: writeDoc(
        context,
        'Changes the item with this key. Never creates one. With `current` it reads nothing first.',
        'update',
        'update',
      ),
      generics: RETURNS,
      parameters: [required('key', key), required('changes', changes), optional('options', expecting)],
      returns: given('update'),
      does: 'core.update',
    },
    {
      name: 'modify',
      doc: writeDoc(
        context,
        'Reads the item, asks what to change, and changes exactly what was read: on a conflict it asks again. `null` changes nothing.',
        'modify',
        'update',
      ),
      generics: RETURNS,
      parameters: [
        required('key', key),
        required('change', `(current: ${item}) => ${imports.core('PlainAnswer')}<${changes}>`),
        optional('options', options),
      ],
      returns: given('update'),
      does: 'core.modify',
    },
    {
      name: 'delete',
      doc: writeDoc(
        context,
        `Deletes the item with this key${hasUnique(described) ? ', and frees its unique values' : ''}. Gives it as it was, or null where there was none.`,
        'delete',
        'delete',
      ),
      generics: RETURNS.slice(0, 1),
      parameters: [required('key', key), optional('options', deleting)],
      returns: ref(imports.core('Write'), old, `${errors}['delete']`),
      does: 'core.delete',
    },
  ]
}

function manyMethods({ names, imports }: ModelContext): readonly Method[] {
  const { item, input, key, errors } = names
  const many = (
    name: string,
    of: string,
    given: TypeShape,
    type: string,
    failing: Failing,
    purpose: string,
  ): Method => ({
    name,
    doc: [
      `${purpose}, each by itself: one that is refused stops no other. A result for each, in their order.`,
      '',
      `Costs as that many calls of \`${name.replace('Many', '')}\`. With \`atomic\`, one TransactWriteItems of at most 100 writes.`,
      '',
      '@throws {InvalidInputError} for options that cannot work; with `atomic`, also whatever one of them throws.',
    ],
    generics: ['A extends boolean = false'],
    parameters: [
      required(of, `readonly ${type}[]`),
      optional('options', ref(imports.core('ManyOptions'), 'A')),
    ],
    returns: ref('Promise', list(ref(imports.core('ManyResult'), given, `${errors}['${failing}']`, 'A'))),
    does: `core.${name}`,
  })
  return [
    many('createMany', 'items', ref(item), input, 'create', 'Creates many items'),
    many('putMany', 'items', ref(item), input, 'create', 'Puts many items'),
    many('deleteMany', 'keys', union(item, 'null'), key, 'delete', 'Deletes many items'),
  ]
}

function readMethods(context: ModelContext): readonly Method[] {
  const { names, imports } = context
  const { item, key } = names
  const generics = [`const N extends keyof ${item} = never`]
  const options = optional('options', ref(imports.core('ProjectedReadOptions'), 'N'))
  const chosen = union(ref(imports.core('Chosen'), item, 'N'), 'null')
  return [
    {
      name: 'get',
      doc: readDoc(context, 'The item with this key, or null. `consistent` costs twice as much.', 'get'),
      generics,
      parameters: [required('key', key), options],
      returns: ref('Promise', chosen),
      does: 'core.get',
    },
    {
      name: 'getMany',
      doc: [
        'The items with these keys, in their order, null where there is none.',
        '',
        'Requests: 1 BatchGetItem for each 100 different keys.',
        'Capacity, for items of at most 4 KB: half a read unit for each, 1 with `consistent`.',
        '',
        '@throws {InvalidInputError} when a value is missing or of the wrong type.',
      ],
      generics,
      parameters: [required('keys', `readonly ${key}[]`), options],
      returns: ref('Promise', list(chosen)),
      does: 'core.getMany',
    },
  ]
}

/** The methods that every repository of a model has, those of scans apart. */
export const modelMethods = (context: ModelContext): readonly Method[] => [
  ...createMethods(context),
  ...changeMethods(context),
  ...manyMethods(context),
  ...readMethods(context),
]
