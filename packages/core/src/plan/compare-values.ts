import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { AttributeValue } from './attribute-value.js'
import { canonicalNumber } from './canonical-number.js'

type Order = -1 | 0 | 1

const order = <T extends string | number>(a: T, b: T): Order => (a < b ? -1 : a > b ? 1 : 0)

/** What stands before the point. Of two numbers with one sign, the one with more of it is further from zero. */
const wholeLength = (text: string): number => text.replace(/\..*/, '').length

/** Compares canonical decimals as texts, so that no digit is lost. */
function compareNumbers(a: string, b: string): Order {
  const isNegative = a.startsWith('-')
  if (isNegative !== b.startsWith('-')) return isNegative ? -1 : 1
  return isNegative ? compareMagnitudes(b, a) : compareMagnitudes(a, b)
}

const compareMagnitudes = (a: string, b: string): Order =>
  order(wholeLength(a), wholeLength(b)) || order(a, b)

/** Compares texts as the service does: by the bytes of their UTF-8. */
const compareTexts = (a: string, b: string): Order =>
  order(bytesToHex(utf8ToBytes(a)), bytesToHex(utf8ToBytes(b)))

/** How two values are ordered by `<` of a condition expression; undefined where they are not of one ordered type. */
export function compareValues(
  a: AttributeValue | undefined,
  b: AttributeValue | undefined,
): Order | undefined {
  if (a?.N !== undefined && b?.N !== undefined)
    return compareNumbers(canonicalNumber(a.N), canonicalNumber(b.N))
  if (a?.S !== undefined && b?.S !== undefined) return compareTexts(a.S, b.S)
  return undefined
}
