import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { orderValues } from '../item/order-values.js'
import type { Value } from '../item/value.js'
import { plainItem } from '../table/stored-item.js'
import type { KeyOf, SeenItem } from './guard-findings.js'
import type { SoundnessFinding } from './soundness-error.js'

/** Pointers that have not reached the value of an item that they follow. */
export function pointerFindings(seen: readonly SeenItem[], keyOf: KeyOf): SoundnessFinding[] {
  const reached = new Map(
    seen.flatMap(({ key, found }) => (found.kind === 'pointer' ? [[key, found.value] as const] : [])),
  )
  return seen.flatMap(({ key: owner, found }) => {
    if (found.kind !== 'item') return []
    return found.pointers.flatMap(({ name, key, value, order }): SoundnessFinding[] => {
      const pointer = keyOf({ ...key })
      const at = reached.get(pointer)
      if (hasReached(at, value, order)) return []
      const expected = plainItem({ value })
      const behind = { kind: 'behind', key: pointer, owner, constraints: [name], expected } as const
      return [at === undefined ? behind : { ...behind, found: plainItem({ value: at }) }]
    })
  })
}

function hasReached(at: AttributeValue | undefined, value: AttributeValue, order: 'max' | 'min'): boolean {
  const compared = orderValues(orderable(at), orderable(value))
  if (compared === undefined) return false
  return order === 'max' ? compared >= 0 : compared <= 0
}

function orderable(value: AttributeValue | undefined): Value | undefined {
  if (value?.N !== undefined) return { N: value.N }
  return value?.S === undefined ? undefined : { S: value.S }
}
