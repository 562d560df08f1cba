import { Buffer } from 'node:buffer'
import { compareNumbers } from './number.js'
import type { Value } from './value.js'
import { valueType } from './value.js'

/**
 * Less than zero, zero or more than zero as the service orders two values; `undefined` where it does not order them:
 * another type, or a type that has no order. Strings are ordered by their UTF-8 bytes.
 */
export function orderValues(left: Value | undefined, right: Value | undefined): number | undefined {
  if (left === undefined || right === undefined || valueType(left) !== valueType(right)) return undefined
  if (left.N !== undefined && right.N !== undefined) return compareNumbers(left.N, right.N)
  if (left.S !== undefined && right.S !== undefined) return orderBytes(left.S, right.S, 'utf8')
  if (left.B !== undefined && right.B !== undefined) return orderBytes(left.B, right.B, 'base64')
  return undefined
}

function orderBytes(left: string, right: string, encoding: 'utf8' | 'base64'): number {
  return Buffer.compare(Buffer.from(left, encoding), Buffer.from(right, encoding))
}
