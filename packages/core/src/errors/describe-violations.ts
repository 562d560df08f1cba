import type { UniqueViolation, Violation } from './violation.js'

/** One sentence for each kind of violation, in its fixed order: field names, no values, and what to do. */
export function describeViolations(violations: readonly Violation[]): string {
  const taken = violations.filter((violation) => violation.code === 'UNIQUE')
  const sentences = violations.map((violation) =>
    violation.code === 'UNIQUE' ? describeTaken(taken) : describe(violation),
  )
  return [...new Set(sentences)].join('; ')
}

function describe(violation: Exclude<Violation, UniqueViolation>): string {
  const names = Object.keys(violation.key)
  const named = names.length === 0 ? 'this key' : `this ${list(names)}`
  switch (violation.code) {
    case 'NOT_FOUND':
      return `there is no item with ${named}`
    case 'EXISTS':
      return `an item with ${named} already exists`
    case 'VERSION':
      return 'the item has changed since it was read; read it again and decide anew, or use modify, which does so'
    case 'STALE_POINTER':
      return `the pointer ${violation.constraint} has already reached this value or passed it; values have to come in order`
    case 'REFERENCE':
      return `${violation.constraint} refers to an item that does not exist${describeMissing(Object.keys(violation.missing))}; create that item first`
    case 'CONDITION':
      return violation.model.startsWith('$raw.')
        ? `the condition of raw write ${violation.model.slice('$raw.'.length)} does not hold`
        : 'the condition given as `where` does not hold for the item'
  }
}

/** `, as there is none with this tenantId and userId`. */
function describeMissing(names: readonly string[]): string {
  return names.length === 0 ? '' : `, as there is none with this ${list(names)}`
}

/** `email and username are already taken`. */
function describeTaken(violations: readonly UniqueViolation[]): string {
  const names = [...new Set(violations.map(({ fields }) => describeFields(fields)))]
  return `${list(names)} ${names.length === 1 ? 'is' : 'are'} already taken`
}

function describeFields(fields: readonly string[]): string {
  return fields.length === 1 ? fields.join() : `the combination of ${list(fields)}`
}

function list(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
