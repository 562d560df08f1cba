import { type AttributeValue, isSameValue, type StoredItem } from './attribute-value.js'
import { compareValues } from './compare-values.js'
import { inParentheses } from './in-parentheses.js'
import type { Names, Placeholders, Values } from './placeholders.js'

/** A condition on one item that can be sent to the store, and decided here on the item that the store sends back. */
export type Condition =
  | { readonly op: 'exists' | 'absent'; readonly field: string }
  | {
      readonly op: 'equals' | 'differs' | 'less' | 'greater'
      readonly field: string
      readonly value: AttributeValue
    }
  | { readonly op: 'all' | 'any'; readonly of: readonly Condition[] }
  /** A caller's own: it can be sent, and what it comes to is for the store to say. */
  | { readonly op: 'text'; readonly text: string; readonly names: Names; readonly values: Values }

/** The attribute has this value, or is absent where the value is undefined. */
export const isAs = (field: string, value: AttributeValue | undefined): Condition =>
  value === undefined ? { op: 'absent', field } : { op: 'equals', field, value }

/** The condition as text; `differs` holds for an item without the attribute too. */
export function compileCondition(condition: Condition, placeholders: Placeholders): string {
  switch (condition.op) {
    case 'exists':
      return `attribute_exists(${placeholders.name(condition.field)})`
    case 'absent':
      return `attribute_not_exists(${placeholders.name(condition.field)})`
    case 'equals':
      return `${placeholders.name(condition.field)} = ${placeholders.value(condition.value)}`
    case 'text':
      return rewritten(condition, placeholders)
    case 'less':
      return `${placeholders.name(condition.field)} < ${placeholders.value(condition.value)}`
    case 'greater':
      return `${placeholders.name(condition.field)} > ${placeholders.value(condition.value)}`
    case 'differs': {
      const name = placeholders.name(condition.field)
      return `(attribute_not_exists(${name}) OR ${name} <> ${placeholders.value(condition.value)})`
    }
    case 'all':
      return [...new Set(condition.of.map((inner) => compileCondition(inner, placeholders)))].join(' AND ')
    case 'any':
      return inParentheses(condition.of.map((inner) => compileCondition(inner, placeholders)).join(' OR '))
  }
}

/** A text with placeholders of ours in the place of its own. */
function rewritten(
  { text, names, values }: Extract<Condition, { readonly op: 'text' }>,
  placeholders: Placeholders,
): string {
  const ours = text.replace(/[#:][A-Za-z0-9_]+/g, (placeholder) => {
    const name = names[placeholder]
    const value = values[placeholder]
    if (name !== undefined) return placeholders.name(name)
    return value === undefined ? placeholder : placeholders.value(value)
  })
  return inParentheses(ours)
}

/** Whether a condition is decided by the store alone. */
export const isText = (condition: Condition): boolean =>
  condition.op === 'text' || ('of' in condition && condition.of.some(isText))

/** Whether the condition holds for an item, as the store would decide it. */
export function isMet(condition: Condition, item: StoredItem | undefined): boolean {
  switch (condition.op) {
    case 'exists':
      return item?.[condition.field] !== undefined
    case 'equals':
      return isSameValue(item?.[condition.field], condition.value)
    case 'differs':
      return !isSameValue(item?.[condition.field], condition.value)
    case 'absent':
      return item?.[condition.field] === undefined
    case 'text':
      return true
    case 'less':
      return compareValues(item?.[condition.field], condition.value) === -1
    case 'greater':
      return compareValues(item?.[condition.field], condition.value) === 1
    case 'all':
      return condition.of.every((inner) => isMet(inner, item))
    case 'any':
      return condition.of.some((inner) => isMet(inner, item))
  }
}
