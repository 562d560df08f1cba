import type ts from 'typescript'
import { CliError } from '../../cli-error.js'
import { type KnownTypes, knownTypes } from './known-types.js'
import type { OpenedTypes } from './open-types.js'
import { readProperties, readShape } from './read-shape.js'
import type { ShapeReader } from './shape-reader.js'
import type { ObjectShape, TypeShape } from './type-shape.js'

/** What the source says about attributes and the properties of maps, by name. */
export interface AttributeDocs {
  readonly [name: string]: { readonly text: string; readonly properties: AttributeDocs }
}

/** The types of a model, as its declaration infers them. */
export class ModelTypes {
  readonly #types: OpenedTypes
  readonly #answers: ts.Type
  readonly #name: string
  readonly #known: KnownTypes

  constructor(types: OpenedTypes, name: string) {
    this.#types = types
    this.#answers = types.answersOf(name)
    this.#name = name
    this.#known = knownTypes(this.#answer('attributes'), types.checker)
  }

  /** The answer to a question, as a type of objects. */
  object(question: string): ObjectShape {
    return readProperties(this.#answer(question), this.#reader())
  }

  /** The names that are an answer. */
  names(question: string): readonly string[] {
    return this.#answer(question)
      .getProperties()
      .map(({ name }) => name)
  }

  /** A member of an answer: of the constraint or the index with this name. */
  member(question: string, name: string): TypeShape {
    return readShape(this.#member(question, name), this.#reader(name))
  }

  /** A member of an answer, as a type of objects. */
  objectOf(question: string, name: string): ObjectShape {
    return readProperties(this.#member(question, name), this.#reader(name))
  }

  /** The comments on attributes in the source. */
  docs(): AttributeDocs {
    return docsOf(this.#answer('attributes'), this.#types.checker)
  }

  /** The comment on the model in the source. */
  modelDoc(): string {
    const declared = this.#types.sourceOf(this.#name)
    return declared === undefined ? '' : textOf(declared.getDocumentationComment(this.#types.checker))
  }

  #answer(question: string): ts.Type {
    return this.#propertyOf(this.#answers, question)
  }

  #member(question: string, name: string): ts.Type {
    return this.#propertyOf(this.#answer(question), name)
  }

  #propertyOf(type: ts.Type, name: string): ts.Type {
    const property = type.getProperty(name)
    if (property === undefined)
      throw new CliError(`the types of ${this.#name} say nothing of ${name}: check the models with tsc`)
    return this.#types.checker.getTypeOfSymbol(property)
  }

  #reader(...path: readonly string[]): ShapeReader {
    const { program, checker, probe, complaint } = this.#types
    return {
      program,
      checker,
      complaint,
      known: this.#known,
      from: probe,
      path: [this.#name, ...path].join('.'),
      open: [],
    }
  }
}

/** The compiler puts a space behind what a link names. */
const textOf = (parts: readonly ts.SymbolDisplayPart[] = []): string =>
  parts
    .map(({ text }) => text)
    .join('')
    .replaceAll(/(\{@link[^}]*\S) +\}/g, '$1}')
    .trim()

/** A comment, on one line a paragraph. Of its tags the one is kept that editors act on. */
function documentation(symbol: ts.Symbol, checker: ts.TypeChecker): string {
  const deprecated = symbol
    .getJsDocTags(checker)
    .filter(({ name }) => name === 'deprecated')
    .map(({ text }) => `@deprecated ${textOf(text)}`.trim())
  return [textOf(symbol.getDocumentationComment(checker)), ...deprecated]
    .filter((line) => line !== '')
    .join('\n')
}

function docsOf(attributes: ts.Type, checker: ts.TypeChecker): AttributeDocs {
  return Object.fromEntries(
    attributes.getProperties().map((symbol) => {
      const text = documentation(symbol, checker)
      return [symbol.name, { text, properties: innerDocs(checker.getTypeOfSymbol(symbol), checker) }]
    }),
  )
}

/** Maps have properties, and lists of maps have items with properties. */
function innerDocs(attribute: ts.Type, checker: ts.TypeChecker): AttributeDocs {
  const inner = (name: string): ts.Type | undefined => {
    const symbol = attribute.getProperty(name)
    const type = symbol && checker.getTypeOfSymbol(symbol)
    return type !== undefined && type.getCallSignatures().length === 0 ? type : undefined
  }
  const properties = inner('properties')
  if (properties !== undefined) return docsOf(properties, checker)
  const items = inner('items')
  return items === undefined || items.isStringLiteral() ? {} : innerDocs(items, checker)
}
