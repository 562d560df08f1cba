import { violation } from './commit.js'
import type { Attributes } from './operation.js'
import type { Outcome } from './oracle.js'
import type { Row } from './perform.js'
import type { EntityName } from './shape.js'
import { asText } from './stored.js'

/** An operation has not come to what it has to come to. */
export class Mismatch extends Error {}

interface Refused {
  readonly code?: string
  readonly violations?: readonly {
    readonly code: string
    readonly model: EntityName
    readonly key: Attributes
    readonly constraint?: string
    readonly fields?: readonly string[]
    readonly owner?: Attributes
  }[]
}

/** Why something was refused, in the oracle's words. */
function reasonsOf(error: unknown): readonly string[] {
  const { code, violations }: Refused = typeof error === 'object' && error !== null ? error : {}
  if (violations === undefined) return [code ?? String(error)]
  return [
    ...new Set(
      // What can hold values is not enumerable: it has to be asked for by name.
      violations.map(({ code: each, model, key, constraint, fields, owner }) =>
        violation(each, model, key, { constraint, fields, owner }),
      ),
    ),
  ].sort()
}

/** @throws Mismatch where an outcome is none of those expected */
export function compare(expected: Outcome, actual: Outcome): void {
  if (expected.kind === 'rows' && actual.kind === 'done' && Array.isArray(actual.value)) {
    const rows = (actual.value as Row[]).map(rowOutcome)
    for (const [at, row] of expected.rows.entries()) compare(row, rows[at] ?? actual)
    return
  }
  if (expected.kind === 'refused' && actual.kind === 'refused') {
    const [reasons] = actual.reasons
    if (expected.reasons.some((each) => asText(each) === asText(reasons))) return
  }
  if (expected.kind === 'done' && actual.kind === 'done' && asText(expected.value) === asText(actual.value))
    return
  throw new Mismatch(`expected ${JSON.stringify(expected)}\nbut it was ${JSON.stringify(actual)}`)
}

export async function outcomeOf(run: () => Promise<unknown>): Promise<{ outcome: Outcome; value: unknown }> {
  try {
    const value = await run()
    return { outcome: { kind: 'done', value }, value }
  } catch (error) {
    return {
      outcome: { kind: 'refused', reasons: [reasonsOf(error)], said: String(error) },
      value: undefined,
    }
  }
}

const rowOutcome = (row: Row): Outcome =>
  row.ok
    ? { kind: 'done', value: row.data }
    : { kind: 'refused', reasons: [reasonsOf(row.error)], said: String(row.error) }
