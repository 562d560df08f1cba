import type { AttributeDescription, Description } from '@latchkey/core'
import { CliError } from '../cli-error.js'
import { listWords } from '../text/list-words.js'

type Values = Readonly<Record<string, string | number | boolean>>

/** What is looked at: the item of a key, or the value of a unique constraint. */
export type Target =
  | { readonly by: 'key'; readonly values: Values }
  | { readonly by: 'value'; readonly constraint: string; readonly values: Values }

/** A way to name what is looked at. */
interface Way {
  readonly names: readonly string[]
  readonly constraint: string | undefined
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((name) => b.includes(name))

function waysOf(description: Exclude<Description, { kind: 'counter' }>): readonly Way[] {
  const key = description.attributes.flatMap(({ name, isKey }) => (isKey ? [name] : []))
  const unique = description.constraints.flatMap((each) =>
    each.kind === 'unique' ? [{ names: [...each.scope, ...each.attributes], constraint: each.name }] : [],
  )
  return [{ names: key, constraint: undefined }, ...unique]
}

const wayText = ({ names, constraint }: Way): string =>
  `${names.map((name) => `${name}=...`).join(' ') || 'nothing'} (${constraint === undefined ? 'its key' : `unique ${constraint}`})`

/** The value of an attribute in what a person types. */
function readValue({ name, type, values }: AttributeDescription, text: string): string | number | boolean {
  const wrong = (expected: string): never => {
    throw new CliError(`${name} has to be ${expected}`)
  }
  if (type === 'number') {
    const number = Number(text)
    return text.trim() !== '' && Number.isFinite(number) ? number : wrong('a number')
  }
  if (type === 'boolean') return text === 'true' || (text === 'false' ? false : wrong('true or false'))
  if (values === undefined) return text
  return values.find((value) => String(value) === text) ?? wrong(listWords(values.map(String), 'or'))
}

function readTerm(term: string): readonly [name: string, text: string] {
  const at = term.indexOf('=')
  if (at > 0) return [term.slice(0, at), term.slice(at + 1)]
  throw new CliError(`${JSON.stringify(term)} is no attribute with its value: write it as name=value`)
}

/** Finds out by the names that were given what is looked at. */
export function readTerms(
  model: string,
  description: Exclude<Description, { kind: 'counter' }>,
  terms: readonly string[],
  constraint: string | undefined,
): Target {
  const given = terms.map(readTerm)
  const names = given.map(([name]) => name)
  const ways = waysOf(description)
  const meant = ways.filter(
    (way) => isSame(way.names, names) && (constraint === undefined || way.constraint === constraint),
  )
  const [way, other] = meant
  if (way === undefined)
    throw new CliError(
      `${model} is found by ${listWords(ways.map(wayText), 'or')}, each with all of its values`,
    )
  // The key comes first: whoever names it means the item.
  if (way.constraint !== undefined && other !== undefined)
    throw new CliError(
      `${names.join(' and ')} are of ${listWords(meant.map(({ constraint: each = '' }) => each))}: say which with --constraint`,
    )
  const values = Object.fromEntries(
    given.map(([name, text]) => {
      const attribute = description.attributes.find((each) => each.name === name)
      return [name, attribute === undefined ? text : readValue(attribute, text)]
    }),
  )
  return way.constraint === undefined
    ? { by: 'key', values }
    : { by: 'value', constraint: way.constraint, values }
}
