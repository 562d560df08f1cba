import type { ConstraintDescription, Description } from '@latchkey/core'
import { CliError } from '../cli-error.js'
import type { LoadedModels } from '../load/load-models.js'
import { printCounter } from './emit/print-counter.js'
import { printIndex } from './emit/print-index.js'
import { printModel } from './emit/print-model.js'
import { printSingleton } from './emit/print-singleton.js'
import { nameMethods } from './names/method-names.js'
import { nameModels, type TypeNames } from './names/type-names.js'
import { type ImportExtension, Imports } from './print/imports.js'
import { ModelTypes } from './types/model-types.js'
import { type OpenedTypes, openTypes, type ParsedFiles } from './types/open-types.js'

/** What is generated: files by their names, and what has to be said about names. */
export interface Generated {
  readonly files: ReadonlyMap<string, string>
  readonly notes: readonly string[]
}

/** Where the files will be, and how they import each other. */
export interface GenerateInto {
  /** The folder, as an absolute path. */
  readonly folder: string
  readonly extension: ImportExtension
  /** What an earlier look has parsed. */
  readonly parsed?: ParsedFiles
}

interface Described {
  readonly model: string
  readonly described: Description
}

/**
 * Writes the repositories of the models as TypeScript, without touching a file.
 *
 * @throws CliError where a type cannot be written down, or two names are one
 */
export function generate(loaded: LoadedModels, into: GenerateInto): Generated {
  const models: readonly Described[] = Object.entries(loaded.models).map(([model, declared]) => ({
    model,
    described: arranged(loaded.core.describeModel(declared)),
  }))
  const { names, notes } = nameModels(
    models.map(({ model, described }) => ({
      model,
      entity: described.kind === 'counter' ? described.name : described.entity,
      indexes: described.kind === 'model' ? described.indexes.map(({ name }) => name) : [],
    })),
  )
  const types = openTypes(loaded, into.parsed)
  const files = new Map<string, string>()
  const methodNotes: string[] = []
  const named = models.map(({ model, described }, at) => ({ described, names: namesAt(names, at, model) }))
  for (const each of named) {
    const { text, notes: more } = printOne(each.described, each.names, types, into)
    files.set(`${each.names.file}.ts`, text)
    methodNotes.push(...more)
  }
  files.set('index.ts', printIndex(named, new Imports(into.folder, into.extension, [])))
  return { files, notes: [...notes, ...methodNotes] }
}

/** Constraints by kind and name: the order in which they are declared changes nothing. */
function arranged(described: Description): Description {
  if (described.kind === 'counter') return described
  const place = (constraint: ConstraintDescription): string =>
    `${constraint.kind} ${'name' in constraint ? constraint.name : ''}`
  const constraints = described.constraints.toSorted((one, other) => (place(one) < place(other) ? -1 : 1))
  return { ...described, constraints }
}

function namesAt(names: readonly TypeNames[], at: number, model: string): TypeNames {
  const own = names[at]
  if (own === undefined) throw new CliError(`the model ${model} has no name`)
  return own
}

interface Printed {
  readonly text: string
  readonly notes: readonly string[]
}

function printOne(
  described: Description,
  names: TypeNames,
  opened: OpenedTypes,
  into: GenerateInto,
): Printed {
  const { model: _, file: __, starts, ...own } = names
  const imports = new Imports(into.folder, into.extension, [...Object.values(own), ...Object.values(starts)])
  if (described.kind === 'counter') return { text: printCounter({ names, described, imports }), notes: [] }
  const types = new ModelTypes(opened, names.model)
  if (described.kind === 'singleton')
    return { text: printSingleton({ names, described, types, imports }), notes: [] }
  const { methods, notes } = nameMethods(names.model, described, names.item)
  return { text: printModel({ names, methods, described, types, imports }), notes }
}
