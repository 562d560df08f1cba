import type { PlainItem } from '../table/stored-item.js'
import { TestingError } from '../testing-error.js'

/** One way in which a table breaks what its models declare. */
export interface SoundnessFinding {
  /**
   * `missing`: an owner lacks a guard. `different`: a guard is not as its owner needs it. `orphan`: nothing needs the
   * guard. `behind`: a pointer has not reached an item's value.
   */
  readonly kind: 'missing' | 'different' | 'orphan' | 'behind'
  /** The key of the guard or pointer. */
  readonly key: string
  /** The key of its owner, or of the item that is further on, as far as it is known. */
  readonly owner: string | undefined
  /** The constraints that need it, or the one that it says it is for. */
  readonly constraints: readonly string[]
  /** What is stored under the key. */
  readonly found?: PlainItem
  /** What should be stored there. */
  readonly expected?: PlainItem
}

/** A table whose guards, pointers and items do not fit: all findings, and the items themselves. */
export class SoundnessError extends TestingError {
  readonly findings: readonly SoundnessFinding[]

  constructor(table: string, findings: readonly SoundnessFinding[]) {
    const count = findings.length === 1 ? 'one fault' : `${findings.length} faults`
    super(`The table ${table} is not sound, it has ${count}:\n${findings.map(describeFinding).join('\n')}`)
    this.name = 'SoundnessError'
    this.findings = findings
  }
}

function describeFinding({ kind, key, owner, constraints, found, expected }: SoundnessFinding): string {
  const of = constraints.length === 0 ? '' : ` (${constraints.join(', ')})`
  switch (kind) {
    case 'missing':
      return `- ${owner} has no guard ${key}${of}`
    case 'different':
      return `- the guard ${key}${of} of ${owner} is ${JSON.stringify(found)}, and should be ${JSON.stringify(expected)}`
    case 'orphan':
      return `- the guard ${key}${of} has no owner that needs it; it names ${owner ?? 'nobody'}`
    case 'behind':
      return `- the pointer ${key}${of} is ${JSON.stringify(found) ?? 'missing'}, and ${owner} has ${JSON.stringify(expected)}`
  }
}
