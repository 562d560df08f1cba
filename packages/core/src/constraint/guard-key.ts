import type { AttributeValue, StoredItem, TableKey } from '../plan/attribute-value.js'
import { canonicalNumber } from '../plan/canonical-number.js'
import { fieldOf } from '../plan/entity-facts.js'
import { hashText } from '../plan/hash.js'
import { byteLength, encodeValue, hasLoneSurrogate, joinValues, SEPARATOR } from '../plan/own-key.js'
import { isPresent, LONGEST_KEY, refuseValue, tableKeyOf, textOf } from './key-text.js'
import type { UniqueDeclaration } from './unique-declaration.js'

/** Whether the constraint counts for an item: all its attributes and its scope are present, and `unless` is not. */
export function doesCount(declaration: UniqueDeclaration, item: StoredItem): boolean {
  if (declaration.unless !== undefined && isPresent(item[declaration.unless])) return false
  return [...declaration.scopeFields, ...declaration.valueFields].every((field) => isPresent(item[field]))
}

function normalizeText(declaration: UniqueDeclaration, attribute: string, text: string): string {
  const normalized = declaration.normalize.reduce<unknown>((value, step) => step(String(value)), text)
  if (typeof normalized === 'string' && !hasLoneSurrogate(normalized)) return normalized
  return refuseValue(declaration.facts, attribute, 'normalize has to give well-formed text')
}

function normalizedValues(declaration: UniqueDeclaration, item: StoredItem): string[] {
  return declaration.attributes.map((attribute) => {
    const text = textOf(declaration.facts, attribute, item)
    const isText = item[fieldOf(declaration.facts, attribute)]?.S !== undefined
    return isText ? normalizeText(declaration, attribute, text) : text
  })
}

type Scalar = string | number | boolean

/** A value as a key function gets it: texts as they were normalised, numbers and booleans as themselves. */
function scalarOf(stored: AttributeValue | undefined, text: string): Scalar {
  // A number with more digits than JavaScript keeps stays text: two of them would make one key.
  if (stored?.N !== undefined)
    return canonicalNumber(String(Number(stored.N))) === text ? Number(stored.N) : text
  return stored?.BOOL ?? text
}

/** Throws where a value of the item that the constraint counts on has no form in a key. */
function keyOfValues(
  declaration: UniqueDeclaration,
  item: StoredItem,
  guardPrefix: string,
): [string, string] {
  const scope = declaration.scope.map((attribute) => textOf(declaration.facts, attribute, item))
  const values = normalizedValues(declaration, item)
  if (declaration.key !== undefined) {
    const natives = (attributes: readonly string[], texts: readonly string[]): readonly Scalar[] =>
      texts.map((text, at) => scalarOf(item[fieldOf(declaration.facts, attributes[at] ?? '')], text))
    return declaration.key(natives(declaration.attributes, values), natives(declaration.scope, scope))
  }
  const { prefix, hash } = declaration
  const front = typeof prefix === 'function' ? prefix(scope) : prefix
  const head = [`${front}${guardPrefix}`, declaration.namespace, ...scope.map(encodeValue)]
  const written = hash === undefined ? values.map(encodeValue) : [hashText(joinValues(values), hash.secret)]
  const key = [...head, ...written].join(SEPARATOR)
  // A declared hash is short already, and without its secret it could be guessed.
  const isHashed = hash === undefined && byteLength(key) > LONGEST_KEY
  const short = isHashed ? [...head, `%sha256:${hashText(joinValues(values))}`].join(SEPARATOR) : key
  return [short, declaration.sortKey ?? short]
}

/** The key of the guard of an item; undefined where the constraint does not count for it. */
export function guardKey(
  declaration: UniqueDeclaration,
  item: StoredItem,
  guardPrefix: string,
): TableKey | undefined {
  if (!doesCount(declaration, item)) return undefined
  const [pk, sk] = keyOfValues(declaration, item, guardPrefix)
  return tableKeyOf(declaration.facts, pk, sk)
}

/**
 * As `guardKey`, for items that may have been written by anyone: a value that no key can hold, or that a function of the
 * declaration cannot take, has no guard. An item must not be locked up by what it holds.
 */
export function guardKeyIfAny(
  declaration: UniqueDeclaration,
  item: StoredItem,
  guardPrefix: string,
): TableKey | undefined {
  try {
    return guardKey(declaration, item, guardPrefix)
  } catch {
    return undefined
  }
}
