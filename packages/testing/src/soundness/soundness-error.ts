import type { PlainItem } from '../table/stored-item.js'
import { TestingError } from '../testing-error.js'

/** One way in which a table breaks what its models declare. */
export interface SoundnessFinding {
  /**
   * `missing`: an owner lacks a guard. `different`: a guard is not as its owner needs it. `orphan`: nothing needs the
   * guard.
   */
  readonly kind: 'missing' | 'different' | 'orphan'
  /** The guard's key. */
  readonly guard: string
  /** The owner's key, as far as it is known. */
  readonly owner: string | undefined
  /** The constraints that need the guard, or the one that it says it is for. */
  readonly constraints: readonly string[]
  /** What is stored under the guard's key. */
  readonly found?: PlainItem
  /** What should be stored there. */
  readonly expected?: PlainItem
}

/** A table whose guards and owners do not fit: all findings, and the items themselves. */
export class SoundnessError extends TestingError {
  readonly findings: readonly SoundnessFinding[]

  constructor(table: string, findings: readonly SoundnessFinding[]) {
    const count = findings.length === 1 ? 'one fault' : `${findings.length} faults`
    super(`The table ${table} is not sound, it has ${count}:\n${findings.map(describeFinding).join('\n')}`)
    this.name = 'SoundnessError'
    this.findings = findings
  }
}

function describeFinding({ kind, guard, owner, constraints, found, expected }: SoundnessFinding): string {
  const of = constraints.length === 0 ? '' : ` (${constraints.join(', ')})`
  switch (kind) {
    case 'missing':
      return `- ${owner} has no guard ${guard}${of}`
    case 'different':
      return `- the guard ${guard}${of} of ${owner} is ${JSON.stringify(found)}, and should be ${JSON.stringify(expected)}`
    case 'orphan':
      return `- the guard ${guard}${of} has no owner that needs it; it names ${owner ?? 'nobody'}`
  }
}
