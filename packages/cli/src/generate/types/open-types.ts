import { dirname, extname, join } from 'node:path'
import ts from 'typescript'
import { CliError } from '../../cli-error.js'
import type { LoadedModels } from '../../load/load-models.js'
import { answersAt, probeText } from './probe-text.js'
import { readProject } from './read-project.js'

/** The compiler's view of the models. */
export interface OpenedTypes {
  readonly program: ts.Program
  readonly checker: ts.TypeChecker
  /** A file beside the models, which there is for the compiler alone. */
  readonly probe: ts.SourceFile
  /** The answers about a model, each as a property. */
  readonly answersOf: (model: string) => ts.Type
  /** What the file of the models exports under a model's name, where it exports each. */
  readonly sourceOf: (model: string) => ts.Symbol | undefined
  /** The first thing that the compiler has against the source; empty where it has nothing. */
  readonly complaint: () => string
}

/** Files of packages as they were parsed: they stay the same from one look to the next. */
export type ParsedFiles = Map<string, ts.SourceFile>

/**
 * Asks the compiler about the models.
 *
 * @throws CliError when their types cannot be read
 */
export function openTypes(loaded: LoadedModels, parsed: ParsedFiles = new Map()): OpenedTypes {
  const { options, declarations } = readProject(loaded.tsconfig)
  const extension = extname(loaded.file).replace('js', 'ts')
  const path = join(dirname(loaded.file), `latchkey-probe-of-models${extension}`)
  const host = hostWith(path, probeText(loaded, loaded.file), options, parsed)
  const program = ts.createProgram({ rootNames: [path, ...declarations], options, host })
  const probe = program.getSourceFile(path)
  const checker = program.getTypeChecker()
  const module = probe && checker.getSymbolAtLocation(probe)
  if (probe === undefined || module === undefined) throw new CliError(`${loaded.file} cannot be compiled`)
  refuseErrors(program, probe)
  const exported = new Map(checker.getExportsOfModule(module).map((symbol) => [symbol.name, symbol]))
  const answersOf = (model: string): ts.Type => {
    const symbol = exported.get(answersAt(Object.keys(loaded.models).indexOf(model)))
    if (symbol === undefined) throw new CliError(`there is no model ${model}`)
    return checker.getDeclaredTypeOfSymbol(symbol)
  }
  return {
    program,
    checker,
    probe,
    answersOf,
    sourceOf: sourceOf(program, loaded),
    complaint: () => complaintOf(program),
  }
}

/** The declaration of a model: an export of the file, or a property of the object that it exports. */
function sourceOf(program: ts.Program, { file, form }: LoadedModels): OpenedTypes['sourceOf'] {
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file)
  const module = source && checker.getSymbolAtLocation(source)
  const exports = module === undefined ? [] : checker.getExportsOfModule(module)
  const resolved = (symbol: ts.Symbol): ts.Symbol =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  const shorthand = (symbol: ts.Symbol | undefined): ts.Symbol | undefined => {
    const declaration = symbol?.valueDeclaration
    return declaration && ts.isShorthandPropertyAssignment(declaration)
      ? checker.getShorthandAssignmentValueSymbol(declaration)
      : symbol
  }
  const named = (name: string): ts.Symbol | undefined => exports.find((symbol) => symbol.name === name)
  return (model) => {
    if (form === 'each') {
      const symbol = named(model)
      return symbol && resolved(symbol)
    }
    const object = named(form)
    const property = object && checker.getTypeOfSymbol(resolved(object)).getProperty(model)
    const symbol = shorthand(property)
    return symbol && resolved(symbol)
  }
}

/** The files that there are, and one that there is not. */
function hostWith(
  path: string,
  text: string,
  options: ts.CompilerOptions,
  parsed: ParsedFiles,
): ts.CompilerHost {
  const host = ts.createCompilerHost(options)
  const isProbe = (name: string): boolean => name === path
  return {
    ...host,
    fileExists: (name) => isProbe(name) || host.fileExists(name),
    readFile: (name) => (isProbe(name) ? text : host.readFile(name)),
    getSourceFile(name, target, ...rest) {
      if (isProbe(name)) return ts.createSourceFile(name, text, target)
      const known = parsed.get(name)
      if (known !== undefined) return known
      const file = host.getSourceFile(name, target, ...rest)
      if (file !== undefined && /[\\/]node_modules[\\/]/.test(name)) parsed.set(name, file)
      return file
    },
  }
}

/**
 * That an ES module is imported from CommonJS, which compilers before 5.8 and some settings refuse: it is a matter of how
 * the project runs, and its types are there all the same.
 */
const OF_FORMATS: readonly number[] = [1471, 1479, 1541, 1542, 1543]

const errorsOf = (program: ts.Program, file: ts.SourceFile): readonly ts.Diagnostic[] =>
  program
    .getSemanticDiagnostics(file)
    .filter(({ category, code }) => category === ts.DiagnosticCategory.Error && !OF_FORMATS.includes(code))

/** On one line, and as a part of a sentence. */
const textOf = ({ messageText }: ts.Diagnostic): string =>
  ts.flattenDiagnosticMessageText(messageText, ' ').replaceAll(/\s+/g, ' ').replace(/\.$/, '')

function complaintOf(program: ts.Program): string {
  for (const file of program.getSourceFiles()) {
    if (file.isDeclarationFile || program.isSourceFileFromExternalLibrary(file)) continue
    const [error] = errorsOf(program, file)
    if (error === undefined) continue
    const { line, character } = file.getLineAndCharacterOfPosition(error.start ?? 0)
    const message = textOf(error)
    return `${file.fileName}:${line + 1}:${character + 1}: ${message}`
  }
  return ''
}

/** Where the questions do not compile, the models do not either, or their types cannot be imported. */
function refuseErrors(program: ts.Program, probe: ts.SourceFile): void {
  const [error] = errorsOf(program, probe)
  if (error === undefined) return
  const message = complaintOf(program) || textOf(error)
  throw new CliError(
    `the types of the models cannot be read: ${message}; check the models with tsc, and name their tsconfig.json with --tsconfig`,
  )
}
