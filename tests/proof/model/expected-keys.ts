import { createHash, createHmac } from 'node:crypto'
import { PREFIX_OF_SCOPE } from './declare-models.js'
import type { Attributes, Value } from './operation.js'
import {
  customNormalize,
  type EntityName,
  type PointerShape,
  SECRET,
  type SequenceShape,
  type Shape,
  type UniqueShape,
} from './shape.js'
import type { Stored } from './stored.js'

const encode = (text: string): string => text.replaceAll('%', '%25').replaceAll('#', '%23')
const joined = (texts: readonly string[]): string => texts.map(encode).join('#')

function normalized(value: Value | undefined, { normalize }: UniqueShape): string {
  if (typeof value !== 'string') return String(value)
  if (normalize === 'lowercase') return value.toLowerCase()
  if (normalize === 'trim') return value.trim()
  if (normalize === 'both') return value.trim().toLowerCase()
  return normalize === 'custom' ? customNormalize(value) : value
}

function hashed(values: readonly string[], hash: UniqueShape['hash']): string {
  const made = hash === 'secret' ? createHmac('sha256', SECRET) : createHash('sha256')
  return made.update(joined(values)).digest('hex')
}

/** A key of parts that are encoded; where it would be long, what tells it apart is hashed. */
function textOf(head: readonly string[], values: readonly string[]): string {
  const text = [...head, ...values.map(encode)].join('#')
  if (Buffer.byteLength(text) <= 1000) return text
  return [...head, `%sha256:${hashed(values, 'plain')}`].join('#')
}

const valuesOf = (item: Attributes, names: readonly string[]): string[] =>
  names.map((name) => String(item[name]))

/** The partition key and the sort key of a guard, as the documentation has them: of values that are all there. */
export function guardText(of: EntityName, unique: UniqueShape, item: Attributes): string {
  const scope = valuesOf(item, unique.scope)
  const values = unique.attributes.map((name) => normalized(item[name], unique))
  const prefix = unique.prefix === undefined ? '' : unique.prefix === 'text' ? 'P/' : PREFIX_OF_SCOPE(scope)
  const namespace = unique.namespace ?? `shop.${of}.${unique.name}`
  const head = [`${prefix}UNIQ`, namespace, ...scope.map(encode)]
  const pk =
    unique.hash === undefined ? textOf(head, values) : [...head, hashed(values, unique.hash)].join('#')
  return JSON.stringify([pk, unique.sortKey === true ? 'LOCK' : pk])
}

/** Whether a constraint counts for an item. */
const counts = (unique: UniqueShape, item: Stored): boolean =>
  (unique.unless !== true || item['gone'] === undefined) &&
  [...unique.attributes, ...unique.scope].every((name) => item[name] !== undefined)

/** The guards that an item has to have, each with the constraints that need it. */
export function guardsOf(shape: Shape, of: EntityName, item: Stored | null): Map<string, UniqueShape[]> {
  const guards = new Map<string, UniqueShape[]>()
  for (const unique of item === null ? [] : shape[of].uniques)
    if (item !== null && counts(unique, item)) {
      const text = guardText(of, unique, item)
      guards.set(text, [...(guards.get(text) ?? []), unique])
    }
  return guards
}

/** The key of the pointer of a scope; undefined where the item lacks a part of it. */
export function pointerText(of: EntityName, pointer: PointerShape, item: Attributes): string | undefined {
  if (!pointer.scope.every((name) => item[name] !== undefined)) return undefined
  return textOf([`PTR#shop.${of}.${pointer.name}`], valuesOf(item, pointer.scope))
}

export function sequenceText(of: EntityName, sequence: SequenceShape, item: Attributes): string | undefined {
  if (!sequence.scope.every((name) => item[name] !== undefined)) return undefined
  return textOf([`SEQ#shop.${of}.s0`], valuesOf(item, sequence.scope))
}

export const ownerText = (key: readonly string[]): string => joined(key)
