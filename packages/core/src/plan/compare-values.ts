import type { AttributeValue } from './attribute-value.js'
import { canonicalNumber } from './canonical-number.js'

type Order = -1 | 0 | 1

const order = (a: string, b: string): Order => (a === b ? 0 : a < b ? -1 : 1)

/** Compares canonical decimals digit by digit, so that no digit is lost. */
function compareNumbers(a: string, b: string): Order {
  const isNegative = a.startsWith('-')
  if (isNegative !== b.startsWith('-')) return isNegative ? -1 : 1
  const [wholeA = '', fractionA = ''] = a.replace('-', '').split('.')
  const [wholeB = '', fractionB = ''] = b.replace('-', '').split('.')
  const length = Math.max(wholeA.length, wholeB.length)
  const digits = Math.max(fractionA.length, fractionB.length)
  const pad = (whole: string, fraction: string): string =>
    whole.padStart(length, '0') + fraction.padEnd(digits, '0')
  const magnitude = order(pad(wholeA, fractionA), pad(wholeB, fractionB))
  return isNegative ? ((0 - magnitude) as Order) : magnitude
}

const encoder = new TextEncoder()

/** Compares texts as the service does: by the bytes of their UTF-8. */
function compareTexts(a: string, b: string): Order {
  const [x, y] = [encoder.encode(a), encoder.encode(b)]
  for (let at = 0; at < Math.min(x.length, y.length); at += 1) {
    const [p = 0, q = 0] = [x[at], y[at]]
    if (p !== q) return p < q ? -1 : 1
  }
  return x.length === y.length ? 0 : x.length < y.length ? -1 : 1
}

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
