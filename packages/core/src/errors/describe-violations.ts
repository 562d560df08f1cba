import type { UniqueViolation, Violation } from './violation.js'

/** One sentence for each kind of violation, in its fixed order: field names, no values, and what to do. */
export function describeViolations(violations: readonly Violation[]): string {
  const unique = violations.filter((violation) => violation.code === 'UNIQUE')
  const others = violations.filter((violation) => violation.code !== 'UNIQUE')
  const sentences = others.map((violation) => [violation.code, describe(violation)] as const)
  const before = sentences.filter(([code]) => code !== 'CONDITION').map(([, text]) => text)
  const after = sentences.filter(([code]) => code === 'CONDITION').map(([, text]) => text)
  const taken = unique.length === 0 ? [] : [describeTaken(unique)]
  return [...new Set([...before, ...taken, ...after])].join('; ')
}

function describe({ code, key }: Exclude<Violation, UniqueViolation>): string {
  const names = Object.keys(key)
  const named = names.length === 0 ? 'this key' : `this ${list(names)}`
  switch (code) {
    case 'NOT_FOUND':
      return `there is no item with ${named}`
    case 'EXISTS':
      return `an item with ${named} already exists`
    case 'VERSION':
      return 'the item has changed since it was read; read it again and decide anew, or use modify, which does so'
    case 'CONDITION':
      return 'the condition given as `where` does not hold for the item'
  }
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
