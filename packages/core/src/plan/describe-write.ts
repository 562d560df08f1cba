import type { Write } from './write.js'

/** An expression in field names; values are left out, since logs may print a plan. */
const named = (text: string, { names }: Write): string =>
  text.replace(/[#:][A-Za-z0-9_]+/g, (placeholder) =>
    placeholder.startsWith(':') ? '?' : (names[placeholder] ?? placeholder),
  )

/** One write as a sentence: `Put claim of email, if (attribute_not_exists(pk) OR _lk_owner = ?)`. */
export function describeWrite(write: Write): string {
  const parts = [`${write.action} ${write.role}`]
  if (write.update !== undefined) parts.push(named(write.update, write))
  if (write.condition !== '') parts.push(`if ${named(write.condition, write)}`)
  return parts.join(', ')
}
