import type { Token } from './condition-tokens.js'
import { conditionTokens, hasRedundantParentheses, parenthesisDepth } from './condition-tokens.js'
import type { Condition } from './expression.js'
import { syntaxError } from './syntax-error.js'

/** What dynalite's parser of conditions gives. */
export interface ParsedCondition {
  readonly expression: Condition
  readonly nestedPaths: Readonly<Record<string, true>>
  readonly pathHeads: Readonly<Record<string, true>>
}

/** dynalite's parser: it gives what is wrong as a text. Its time doubles with every level of parentheses. */
export type ParseCondition = (text: string, options: object) => ParsedCondition | string

/** How deep parentheses may nest in what is left to dynalite's parser. */
const EASY = 2

/** How deep they may nest inside one comparison, where only functions and operands have any. */
const DEEPEST_COMPARISON = 3

/**
 * A parser of conditions that takes time in proportion to their length: AND, OR, NOT and their parentheses are taken
 * apart here, and each comparison is left to dynalite.
 */
export function linearParser(parse: ParseCondition): ParseCondition {
  return (text, options) => {
    const tokens = conditionTokens(text)
    if (tokens === undefined) {
      if (text.split('(').length > EASY + 1) throw syntaxError(text, text.length)
      return parse(text, options)
    }
    if (parenthesisDepth(tokens) <= EASY) return parse(text, options)
    if (hasRedundantParentheses(tokens)) return 'The expression has redundant parentheses;'
    return new ConditionReader(text, tokens, (part) => parse(part, options)).read()
  }
}

class ConditionReader {
  readonly #text: string
  readonly #tokens: readonly Token[]
  readonly #parse: (text: string) => ParsedCondition | string
  #position = 0
  #nestedPaths: Record<string, true> = {}
  #pathHeads: Record<string, true> = {}

  constructor(text: string, tokens: readonly Token[], parse: (text: string) => ParsedCondition | string) {
    this.#text = text
    this.#tokens = tokens
    this.#parse = parse
  }

  read(): ParsedCondition {
    const expression = this.#joined('or', () => this.#joined('and', () => this.#single()))
    if (this.#position < this.#tokens.length) throw this.#error()
    return { expression, nestedPaths: this.#nestedPaths, pathHeads: this.#pathHeads }
  }

  #joined(type: 'and' | 'or', part: () => Condition): Condition {
    const args = [part()]
    while (this.#next() === type) {
      this.#position += 1
      args.push(part())
    }
    const [only, ...others] = args
    return only !== undefined && others.length === 0 ? only : { type, args }
  }

  #single(): Condition {
    if (this.#next() === 'not') {
      this.#position += 1
      return { type: 'not', args: [this.#single()] }
    }
    return this.#isGroup() ? this.#group() : this.#comparison()
  }

  /** A parenthesis opens a group of conditions, unless what follows it makes it an operand. */
  #isGroup(): boolean {
    const token = this.#tokens[this.#position]
    if (token?.text !== '(') return false
    const after = this.#tokens[(token.partner ?? 0) + 1]
    return after === undefined || !/^(=|<>|<|<=|>|>=|between|in)$/i.test(after.text)
  }

  #group(): Condition {
    this.#position += 1
    const inside = this.#joined('or', () => this.#joined('and', () => this.#single()))
    if (this.#next() !== ')') throw this.#error()
    this.#position += 1
    return inside
  }

  #comparison(): Condition {
    const first = this.#tokens[this.#position]
    const from = this.#position
    let isBetween = false
    for (;;) {
      const next = this.#next()
      if (next === undefined || next === ')' || next === 'or' || (next === 'and' && !isBetween)) break
      isBetween = next === 'between' || (isBetween && next !== 'and')
      this.#position = (this.#tokens[this.#position]?.partner ?? this.#position) + 1
    }
    const own = this.#tokens.slice(from, this.#position)
    const last = own[own.length - 1]
    if (first === undefined || last === undefined) throw this.#error()
    if (parenthesisDepth(own) > DEEPEST_COMPARISON) throw this.#error()
    const parsed = this.#parse(this.#text.slice(first.start, last.end))
    if (typeof parsed === 'string') throw new ExpressionError(parsed)
    Object.assign(this.#nestedPaths, parsed.nestedPaths)
    Object.assign(this.#pathHeads, parsed.pathHeads)
    return parsed.expression
  }

  #next(): string | undefined {
    return this.#tokens[this.#position]?.text.toLowerCase()
  }

  #error(): Error {
    return syntaxError(this.#text, this.#tokens[this.#position]?.start ?? this.#text.length)
  }
}

/** What is wrong with an expression, to be caught by what had it parsed. */
class ExpressionError extends Error {}
