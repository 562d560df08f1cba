/** A decimal as an integer and how many of its digits stand behind the point. */
interface Decimal {
  readonly unscaled: bigint
  readonly scale: number
}

function readDecimal(text: string): Decimal {
  const [whole = '0', fraction = ''] = text.split('.')
  return { unscaled: BigInt(whole + fraction), scale: fraction.length }
}

function writeDecimal({ unscaled, scale }: Decimal): string {
  const digits = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '')
  const magnitude = fraction === '' ? whole : `${whole}.${fraction}`
  return unscaled < 0n ? `-${magnitude}` : magnitude
}

function align(left: string, right: string): [bigint, bigint, number] {
  const a = readDecimal(left)
  const b = readDecimal(right)
  const scale = Math.max(a.scale, b.scale)
  const widen = (value: Decimal): bigint => value.unscaled * 10n ** BigInt(scale - value.scale)
  return [widen(a), widen(b), scale]
}

/** Orders two plain decimals exactly. */
export function compareNumbers(left: string, right: string): number {
  const [a, b] = align(left, right)
  return a < b ? -1 : a > b ? 1 : 0
}

/** The exact sum of two plain decimals. */
export function addNumbers(left: string, right: string): string {
  const [a, b, scale] = align(left, right)
  return writeDecimal({ unscaled: a + b, scale })
}

/** The exact difference of two plain decimals. */
export function subtractNumbers(left: string, right: string): string {
  const [a, b, scale] = align(left, right)
  return writeDecimal({ unscaled: a - b, scale })
}

/** What a computed number breaks of the service's limits, if anything. */
export function numberProblem(text: string): string | undefined {
  const digits = text.replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '')
  const [whole = ''] = text.replace('-', '').replace(/^0+/, '').split('.')
  if (digits.length > 38) return 'Attempting to store more than 38 significant digits in a Number'
  if (whole.length > 126) {
    return 'Number overflow. Attempting to store a number with magnitude larger than supported range'
  }
  return undefined
}
