import { extname, relative } from 'node:path'
import type { ModuleOrigin, NamedShape } from '../types/type-shape.js'

/** What specifiers of files end with: as the files are after a build, as they are, or without an ending. */
export type ImportExtension = 'js' | 'ts' | 'none'

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

const isRelative = (specifier: string): boolean => specifier.startsWith('.')

const CORE = '@latchkey/core'

/** What a file imports, found out while it is printed. */
export class Imports {
  readonly #folder: string
  readonly #extension: ImportExtension
  readonly #taken: ReadonlySet<string>
  readonly #types = new Map<string, Map<string, string>>()
  readonly #values = new Map<string, Set<string>>()

  /** `taken` are the names that the file declares itself. */
  constructor(folder: string, extension: ImportExtension, taken: Iterable<string>) {
    this.#folder = folder
    this.#extension = extension
    this.#taken = new Set(taken)
  }

  /** A type of the core. */
  core(name: string): string {
    return this.#add(CORE, name, name)
  }

  /** A function of the core. */
  coreValue(name: string): string {
    return this.#addValue(CORE, name)
  }

  /** A type of a file that is generated beside this one. */
  beside(file: string, name: string): string {
    return this.#add(this.specifierOf(file), name, name)
  }

  /** A class of a file that is generated beside this one. */
  besideValue(file: string, name: string): string {
    return this.#addValue(this.specifierOf(file), name)
  }

  /** How a file is imported that is generated beside this one. */
  specifierOf(file: string): string {
    return `./${file}${this.#ending('ts')}`
  }

  /** A type of the user's, under another name where the file has its own. */
  named({ name, from, member }: NamedShape): string {
    const local = from === undefined ? name : this.#add(this.#specifier(from), name, this.#free(name, from))
    return member === undefined ? local : `${local}.${member}`
  }

  /** The import statements, those of types and those of values. */
  statements(): readonly string[] {
    const ofTypes = [...this.#types].map(([specifier, names]) => ({
      specifier,
      keyword: 'import type',
      members: [...names].map(([name, local]) => (name === local ? name : `${name} as ${local}`)),
    }))
    const ofValues = [...this.#values].map(([specifier, names]) => ({
      specifier,
      keyword: 'import',
      members: [...names],
    }))
    return [...ofTypes, ...ofValues]
      .toSorted(
        (one, other) =>
          Number(isRelative(one.specifier)) - Number(isRelative(other.specifier)) ||
          compare(one.specifier, other.specifier) ||
          compare(other.keyword, one.keyword),
      )
      .map(({ specifier, keyword, members }) => statement(keyword, members.toSorted(compare), specifier))
  }

  #add(specifier: string, name: string, local: string): string {
    const names = this.#types.get(specifier) ?? new Map<string, string>()
    names.set(name, local)
    this.#types.set(specifier, names)
    return local
  }

  #addValue(specifier: string, name: string): string {
    this.#values.set(specifier, (this.#values.get(specifier) ?? new Set()).add(name))
    return name
  }

  #free(name: string, from: ModuleOrigin): string {
    const specifier = this.#specifier(from)
    const known = this.#types.get(specifier)?.get(name)
    if (known !== undefined) return known
    const taken = new Set([
      ...this.#taken,
      ...[...this.#types.values()].flatMap((names) => [...names.values()]),
    ])
    if (!taken.has(name)) return name
    for (let at = 1; ; at++) {
      const other = `Imported${name}${at === 1 ? '' : at}`
      if (!taken.has(other)) return other
    }
  }

  #specifier(from: ModuleOrigin): string {
    if (from.kind === 'package') return from.specifier
    const path = relative(this.#folder, from.path).replaceAll('\\', '/')
    const extension = extname(path)
    const stem = path.slice(0, path.length - extension.length).replace(/\.d$/, '')
    return (stem.startsWith('.') ? stem : `./${stem}`) + this.#ending(extension.slice(1))
  }

  #ending(extension: string): string {
    if (this.#extension === 'none') return ''
    return `.${this.#extension === 'js' ? extension.replace('ts', 'js') : extension}`
  }
}

function statement(keyword: string, members: readonly string[], specifier: string): string {
  const line = `${keyword} { ${members.join(', ')} } from '${specifier}'`
  if (line.length <= 100) return line
  return `${keyword} {\n${members.map((member) => `  ${member},\n`).join('')}} from '${specifier}'`
}
