import type { Problem } from '../errors/registry.js'
import type { EntityFacts } from '../plan/entity-facts.js'

export type Options = Readonly<Record<string, unknown>>
export type Report = (option: string, message: string) => void

export const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

export const isRecord = (value: unknown): value is Options =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Types of attributes whose values can be part of a key. */
const SCALARS = ['string', 'number', 'boolean', 'enum']

/** The names in a list of a declaration; what is wrong with the list is reported apart. */
export const namesIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter(isText) : []

/** What is wrong with an attribute that has to exist. */
export const attributeFault = (attribute: string, facts: EntityFacts): string | undefined =>
  facts.attributes.has(attribute) ? undefined : `${attribute} is no attribute of ${facts.entity}`

/** What is wrong with an attribute whose values become part of a key. */
export function scalarFault(attribute: string, facts: EntityFacts, what: string): string | undefined {
  const type = facts.attributes.get(attribute)?.type
  if (type !== undefined && !SCALARS.includes(type))
    return `${attribute} is a ${type}: only strings, numbers, booleans and enums can be ${what}`
  return attributeFault(attribute, facts)
}

/** Checks a `scope`: a list of attributes whose values become part of a key. */
export function checkScope(scope: unknown, facts: EntityFacts, report: Report): void {
  if (scope === undefined) return
  if (!Array.isArray(scope) || !scope.every(isText)) report('scope', 'has to be a list of attribute names')
  for (const attribute of namesIn(scope)) {
    const fault = scalarFault(attribute, facts, 'a scope')
    if (fault !== undefined) report('scope', fault)
  }
}

/** What is wrong where a constraint needs items of its own and the table's keys cannot hold their names. */
export const numericKeyFault = (facts: EntityFacts, items: string): string | undefined =>
  facts.table.pk.isNumber || facts.table.sk?.isNumber === true
    ? `needs ${items}, and the keys of this table are numbers, which cannot hold one`
    : undefined

/**
 * Reads one entry of a declaration: refuses what is no object or an unknown option, and calls `check` where it makes
 * sense. Gives the options where nothing is wrong.
 */
export function readEntry(
  path: readonly string[],
  entry: unknown,
  known: readonly string[],
  problems: Problem[],
  check: (options: Options, report: Report) => void,
): Options | undefined {
  const found: Problem[] = []
  const report: Report = (option, message) =>
    found.push({ path: [...path, option].filter((part) => part !== '').join('.'), message })
  const options = isRecord(entry) ? { ...entry } : {}
  if (!isRecord(entry)) report('', `has to be an object of ${known.join(', ')}`)
  for (const option of Object.keys(options))
    if (!known.includes(option)) report(option, `is no option: there are ${known.join(', ')}`)
    else if (options[option] === undefined) report(option, 'is undefined: leave it out, or give it a value')
  if (found.length === 0) check(options, report)
  problems.push(...found)
  return found.length === 0 ? options : undefined
}
