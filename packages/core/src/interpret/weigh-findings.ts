import type { Violation } from '../errors/violation.js'
import type { StoredItem } from '../plan/attribute-value.js'
import type { Adjustment, Finding } from '../plan/contribution.js'

/** What to do about a refused plan, all contests settled. */
export type Verdict =
  /** It is refused for good, for all these reasons. */
  | { readonly kind: 'refused'; readonly violations: readonly [Violation, ...Violation[]] }
  /** The request was made before, and this is its record. */
  | { readonly kind: 'repeated'; readonly record: StoredItem }
  /** What is stored is at odds with the model, whatever the caller does. */
  | { readonly kind: 'failed'; readonly error: Error }
  /** The item moved: read it again and decide anew. */
  | { readonly kind: 'reread' }
  /** Plan again with what was found out, or without what is no longer true. */
  | { readonly kind: 'replan'; readonly adjustments: readonly Adjustment[]; readonly isOutdated: boolean }

/**
 * A lost fence comes before every violation: the item moved, so the rest was decided on what is no longer there. A
 * violation comes before an adjustment: no second try makes it go away.
 */
export function weighFindings(findings: readonly Finding[]): Verdict {
  const repeated = findings.find((finding) => finding.kind === 'repeated')
  if (repeated !== undefined) return { kind: 'repeated', record: repeated.record }
  if (findings.some(({ kind }) => kind === 'lost-fence')) return { kind: 'reread' }
  const failure = findings.find((finding) => finding.kind === 'failure')
  if (failure !== undefined) return { kind: 'failed', error: failure.error }
  const [first, ...rest] = findings.flatMap((finding) =>
    finding.kind === 'violation' ? [finding.violation] : [],
  )
  if (first !== undefined) return { kind: 'refused', violations: [first, ...rest] }
  const adjustments = findings.flatMap((finding) => (finding.kind === 'adjust' ? [finding.adjustment] : []))
  return { kind: 'replan', adjustments, isOutdated: findings.some(({ kind }) => kind === 'outdated') }
}
