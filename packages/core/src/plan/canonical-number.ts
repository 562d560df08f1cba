const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/

/**
 * The one spelling of a decimal number: no exponent, no plus sign, no zero that says nothing. Numbers never pass
 * through a JavaScript number, so all 38 digits that the service keeps are kept.
 */
export function canonicalNumber(text: string): string {
  const match = DECIMAL.exec(text.trim())
  if (match === null) return text
  const [, sign, whole = '', fraction = '', exponent] = match
  const digits = whole + fraction
  const point = whole.length + Number(exponent ?? 0)
  const at = Math.max(point, 0)
  const padded = '0'.repeat(at - point) + digits.padEnd(point, '0')
  const left = padded.slice(0, at).replace(/^0+/, '')
  const right = padded.slice(at).replace(/0+$/, '')
  if (left === '' && right === '') return '0'
  return `${sign === '-' ? '-' : ''}${left || '0'}${right && `.${right}`}`
}
