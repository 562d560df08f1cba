import { InvalidInputError } from '../errors/invalid-input-error.js'
import type { AttributeValue } from '../plan/attribute-value.js'
import { type AttributeFacts, type EntityFacts, fieldOf } from '../plan/entity-facts.js'
import { encodeName } from '../plan/own-key.js'
import type { Declaring } from './constraint.js'
import {
  attributeFault,
  checkScope,
  isText,
  namesIn,
  numericKeyFault,
  type Options,
  type Report,
  readEntry,
} from './declared-options.js'

/** What was declared under `sequences`, checked and filled up. */
export interface SequenceDeclaration {
  readonly facts: EntityFacts
  readonly name: string
  readonly attribute: string
  readonly field: string
  readonly scope: readonly string[]
  readonly scopeFields: readonly string[]
  readonly start: number
  readonly step: number
  readonly isGapless: boolean
  /** How a text shows the number; undefined where it is stored as one. */
  readonly format: string | undefined
  /** The number as the attribute holds it. Throws for one that is not exact. */
  readonly write: (number: number) => number | string
  /** The number that an attribute holds, as digits; undefined where it holds none. */
  readonly read: (stored: AttributeValue | undefined) => string | undefined
  /** `service.entity.name`, as it stands in keys and in `_lk_of`. */
  readonly origin: string
}

const OPTIONS = ['attribute', 'scope', 'start', 'step', 'gapless', 'format']
const DIGITS = /\{(0+)\}/g

function formatFault(format: unknown, type: string | undefined): string | undefined {
  if (format === undefined)
    return type === 'string' ? "is needed for a string attribute, such as 'INV-{000000}'" : undefined
  if (type !== 'string') return 'is for string attributes alone'
  const isOne = typeof format === 'string' && [...format.matchAll(DIGITS)].length === 1
  return isOne
    ? undefined
    : "has to be a text with one {0}, {00}, ...: as many zeros as digits, such as 'INV-{000000}'"
}

/** What is wrong with an attribute whose hook runs over the number that it was given. */
function hookFault({ name, isSettable, watch }: AttributeFacts): string | undefined {
  if (isSettable) return `${name} has a set hook, which would change the number: remove the hook`
  return watch.length > 0
    ? `${name} watches other attributes, and a number never changes with them: remove the watch`
    : undefined
}

function checkNumbers({ start, step, gapless, format }: Options, report: Report): void {
  if (start !== undefined && !Number.isSafeInteger(start)) report('start', 'has to be a whole number')
  else if (format !== undefined && Number(start ?? 1) < 0)
    report('start', 'is below 0, and a format shows digits alone: start at 0 or above')
  if (step !== undefined && !(Number.isSafeInteger(step) && Number(step) > 0))
    report('step', 'has to be a whole number above 0: a sequence never goes back')
  if (gapless !== undefined && typeof gapless !== 'boolean') report('gapless', 'has to be true or false')
}

function checkSequence(options: Options, facts: EntityFacts, report: Report): void {
  const { attribute, scope, format } = options
  const known = isText(attribute) ? facts.attributes.get(attribute) : undefined
  const fault = isText(attribute) ? attributeFault(attribute, facts) : 'has to be the name of an attribute'
  if (fault !== undefined) report('attribute', fault)
  else if (known?.type !== 'number' && known?.type !== 'string')
    report(
      'attribute',
      `is a ${known?.type}: a sequence numbers a number attribute, or a string one with format`,
    )
  else {
    const wrong = formatFault(format, known.type)
    if (wrong !== undefined) report('format', wrong)
    const hooked = hookFault(known)
    if (hooked !== undefined) report('attribute', hooked)
  }
  if (Array.isArray(scope) && scope.includes(attribute))
    report('scope', 'names the numbered attribute itself')
  checkScope(scope, facts, report)
  checkNumbers(options, report)
  const keyFault = numericKeyFault(facts, 'sequence items')
  if (keyFault !== undefined) report('', keyFault)
}

/** Refuses a number that JavaScript no longer tells from its neighbours: two items would get the same one. */
export function exactNumber(
  number: number,
  facts: EntityFacts,
  attribute: string,
  operation?: string,
): number {
  if (Number.isSafeInteger(number)) return number
  throw new InvalidInputError(
    [{ path: attribute, message: 'has no number left below 2^53: its sequence is used up' }],
    { model: facts.entity, operation },
  )
}

function writerOf(format: unknown, facts: EntityFacts, attribute: string): SequenceDeclaration['write'] {
  if (typeof format !== 'string') return (number) => exactNumber(number, facts, attribute)
  return (number) => {
    const digits = String(exactNumber(number, facts, attribute))
    return format.replace(DIGITS, (_, zeros: string) => digits.padStart(zeros.length, '0'))
  }
}

/** Numbers with more digits than the format has zeros are longer, and as good. */
function readerOf(format: unknown): SequenceDeclaration['read'] {
  if (typeof format !== 'string') return (stored) => stored?.N
  const [before = '', after = ''] = format.split(/\{0+\}/)
  return (stored) => {
    const text = stored?.S ?? ''
    if (!text.startsWith(before) || !text.endsWith(after)) return undefined
    const digits = text.slice(before.length, text.length - after.length)
    return /^\d+$/.test(digits) ? String(BigInt(digits)) : undefined
  }
}

export function declareSequence(
  name: string,
  entry: unknown,
  { facts, problems }: Declaring,
): SequenceDeclaration | undefined {
  const options = readEntry(['sequences', name], entry, OPTIONS, problems, (given, report) =>
    checkSequence(given, facts, report),
  )
  if (options === undefined) return undefined
  const scope = namesIn(options['scope'])
  const attribute = String(options['attribute'])
  return {
    facts,
    name,
    attribute,
    field: fieldOf(facts, attribute),
    scope,
    scopeFields: scope.map((part) => fieldOf(facts, part)),
    start: Number(options['start'] ?? 1),
    step: Number(options['step'] ?? 1),
    isGapless: options['gapless'] !== false,
    format: isText(options['format']) ? options['format'] : undefined,
    write: writerOf(options['format'], facts, attribute),
    read: readerOf(options['format']),
    origin: `${facts.label}.${encodeName(name)}`,
  }
}
