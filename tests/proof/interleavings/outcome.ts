import { isLatchkeyError } from '@latchkey/core'
import type { Outcome } from './operation.js'

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** What says what a violation is about. Some are not enumerable, and `undefined` where the kind has none. */
const SAID = [
  'code',
  'model',
  'key',
  'constraint',
  'fields',
  'owner',
  'expected',
  'actual',
  'attempted',
  'missing',
]

const describeViolation = (violation: unknown): unknown =>
  isRecord(violation) ? plain(Object.fromEntries(SAID.map((name) => [name, violation[name]]))) : violation

/** An error as plain data: its code, and all that its violations say. */
function describeError(error: Error): unknown {
  const code: unknown = Reflect.get(error, 'code') ?? error.name
  const violations: unknown = Reflect.get(error, 'violations')
  if (Array.isArray(violations)) return { code, violations: violations.map(describeViolation) }
  return isLatchkeyError(error) ? { code } : { code, message: error.message, stack: error.stack }
}

/** A value as plain data with its properties in order; errors in it become what they say. */
export function plain(value: unknown): unknown {
  if (value instanceof Error) return describeError(value)
  if (Array.isArray(value)) return value.map(plain)
  if (!isRecord(value)) return value
  const names = Object.keys(value)
    .filter((name) => value[name] !== undefined)
    .sort()
  return Object.fromEntries(names.map((name) => [name, plain(value[name])]))
}

/** What became of an operation that has ended. */
export const outcomeOf = (settled: PromiseSettledResult<unknown>): Outcome =>
  settled.status === 'fulfilled' ? { ok: plain(settled.value) } : { error: plain(settled.reason) }
