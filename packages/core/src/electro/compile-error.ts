import { InvalidInputError } from '../errors/invalid-input-error.js'
import { LatchkeyError } from '../errors/latchkey-error.js'
import type { Problem } from '../errors/registry.js'
import type { EntityFacts } from '../plan/entity-facts.js'
import { UnstorableValue } from '../plan/native-value.js'

/** What ElectroDB says of an index key that lacks some of its attributes, by code; the second is for conditional indexes. */
const INCOMPLETE_COMPOSITES: Readonly<Record<number, string>> = {
  2002: 'Without the composite attributes',
  2012: 'Incomplete composite attributes provided for index',
}

interface FieldFault {
  readonly field: string
  readonly reason: string
}

const isFault = (fault: unknown): fault is FieldFault =>
  typeof fault === 'object' && fault !== null && 'field' in fault && 'reason' in fault

/** Without the link to ElectroDB's documentation. */
const plain = (message: string): string =>
  message.replace(/ - For more detail on this error reference:.*$/s, '')

const TYPE_FAULT =
  /^Invalid value type at (?:entity|attribute) path:? ?"[^"]*"\.? ?(Received value of type "\w+", expected value of type "\w+"|Value is required\.?)/
const ENUM_FAULT = /Value not found in set of acceptable values: (.*)$/

/** What ElectroDB says of an attribute, in words that cannot hold a value: reasons of custom validation may. */
function describeFault(reason: string): string {
  const type = TYPE_FAULT.exec(reason)
  if (type?.[1]?.startsWith('Value is required') === true) return 'is required'
  if (type?.[1] !== undefined)
    return type[1]
      .replace('Received value of type', 'is a')
      .replace(', expected value of type', ', and has to be a')
  const values = ENUM_FAULT.exec(reason)
  return values?.[1] === undefined
    ? 'was refused by the validation of the model'
    : `has to be one of ${values[1]}`
}

const ATTRIBUTE_FAULT = /^Attribute "([^"]+)" (.*)$/

/** Faults that ElectroDB reports in a message alone name attributes, never values. */
function messageProblem(message: string): Problem {
  const match = ATTRIBUTE_FAULT.exec(message)
  return match === null ? { path: '', message } : { path: match[1] ?? '', message: match[2] ?? '' }
}

const BARE_FAULT = /^Invalid (?:Update Attribute Operation|attribute|expression value type)/

/** ElectroDB throws bare errors for some mistakes in verbs; what is not one of these is a hook's or a callback's own. */
function bareProblem(error: Error): Problem | undefined {
  const message = plain(error.message)
  if (ATTRIBUTE_FAULT.test(message)) return messageProblem(message)
  if (BARE_FAULT.test(message)) return { path: '', message }
  // A path in `data` or `where` below an attribute that has no such property.
  if (error instanceof TypeError && message.includes("(reading 'type')"))
    return { path: 'data', message: 'names a nested attribute that the model does not have' }
  return undefined
}

function problemsOf(error: Error): readonly [Problem, ...Problem[]] {
  const fields: unknown = Reflect.get(error, 'fields')
  const faults = Array.isArray(fields) ? fields.filter(isFault) : []
  const [first, ...rest] = faults.map(({ field, reason }) => ({
    path: field,
    message: describeFault(plain(reason)),
  }))
  return first === undefined ? [messageProblem(plain(error.message))] : [first, ...rest]
}

const isElectroError = (error: unknown): error is Error =>
  error instanceof Error && Reflect.get(error, 'isElectroError') === true

/** Whether an update could not be compiled because an index key lacks attributes that the stored item may have. */
export function lacksComposites(error: unknown): boolean {
  if (!isElectroError(error)) return false
  const said = INCOMPLETE_COMPOSITES[Number(Reflect.get(error, 'code'))]
  return said !== undefined && error.message.includes(said)
}

/** Where a value stood, from the attribute on: what ElectroDB gives is under fields and placeholders. */
function pathOf({ path }: UnstorableValue, facts: EntityFacts): string {
  const [first = '', ...inner] = path
  const field = String(first).replace(/^:(.*?)(?:_u\d+|\d)$/, '$1')
  return [facts.names.get(field) ?? field, ...inner].join('.')
}

/** Turns what ElectroDB and our own conversion throw about a caller's values into one class. */
export function toInputError(error: unknown, facts: EntityFacts): unknown {
  if (error instanceof LatchkeyError) return error
  const model = facts.entity
  if (error instanceof UnstorableValue)
    return new InvalidInputError([{ path: pathOf(error, facts), message: error.message }], {
      model,
      cause: error,
    })
  if (isElectroError(error)) return new InvalidInputError(problemsOf(error), { model })
  const problem = error instanceof Error ? bareProblem(error) : undefined
  return problem === undefined ? error : new InvalidInputError([problem], { model })
}

/** Runs a compilation, its faults turned into input errors. */
export function compiling<T>(facts: EntityFacts, compile: () => T): T {
  try {
    return compile()
  } catch (error) {
    throw toInputError(error, facts)
  }
}
