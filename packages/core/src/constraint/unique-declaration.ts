import { type EntityFacts, fieldOf } from '../plan/entity-facts.js'
import { encodeName } from '../plan/own-key.js'
import type { Declaring } from './constraint.js'
import {
  checkScope,
  isRecord,
  isText,
  namesIn,
  numericKeyFault,
  type Options,
  type Report,
  readEntry,
  scalarFault,
} from './declared-options.js'

export type NormalizeStep = (value: string) => unknown
export type NormalizeName = 'lowercase' | 'trim' | 'nfc' | 'custom'

/** What was declared under `unique`, checked and filled up. */
export interface UniqueDeclaration {
  readonly facts: EntityFacts
  readonly name: string
  readonly attributes: readonly string[]
  readonly scope: readonly string[]
  readonly valueFields: readonly string[]
  readonly scopeFields: readonly string[]
  /** The field whose presence makes the constraint not count. */
  readonly unless: string | undefined
  readonly normalize: readonly NormalizeStep[]
  /** What the steps are called; `custom` stands for a function. */
  readonly normalizeNames: readonly NormalizeName[]
  /** What a value must be unique within, as it stands in keys. */
  readonly namespace: string
  readonly isShared: boolean
  readonly hash: { readonly secret?: string | Uint8Array } | undefined
  readonly prefix: string | ((scope: readonly string[]) => string)
  /** The prefix as it was declared: two functions are the same only where they are one. */
  readonly declaredPrefix: unknown
  readonly sortKey: string | undefined
  readonly key:
    | ((
        values: readonly (string | number | boolean)[],
        scope: readonly (string | number | boolean)[],
      ) => [string, string])
    | undefined
  /** What guards say of themselves: `service.entity.constraint`, and how values were normalised. */
  readonly origin: string
  /** Every field that the constraint looks at. */
  readonly fields: readonly string[]
}

const NORMALIZERS: Readonly<Record<string, NormalizeStep>> = {
  lowercase: (value) => value.toLowerCase(),
  trim: (value) => value.trim(),
  nfc: (value) => value.normalize('NFC'),
}

const OPTIONS = [
  'attributes',
  'scope',
  'unless',
  'normalize',
  'namespace',
  'hash',
  'prefix',
  'sortKey',
  'key',
]
const isFunction = (value: unknown): value is (...args: readonly unknown[]) => unknown =>
  typeof value === 'function'

function checkAttribute(attribute: string, facts: EntityFacts, report: Report): void {
  const fault = scalarFault(attribute, facts, 'unique')
  if (fault !== undefined) report('attributes', fault)
}

function checkNames(options: Options, facts: EntityFacts, report: Report): void {
  const { attributes, scope, unless } = options
  if (!Array.isArray(attributes) || attributes.length === 0 || !attributes.every(isText))
    report('attributes', 'has to list at least one attribute name')
  for (const attribute of namesIn(attributes)) checkAttribute(attribute, facts, report)
  checkScope(scope, facts, report)
  const all = [...namesIn(attributes), ...namesIn(scope)]
  if (new Set(all).size < all.length) report('attributes', 'names an attribute twice, in itself or in scope')
  if (unless !== undefined && (!isText(unless) || !facts.attributes.has(unless)))
    report('unless', `has to be the name of an attribute of ${facts.entity}`)
  if (isText(unless) && all.includes(unless))
    report('unless', `is ${unless} itself: while it is present the constraint would not count, and so never`)
}

const isSecret = (value: unknown): boolean =>
  isText(value) || (value instanceof Uint8Array && value.length > 0)

function checkForm(options: Options, report: Report): void {
  const { normalize, namespace, hash, prefix, sortKey, key } = options
  const steps = Array.isArray(normalize) ? normalize : normalize === undefined ? [] : [normalize]
  if (!steps.every((step) => isFunction(step) || (isText(step) && Object.hasOwn(NORMALIZERS, step))))
    report('normalize', "has to be 'lowercase', 'trim', 'nfc', a list of these, or a function")
  if (namespace !== undefined && !isText(namespace)) report('namespace', 'has to be a text that is not empty')
  const secret = isRecord(hash) ? hash['secret'] : undefined
  if (hash !== undefined && typeof hash !== 'boolean' && !isSecret(secret))
    report('hash', 'has to be true, or { secret } with a secret that is not empty')
  if (prefix !== undefined && !isText(prefix) && !isFunction(prefix))
    report('prefix', 'has to be a text or a function')
  if (sortKey !== undefined && !isText(sortKey)) report('sortKey', 'has to be a text that is not empty')
  if (key === undefined) return
  if (!isFunction(key)) report('key', 'has to be a function that gives { pk, sk }')
  for (const other of ['hash', 'prefix', 'sortKey', 'namespace'])
    if (options[other] !== undefined)
      report('key', `makes the whole key, so ${other} would be ignored: leave one of them out`)
}

function checkKey(facts: EntityFacts, report: Report): void {
  const fault = numericKeyFault(facts, 'guard items')
  if (fault !== undefined) report('', fault)
}

/** The same steps in the same order; functions are the same only where they are the same function. */
const stepsOf = (normalize: unknown): readonly unknown[] =>
  Array.isArray(normalize) ? normalize : normalize === undefined ? [] : [normalize]

function customKey(
  make: (...args: readonly unknown[]) => unknown,
  name: string,
  facts: EntityFacts,
): UniqueDeclaration['key'] {
  return (values, scope) => {
    const made = make(values, scope)
    const { pk, sk }: { pk?: unknown; sk?: unknown } = isRecord(made) ? made : {}
    if (isText(pk) && (sk === undefined || isText(sk))) return [pk, sk ?? pk]
    throw new TypeError(
      `${facts.entity}: the key function of unique.${name} has to give { pk, sk } as texts that are not empty`,
    )
  }
}

const stepNames = (options: Options): readonly NormalizeName[] =>
  stepsOf(options['normalize']).map((step) =>
    step === 'lowercase' || step === 'trim' || step === 'nfc' ? step : 'custom',
  )

function originOf(name: string, options: Options, facts: EntityFacts): string {
  const steps = stepNames(options)
  return `${facts.label}.${encodeName(name)}${steps.length === 0 ? '' : ` normalize=${steps.join(',')}`}`
}

function prefixOf(prefix: unknown, name: string, facts: EntityFacts): UniqueDeclaration['prefix'] {
  if (!isFunction(prefix)) return isText(prefix) ? prefix : ''
  return (scope) => {
    const made = prefix(scope)
    if (typeof made === 'string') return made
    throw new TypeError(`${facts.entity}: the prefix function of unique.${name} has to give a text`)
  }
}

function hashOf(hash: unknown): UniqueDeclaration['hash'] {
  if (hash === true) return {}
  return isRecord(hash) ? (hash as { secret: string | Uint8Array }) : undefined
}

function fill(name: string, options: Options, facts: EntityFacts): UniqueDeclaration {
  const attributes = namesIn(options['attributes'])
  const scope = namesIn(options['scope'])
  const { unless, namespace, sortKey, key } = options
  const fields = (list: readonly string[]): string[] => list.map((attribute) => fieldOf(facts, attribute))
  const unlessField = isText(unless) ? fieldOf(facts, unless) : undefined
  return {
    facts,
    name,
    attributes,
    scope,
    valueFields: fields(attributes),
    scopeFields: fields(scope),
    unless: unlessField,
    normalize: stepsOf(options['normalize']).map((step) =>
      typeof step === 'string' ? (NORMALIZERS[step] as NormalizeStep) : (step as NormalizeStep),
    ),
    normalizeNames: stepNames(options),
    namespace: isText(namespace) ? encodeName(namespace) : `${facts.label}.${encodeName(name)}`,
    isShared: isText(namespace),
    hash: hashOf(options['hash']),
    prefix: prefixOf(options['prefix'], name, facts),
    declaredPrefix: options['prefix'],
    sortKey: isText(sortKey) ? sortKey : undefined,
    key: isFunction(key) ? customKey(key, name, facts) : undefined,
    origin: originOf(name, options, facts),
    fields: [...fields([...attributes, ...scope]), ...(unlessField === undefined ? [] : [unlessField])],
  }
}

/** Keys that a function makes can meet any other such key: those constraints are looked at together. */
export const groupOf = (declaration: UniqueDeclaration): string =>
  declaration.key === undefined ? declaration.namespace : '#key'

/** Reads one entry under `unique`, the short form too, and reports what is wrong with it. */
export function declareUnique(
  name: string,
  declared: unknown,
  declaring: Declaring,
): UniqueDeclaration | undefined {
  const { facts, problems } = declaring
  const entry: unknown = Array.isArray(declared) ? { attributes: declared } : declared
  if (!isRecord(entry)) {
    const message = 'has to be a list of attributes, or options with `attributes`'
    problems.push({ path: `unique.${name}`, message })
    return undefined
  }
  const options = readEntry(['unique', name], entry, OPTIONS, problems, (given, report) => {
    checkNames(given, facts, report)
    checkForm(given, report)
    checkKey(facts, report)
  })
  return options === undefined ? undefined : fill(name, options, facts)
}
