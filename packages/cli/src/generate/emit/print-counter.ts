import { type CounterContext, costOf } from './context.js'
import { type Method, optional, required } from './method.js'
import { printClass, printFile, printMethods } from './print-file.js'
import { printInterface } from './print-interface.js'
import { ref } from './shapes.js'
import { counterTransactionMethods } from './transaction-methods.js'

function counterMethods({ names, described }: CounterContext): readonly Method[] {
  const hasScope = described.scope.length > 0
  const scope = hasScope ? [required('scope', names.scope)] : []
  const thrown = ['', '@throws {InvalidInputError} when a value of the scope is missing.']
  return [
    {
      name: 'increment',
      doc: [
        'Adds to the counter; 1 where nothing is said. Applied at least once where an answer is lost.',
        '',
        ...costOf(described, 'increment'),
        ...thrown,
      ],
      parameters: [...scope, optional('by', 'number')],
      returns: ref('Promise', 'void'),
      does: 'core.increment',
    },
    {
      name: 'read',
      doc: [
        'The sum of all shards, 0 where nothing was counted.',
        '',
        ...costOf(described, 'read'),
        ...thrown,
      ],
      parameters: scope,
      returns: ref('Promise', 'number'),
      does: 'core.read',
    },
    {
      name: 'reset',
      doc: ['Back to 0.', '', ...costOf(described, 'reset'), ...thrown],
      parameters: scope,
      returns: ref('Promise', 'void'),
      does: 'core.reset',
    },
  ]
}

/** The file of a counter. */
export function printCounter(context: CounterContext): string {
  const { names, described, imports } = context
  const methods = counterMethods(context)
  const scope = described.scope.map((name) => ({
    name,
    isOptional: false,
    isReadonly: true,
    type: { kind: 'text', text: 'string | number | boolean' } as const,
  }))
  const printScope = (): string =>
    printInterface(
      {
        name: names.scope,
        doc: `Within what \`${described.name}\` counts.`,
        shape: { kind: 'object', properties: scope },
        first: described.scope,
      },
      imports,
    )
  return printFile(imports, [
    ...(scope.length === 0 ? [] : [printScope()]),
    printMethods(
      names.repository,
      `The counter \`${described.name}\`. Depend on this, and let tests replace it.`,
      methods,
      imports,
    ),
    printMethods(
      names.inTransaction,
      `The counter \`${described.name}\` inside a transaction.`,
      counterTransactionMethods(context),
      imports,
    ),
    printClass(
      {
        name: names.class,
        repository: names.repository,
        doc: `Does what \`${names.repository}\` says through \`${names.model}\` of a database.`,
        core: ref(imports.core('PlainCounter')),
        methods,
      },
      imports,
    ),
  ])
}
