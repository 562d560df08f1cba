import { Buffer } from 'node:buffer'
import type { Item, Value } from './value.js'

/** The bytes that the service counts for an item: attribute names and strings as UTF-8, numbers two digits a byte. */
export function itemSize(item: Item): number {
  let size = 0
  for (const name in item) {
    const value = item[name]
    if (value !== undefined) size += Buffer.byteLength(name) + valueSize(value)
  }
  return size
}

/** The bytes that the service counts for one value. */
function valueSize(value: Value): number {
  if (value.S !== undefined) return Buffer.byteLength(value.S)
  if (value.N !== undefined) return numberSize(value.N)
  if (value.B !== undefined) return Buffer.byteLength(value.B, 'base64')
  if (value.SS !== undefined) return sum(value.SS, (text) => Buffer.byteLength(text))
  if (value.NS !== undefined) return sum(value.NS, numberSize)
  if (value.BS !== undefined) return sum(value.BS, (bytes) => Buffer.byteLength(bytes, 'base64'))
  if (value.L !== undefined) return 3 + sum(value.L, (member) => 1 + valueSize(member))
  if (value.M !== undefined) return 3 + Object.keys(value.M).length + itemSize(value.M)
  return 1
}

function sum<T>(members: readonly T[], sizeOf: (member: T) => number): number {
  return members.reduce((total, member) => total + sizeOf(member), 0)
}

function numberSize(text: string): number {
  const magnitude = text.replace('-', '')
  const [whole = '', fraction = ''] = magnitude.split('.')
  const significant = (whole + fraction).replace(/^0+/, '').replace(/0+$/, '')
  if (significant === '') return 1
  const digits = significant.length
  const exponent = exponentOf(whole, fraction)
  return 1 + Math.ceil(digits / 2) + (digits % 2 || exponent % 2 ? 0 : 1) + (text.startsWith('-') ? 1 : 0)
}

function exponentOf(whole: string, fraction: string): number {
  const integer = whole.replace(/^0+/, '')
  return integer === '' ? -1 - (fraction.length - fraction.replace(/^0+/, '').length) : integer.length - 1
}
