const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/

/**
 * The one spelling of a decimal number: no exponent, no plus sign, no zero that says nothing. Numbers never pass
 * through a JavaScript number, so all 38 digits that the service keeps are kept.
 */
export function canonicalNumber(text: string): string {
  const match = DECIMAL.exec(text.trim())
  if (match === null) return text
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const digits = whole + fraction
  const point = whole.length + Number(exponent)
  const padded = point > digits.length ? digits.padEnd(point, '0') : digits
  const left = (point > 0 ? padded.slice(0, point) : '').replace(/^0+/, '')
  const right = (point > 0 ? padded.slice(point) : '0'.repeat(-point) + padded).replace(/0+$/, '')
  if (left === '' && right === '') return '0'
  return `${sign === '-' ? '-' : ''}${left || '0'}${right && `.${right}`}`
}
