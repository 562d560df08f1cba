import { Buffer } from 'node:buffer'
import type { Value } from '../item/value.js'

/** What `size(path)` gives: characters, bytes or members; nothing for a value that has no size or is not there. */
export function sizeOfValue(value: Value | undefined): Value | undefined {
  const size = value === undefined ? undefined : countOf(value)
  return size === undefined ? undefined : { N: String(size) }
}

function countOf(value: Value): number | undefined {
  if (value.S !== undefined) return value.S.length
  if (value.B !== undefined) return Buffer.byteLength(value.B, 'base64')
  if (value.M !== undefined) return Object.keys(value.M).length
  return (value.SS ?? value.NS ?? value.BS ?? value.L)?.length
}
