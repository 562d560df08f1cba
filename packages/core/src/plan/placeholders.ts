import { type AttributeValue, isSameValue } from './attribute-value.js'

export type Names = Readonly<Record<string, string>>
export type Values = Readonly<Record<string, AttributeValue>>

/** Hands out expression placeholders of our own prefix, never one that the other half of the expression uses. */
export class Placeholders {
  readonly #names: Record<string, string>
  readonly #values: Record<string, AttributeValue>
  readonly #ours = new Map<string, string>()

  constructor(names: Names = {}, values: Values = {}) {
    this.#names = { ...names }
    this.#values = { ...values }
  }

  name(field: string): string {
    const known = this.#ours.get(field)
    if (known !== undefined) return known
    const placeholder = free('#_lk', this.#names)
    this.#names[placeholder] = field
    this.#ours.set(field, placeholder)
    return placeholder
  }

  value(value: AttributeValue): string {
    const known = Object.keys(this.#values).find(
      (placeholder) => placeholder.startsWith(':_lk') && isSameValue(this.#values[placeholder], value),
    )
    if (known !== undefined) return known
    const placeholder = free(':_lk', this.#values)
    this.#values[placeholder] = value
    return placeholder
  }

  names(): Names {
    return this.#names
  }

  values(): Values {
    return this.#values
  }
}

function free(prefix: string, taken: Readonly<Record<string, unknown>>): string {
  let at = Object.keys(taken).length
  while (`${prefix}${at}` in taken) at += 1
  return `${prefix}${at}`
}
