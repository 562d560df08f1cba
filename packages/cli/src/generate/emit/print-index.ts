import type { ConstraintDescription, Description } from '@latchkey/core'
import { transactionViolations } from '../docs/describe-errors.js'
import type { TypeNames } from '../names/type-names.js'
import type { Imports } from '../print/imports.js'
import { printDoc } from '../print/print-doc.js'
import { printSignature } from '../print/print-signature.js'
import { printType, propertyName } from '../print/print-type.js'
import { quoted } from '../print/quoted.js'
import { errorType } from './errors.js'
import { member, required } from './method.js'
import { printFile } from './print-file.js'
import { ref, union } from './shapes.js'

/** A model with its names. */
export interface IndexedModel {
  readonly names: TypeNames
  readonly described: Description
}

type Property = readonly [model: string, type: string]

const printProperties = (
  name: string,
  doc: string,
  properties: readonly Property[],
  further: readonly string[] = [],
): string =>
  [
    ...printDoc(doc, 0),
    `export interface ${name} {`,
    ...properties.map(([model, type]) => `  readonly ${propertyName(model)}: ${type}`),
    ...further,
    '}',
  ].join('\n')

const TRANSACTION = `Several operations as one: what \`run\` calls on \`tx\` is applied together, or not at all.

Requests: 1 consistent GetItem for each \`get\`, and for each put, update and delete that has to know what is stored; then one TransactWriteItems of at most 100 writes.
Capacity, for items of at most 1 KB: 2 write units for each write, those of guards, pointers, sequences and references among them.

Where something that was read moves before the commit, \`run\` runs again: it must have no effects of its own.

@throws {ConstraintViolationError} all violations of all operations; \`model\` and \`key\` of each say whose it is.
@throws {DuplicateItemError} when two operations write the same item.
@throws {InvalidInputError} @throws {ContentionError} @throws {OutcomeUnknownError} @throws {PlanTooLargeError} @throws {IdempotencyKeyReusedError}`

const SNAPSHOT = `Several items as they were at one moment, null where there is none.

Requests: 1 TransactGetItems of at most 100 items.
Capacity, for items of at most 4 KB: 2 read units for each.

@throws {InvalidInputError} @throws {ContentionError}`

function databaseMethods(imports: Imports): readonly string[] {
  const write = `${imports.core('Write')}<${imports.core('Settled')}<R, K>, RepositoriesError>`
  return [
    '',
    ...printDoc(TRANSACTION, 2),
    '  $transaction<const R, K extends string = never>(',
    '    run: (tx: RepositoriesTransaction) => R | Promise<R>,',
    `    options?: ${imports.core('TransactionOptions')}<K>,`,
    `  ): ${write}`,
    '',
    ...printDoc(SNAPSHOT, 2),
    '  $get<const R>(',
    '    read: (read: RepositoriesSnapshot) => R,',
    `    options?: ${imports.core('LookupOptions')},`,
    `  ): Promise<${imports.core('Settled')}<R>>`,
    '',
    ...printDoc("What a record of the table's stream is about. Pure: nothing is read.", 2),
    `  $record(record: ${imports.core('StreamEvent')}): RepositoriesRecord`,
    '',
    ...printDoc('The same on another table or with another client. Sends nothing.', 2),
    `  $with(options: ${imports.core('RebindOptions')}): Repositories`,
  ]
}

const constraintsOf = (models: readonly IndexedModel[]): readonly ConstraintDescription[] =>
  models.flatMap(({ described }) => (described.kind === 'counter' ? [] : described.constraints))

/** Two models can have constraints of one name. */
function distinct(constraints: readonly ConstraintDescription[]): readonly ConstraintDescription[] {
  const identity = (each: ConstraintDescription): string =>
    `${each.kind} ${'name' in each ? each.name : ''} ${'stale' in each ? each.stale : ''}`
  return [...new Map(constraints.map((each) => [identity(each), each])).values()]
}

function printError(models: readonly IndexedModel[], imports: Imports): string {
  const type = errorType(
    transactionViolations(distinct(constraintsOf(models))),
    ['DuplicateItemError', 'WriteFailure', 'IdempotencyKeyReusedError'],
    imports,
  )
  return [
    ...printDoc('Why a transaction fails: `code` narrows it.', 0),
    printType(type, 'export type RepositoriesError = ', 0, imports),
  ].join('\n')
}

function printRecord(models: readonly IndexedModel[], imports: Imports): string {
  const members = models.flatMap(({ names, described }) => {
    if (described.kind === 'counter') return []
    const item = imports.beside(names.file, described.kind === 'model' ? names.item : names.stored)
    return [`  | ${imports.core('PlainItemRecord')}<${quoted(names.model)}, ${item}>`]
  })
  return [
    ...printDoc('What a record of a stream is about: `kind` narrows it, and `model` the items.', 0),
    'export type RepositoriesRecord =',
    ...members,
    `  | ${imports.core('OwnRecord')}`,
    `  | ${imports.core('ForeignRecord')}`,
  ].join('\n')
}

const FACTORY = `The repositories of a database: what \`connect\` gave for the same models.

@example
\`\`\`ts
const db = connect(models, { client: new DynamoDBClient({}), table: 'shop' })
const { accounts } = repositories(db)
\`\`\``

function printFactory(models: readonly IndexedModel[], imports: Imports): string {
  const made = models.map(
    ({ names }) =>
      `    ${propertyName(names.model)}: new ${imports.besideValue(names.file, names.class)}(db${member(names.model)}),`,
  )
  return [
    ...printDoc(FACTORY.replaceAll('accounts', models[0]?.names.model ?? 'accounts'), 0),
    'export function repositories(db: RepositoriesSource): Repositories {',
    `  const core = db as unknown as ${imports.core('PlainDatabase')}`,
    '  return {',
    ...made,
    '    $transaction: core.$transaction,',
    '    $get: core.$get,',
    '    $record: core.$record,',
    '    $with: (options) => repositories(core.$with(options)),',
    '  }',
    '}',
  ].join('\n')
}

/** The index: everything that the files of the models export, and how the repositories are made. */
export function printIndex(models: readonly IndexedModel[], imports: Imports): string {
  const typed = (name: (names: TypeNames) => string): readonly Property[] =>
    models.map(({ names }) => [names.model, imports.beside(names.file, name(names))])
  const read = models.flatMap(({ names, described }) => {
    if (described.kind !== 'model') return []
    const [key, item] = [names.key, names.item].map((name) => imports.beside(names.file, name))
    const returns = ref(imports.core('Pending'), union(item ?? '', 'null'), key ?? '')
    const name = `readonly ${propertyName(names.model)}`
    return [
      printSignature(
        { name, parameters: [required('key', key ?? '')], returns, isProperty: true },
        2,
        imports,
      ),
    ]
  })
  const raw = [
    '',
    ...printDoc('A write of your own, which rides along as it is and bypasses every constraint.', 2),
    `  $raw(item: ${imports.core('RawWrite')}): void`,
  ]
  return printFile(imports, [
    models.map(({ names }) => `export * from '${imports.specifierOf(names.file)}'`).join('\n'),
    printProperties(
      'Repositories',
      'A repository for each model, under its name.',
      typed(({ repository }) => repository),
      databaseMethods(imports),
    ),
    printProperties(
      'RepositoriesTransaction',
      'What a transaction works with.',
      typed(({ inTransaction }) => inTransaction),
      raw,
    ),
    printProperties('RepositoriesSnapshot', 'What a snapshot can read: an item of each model.', [], read),
    printError(models, imports),
    printRecord(models, imports),
    printProperties(
      'RepositoriesSource',
      'A database of the same models. It is not looked into, which would cost the checking that these files save.',
      models.map(({ names }) => [names.model, 'unknown'] as const),
      ['  readonly $transaction: unknown'],
    ),
    printFactory(models, imports),
  ])
}
