import { describeThrows, singletonViolations } from '../docs/describe-errors.js'
import { costOf, type SingletonContext } from './context.js'
import { printSingletonErrors } from './errors.js'
import { type Method, optional, required } from './method.js'
import { printClass, printFile, printMethods } from './print-file.js'
import { ref } from './shapes.js'
import { singletonTransactionMethods } from './transaction-methods.js'
import { printAttributes, printChanges, printDataAttributes, printItem, printStored } from './values.js'

const FAILURES = [
  'InvalidInputError',
  'ContentionError',
  'OutcomeUnknownError',
  'PlanTooLargeError',
  'IdempotencyKeyReusedError',
]

function readMethods({ names, described, imports }: SingletonContext): readonly Method[] {
  return [
    {
      name: 'get',
      doc: ['The record, stored values over defaults: never null.', '', ...costOf(described, 'get')],
      parameters: [optional('options', imports.core('ReadOptions'))],
      returns: ref('Promise', names.item),
      does: 'core.get',
    },
    {
      name: 'cached',
      doc: [
        'The record from memory, read anew when it is older than `ttlMs`. Keep what it gives: each call makes a cache.',
      ],
      parameters: [required('options', imports.core('CacheOptions'))],
      returns: ref(imports.core('PlainCache'), names.item),
      does: 'core.cached',
    },
  ]
}

function writeMethods({ names, described, imports }: SingletonContext): readonly Method[] {
  const { item, changes, errors, attributes } = names
  const version = described.constraints.some(({ kind }) => kind === 'version') ? 'number' : 'never'
  const given = ref(
    imports.core('Write'),
    ref(imports.core('Given'), item, 'W', 'never'),
    `${errors}['update']`,
  )
  const generics = [`W extends ${imports.core('Returns')} = 'item'`]
  const writing = ref(imports.core('PlainSingletonWriteOptions'), attributes, version, 'W')
  const modifying = ref(imports.core('PlainSingletonModifyOptions'), attributes, 'W')
  const thrown = describeThrows(singletonViolations(described.constraints), FAILURES)
  return [
    {
      name: 'update',
      doc: [
        'Changes what is named and nothing else, and stores the record where there is none.',
        '',
        ...costOf(described, 'update'),
        '',
        ...thrown,
      ],
      generics,
      parameters: [required('changes', changes), optional('options', writing)],
      returns: given,
      does: 'core.update',
    },
    {
      name: 'modify',
      doc: [
        'Reads the record, asks what to change, and changes exactly what was read: on a conflict it asks again. `null` changes nothing.',
        '',
        ...costOf(described, 'modify'),
        '',
        ...thrown,
      ],
      generics,
      parameters: [
        required('change', `(current: ${item}) => ${imports.core('PlainAnswer')}<${changes}>`),
        optional('options', modifying),
      ],
      returns: given,
      does: 'core.modify',
    },
  ]
}

/** The file of a singleton. */
export function printSingleton(context: SingletonContext): string {
  const { names, described, types, imports } = context
  const methods = [...readMethods(context), ...writeMethods(context)]
  const stored = imports.core('PlainSingleton')
  return printFile(imports, [
    printItem(context),
    printStored(context),
    printChanges(context),
    printSingletonErrors(names.errors, described.constraints, imports),
    printAttributes(context),
    printDataAttributes(context),
    printMethods(
      names.repository,
      [
        types.modelDoc(),
        `What can be done with the record of \`${described.entity}\`. Depend on this, and let tests replace it.`,
      ]
        .filter((text) => text !== '')
        .join('\n'),
      methods,
      imports,
    ),
    printMethods(
      names.inTransaction,
      `What can be done with the record of \`${described.entity}\` inside a transaction.`,
      singletonTransactionMethods(context),
      imports,
    ),
    printClass(
      {
        name: names.class,
        repository: names.repository,
        doc: `Does what \`${names.repository}\` says through \`${names.model}\` of a database.`,
        core: ref(stored),
        methods,
      },
      imports,
    ),
  ])
}
