import type { AttributeValue, StoredItem } from './attribute-value.js'
import { isPlainObject } from './copy-value.js'

/** A set of an ElectroDB entity that is bound to no client. */
interface WrappedSet {
  readonly wrapperName: 'Set'
  readonly values: readonly unknown[]
}

/** Why a value cannot be stored; the caller adds where it stood. */
export class UnstorableValue extends Error {
  override readonly name = 'UnstorableValue'
  readonly path: readonly (string | number)[]
  constructor(reason: string, path: readonly (string | number)[]) {
    super(reason)
    this.path = path
  }
}

type Path = readonly (string | number)[]

const isWrappedSet = (value: object): value is WrappedSet =>
  'wrapperName' in value && value.wrapperName === 'Set' && 'values' in value && Array.isArray(value.values)

function numberText(value: number | bigint, path: Path): string {
  if (typeof value === 'bigint') return value.toString()
  if (!Number.isFinite(value)) throw new UnstorableValue('a number has to be finite', path)
  // Every number beyond that is an integer.
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new UnstorableValue(
      'an integer beyond 2^53 has lost digits already: use a bigint or a string',
      path,
    )
  return value.toString()
}

/** The caller may go on writing into its own. */
const copyBytes = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes)

function fromSet(values: readonly unknown[], path: Path): AttributeValue {
  const [first] = values
  if (first === undefined)
    throw new UnstorableValue('the service keeps no empty set: remove the attribute', path)
  const members = [...new Set(values)]
  if (members.every((member) => typeof member === 'string')) return { SS: members }
  if (members.every((member) => typeof member === 'number' || typeof member === 'bigint'))
    return { NS: members.map((member) => numberText(member, path)) }
  if (members.every((member) => member instanceof Uint8Array)) return { BS: members.map(copyBytes) }
  throw new UnstorableValue('a set holds strings, numbers or binary, of one kind', path)
}

function fromObject(value: object, path: Path): AttributeValue {
  if (value instanceof Uint8Array) return { B: copyBytes(value) }
  if (value instanceof ArrayBuffer) return { B: copyBytes(new Uint8Array(value)) }
  if (value instanceof Set) return fromSet([...value], path)
  if (isWrappedSet(value)) return fromSet(value.values, path)
  if (Array.isArray(value)) return { L: fromList(value, path) }
  if (value instanceof Map) return { M: toStoredItem(Object.fromEntries(value), path) }
  if (isPlainObject(value)) return { M: toStoredItem(value, path) }
  throw new UnstorableValue(`an instance of ${value.constructor.name} has no form in the table`, path)
}

const fromList = (list: readonly unknown[], path: Path): AttributeValue[] =>
  list.flatMap((member, at) => (member === undefined ? [] : [toAttributeValue(member, [...path, at])]))

/** A JavaScript value as the attribute value that is stored for it. */
export function toAttributeValue(value: unknown, path: Path = []): AttributeValue {
  if (value === null) return { NULL: true }
  if (typeof value === 'string') return { S: value }
  if (typeof value === 'boolean') return { BOOL: value }
  if (typeof value === 'number' || typeof value === 'bigint') return { N: numberText(value, path) }
  if (typeof value === 'object') return fromObject(value, path)
  throw new UnstorableValue(`a ${typeof value} has no form in the table`, path)
}

/** An object of JavaScript values as a stored item; `undefined` is absence. */
export function toStoredItem(
  item: Readonly<Record<string, unknown>>,
  path: Path = [],
): Record<string, AttributeValue> {
  return Object.fromEntries(
    Object.entries(item).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, toAttributeValue(value, [...path, name])]],
    ),
  )
}

function toNumber(text: string): number | bigint {
  const number = Number(text)
  return Number.isInteger(number) && !Number.isSafeInteger(number) && /^-?\d+$/.test(text)
    ? BigInt(text)
    : number
}

/** An attribute value as JavaScript sees it: integers beyond 2^53 come as bigint, sets as `Set`. */
export function toNative(value: AttributeValue): unknown {
  if (value.S !== undefined) return value.S
  if (value.N !== undefined) return toNumber(value.N)
  if (value.BOOL !== undefined) return value.BOOL
  if (value.NULL !== undefined) return null
  if (value.B !== undefined) return value.B
  if (value.SS !== undefined) return new Set(value.SS)
  if (value.NS !== undefined) return new Set(value.NS.map(toNumber))
  if (value.BS !== undefined) return new Set(value.BS)
  if (value.L !== undefined) return value.L.map(toNative)
  return toNativeItem(value.M ?? {})
}

/** A stored item as JavaScript sees it, under its field names. */
export const toNativeItem = (item: StoredItem): Record<string, unknown> =>
  Object.fromEntries(Object.entries(item).map(([field, value]) => [field, toNative(value)]))
