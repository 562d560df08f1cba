import type { AttributeValue } from '@latchkey/core'

const isWhole = (text: string): boolean => /^-?\d+$/.test(text)

/** Below 0 where the first comes first, as the service orders values; undefined where they have no order. */
export function compareStored(a: AttributeValue, b: AttributeValue): number | undefined {
  if (a.N !== undefined && b.N !== undefined) {
    if (isWhole(a.N) && isWhole(b.N)) return Number(BigInt(a.N) - BigInt(b.N))
    return Number(a.N) - Number(b.N)
  }
  if (a.S === undefined || b.S === undefined) return undefined
  return Buffer.compare(Buffer.from(a.S), Buffer.from(b.S))
}
