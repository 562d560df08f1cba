import { dirname } from 'node:path'
import ts from 'typescript'
import { CliError } from '../../cli-error.js'

/** How a project is compiled. */
export interface Project {
  readonly options: ts.CompilerOptions
  /** Declarations that hold everywhere, such as those of the process's environment. */
  readonly declarations: readonly string[]
  /** Whether imports of the project end with `.ts`. */
  readonly importsTypeScript: boolean
}

/** What a project's own options cannot change: the types that are read do not depend on how strict it is. */
const FIXED: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: false,
  noEmit: true,
  skipLibCheck: true,
  allowJs: true,
  checkJs: false,
  allowImportingTsExtensions: true,
  composite: false,
  incremental: false,
  isolatedDeclarations: false,
  noUnusedLocals: false,
  noUnusedParameters: false,
  noErrorTruncation: true,
}

const WITHOUT_CONFIG: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ['*'],
}

/**
 * The options that a tsconfig.json names, with those of what it extends.
 *
 * @throws CliError when it cannot be read
 */
export function readProject(tsconfig: string | undefined): Project {
  if (tsconfig === undefined)
    return { options: { ...WITHOUT_CONFIG, ...FIXED }, declarations: [], importsTypeScript: false }
  const { config, error } = ts.readConfigFile(tsconfig, (path) => ts.sys.readFile(path))
  if (error !== undefined)
    throw new CliError(
      `${tsconfig} cannot be read: ${ts.flattenDiagnosticMessageText(error.messageText, ' ')}`,
    )
  const parsed = ts.parseJsonConfigFileContent(config, ts.sys, dirname(tsconfig), undefined, tsconfig)
  // Versions before 6 see the types of every package where none are named.
  const types = parsed.options.types ?? ['*']
  const { rootDir: _, declarationDir: __, outDir: ___, ...options } = parsed.options
  return {
    options: { ...options, types, ...FIXED },
    declarations: parsed.fileNames.filter((name) => /\.d\.[cm]?ts$/.test(name)),
    importsTypeScript:
      options.allowImportingTsExtensions === true || options.rewriteRelativeImportExtensions === true,
  }
}
