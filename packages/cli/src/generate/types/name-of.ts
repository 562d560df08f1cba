import ts from 'typescript'
import type { ShapeReader } from './shape-reader.js'
import type { ModuleOrigin, NamedShape } from './type-shape.js'

const INLINED =
  /[\\/]node_modules[\\/](?:\.pnpm[\\/].*[\\/]node_modules[\\/])?(?:electrodb|@latchkey[\\/]core)[\\/]/

/** How a symbol is imported, undefined where no module exports it. Types of the libraries' own are spelt out. */
export function nameOf(symbol: ts.Symbol, reader: ShapeReader): NamedShape | undefined {
  const file = symbol.declarations?.[0]?.getSourceFile()
  if (file === undefined || isOfLibraries(file, reader)) return undefined
  const base = { kind: 'named', member: undefined, arguments: [] } as const
  if (!ts.isExternalModule(file)) return { ...base, name: symbol.name, from: undefined }
  const name = exportedName(symbol, file, reader)
  if (name === undefined) return undefined
  return { ...base, name, from: originOf(symbol, file, reader) }
}

/** ElectroDB and the core give shapes, not names: what they infer is spelt out. */
function isOfLibraries(file: ts.SourceFile, { program, from }: ShapeReader): boolean {
  if (INLINED.test(file.fileName)) return true
  const core = ts.resolveModuleName('@latchkey/core', from.fileName, program.getCompilerOptions(), ts.sys)
  const entry = core.resolvedModule?.resolvedFileName
  return entry !== undefined && file.fileName.startsWith(entry.replace(/[^/]+$/, ''))
}

function exportedName(symbol: ts.Symbol, file: ts.SourceFile, { checker }: ShapeReader): string | undefined {
  const module = checker.getSymbolAtLocation(file)
  if (module === undefined) return undefined
  return checker
    .getExportsOfModule(module)
    .filter(({ name }) => name !== 'default' && name !== 'export=')
    .find((exported) => resolved(exported, checker) === symbol)?.name
}

const resolved = (symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol

function originOf(symbol: ts.Symbol, file: ts.SourceFile, reader: ShapeReader): ModuleOrigin {
  if (!reader.program.isSourceFileFromExternalLibrary(file)) return { kind: 'file', path: file.fileName }
  // The compiler knows under which name a package exports a file.
  const node = reader.checker.typeToTypeNode(
    reader.checker.getDeclaredTypeOfSymbol(symbol),
    reader.from,
    ts.NodeBuilderFlags.NoTruncation | ts.NodeBuilderFlags.UseFullyQualifiedType,
  )
  const specifier = node && importSpecifier(node)
  return specifier === undefined ? { kind: 'file', path: file.fileName } : { kind: 'package', specifier }
}

function importSpecifier(node: ts.TypeNode): string | undefined {
  if (!ts.isImportTypeNode(node) || !ts.isLiteralTypeNode(node.argument)) return undefined
  return ts.isStringLiteral(node.argument.literal) ? node.argument.literal.text : undefined
}
