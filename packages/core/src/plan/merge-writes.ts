import { identityOf } from './attribute-value.js'
import { compareValues } from './compare-values.js'
import type { Condition } from './condition.js'
import type { Finding, GuardedWrite, Intent } from './contribution.js'

/** Writes of our own items, one for each item, and what was found to be wrong with them together. */
export interface MergedWrites {
  readonly writes: readonly GuardedWrite[]
  readonly findings: readonly Finding[]
}

type Of<K extends Intent['kind']> = GuardedWrite & { readonly intent: Extract<Intent, { readonly kind: K }> }

const ofKind = <K extends Intent['kind']>(writes: readonly GuardedWrite[], kind: K): Of<K>[] =>
  writes.filter((write): write is Of<K> => write.intent.kind === kind)

const done = (write: GuardedWrite, findings: readonly Finding[] = []): MergedWrites => ({
  writes: [write],
  findings,
})

/** Either of several conditions, without saying one twice. */
function anyOf(conditions: readonly Condition[]): Condition {
  const all = conditions.flatMap((condition) => (condition.op === 'any' ? condition.of : [condition]))
  const distinct = new Map(all.map((condition) => [JSON.stringify(condition), condition]))
  return { op: 'any', of: [...distinct.values()] }
}

const allOf = (conditions: readonly Condition[]): Condition => {
  const [first, ...rest] = conditions
  return first !== undefined && rest.length === 0 ? first : { op: 'all', of: [...conditions] }
}

/** One looks at the item, whoever asks: all of it has to hold, and each says what it means where it does not. */
function mergeChecks(checks: readonly GuardedWrite[]): GuardedWrite | undefined {
  const [first] = checks
  if (first === undefined || checks.length === 1) return first
  return {
    ...first,
    condition: allOf(checks.map(({ condition }) => condition)),
    explain: (item) => checks.flatMap((check) => check.explain(item)),
  }
}

/** A value that one change gives up and another takes goes from owner to owner; two that take it cannot both have it. */
function mergeClaims(
  claims: readonly Of<'claim'>[],
  releases: readonly GuardedWrite[],
  checks: readonly GuardedWrite[],
): MergedWrites {
  const [claim, other] = claims
  if (claim === undefined) return mergeReleases(releases)
  if (other !== undefined)
    return done(
      claim,
      claims.flatMap(({ intent }, at) => intent.refuse(claims[at === 0 ? 1 : 0]?.item)),
    )
  const transfer = anyOf([claim.condition, ...releases.map(({ condition }) => condition)])
  const role = releases.length === 0 ? claim.role : claim.role.replace(/^\w+/, 'transfer')
  return done({ ...claim, role, condition: allOf([transfer, ...checks.map(({ condition }) => condition)]) })
}

/** Two that give up one value: whoever of them has it. */
function mergeReleases(releases: readonly GuardedWrite[]): MergedWrites {
  const [first] = releases
  if (first === undefined) return { writes: [], findings: [] }
  return done({ ...first, condition: anyOf(releases.map(({ condition }) => condition)) })
}

/** The furthest value is the pointer's; where going back is refused, each has to be further than the one before. */
function mergeAdvances(advances: readonly Of<'advance'>[]): MergedWrites {
  const [first, ...rest] = advances
  if (first === undefined) return { writes: [], findings: [] }
  const sign = first.intent.order === 'max' ? 1 : -1
  const findings: Finding[] = []
  let furthest = first
  for (const next of rest) {
    const order = (compareValues(next.intent.value, furthest.intent.value) ?? 0) * sign
    if (order > 0) furthest = next
    else findings.push(...(next.intent.refuse?.() ?? []))
  }
  // Where going back is refused, what is stored has to be behind the first of them all.
  const { condition, explain } = first.intent.refuse === undefined ? furthest : first
  return done({ ...furthest, condition, explain }, findings)
}

/** Numbers that were drawn one after another: what was read before the first has to stand, and the last one counts. */
function mergeDraws(draws: readonly Of<'draw'>[]): MergedWrites {
  const [first] = draws
  const last = draws.at(-1)
  if (first === undefined || last === undefined) return { writes: [], findings: [] }
  return done({ ...last, condition: first.condition, explain: first.explain })
}

function mergeOne(writes: readonly GuardedWrite[]): MergedWrites {
  const [only] = writes
  if (only === undefined || writes.length === 1) return { writes, findings: [] }
  const checks = [...ofKind(writes, 'check'), ...ofKind(writes, 'presence')]
  const claims = ofKind(writes, 'claim')
  const releases = ofKind(writes, 'release')
  const advances = ofKind(writes, 'advance')
  const draws = ofKind(writes, 'draw')
  const kinds = [claims.length + releases.length, advances.length, draws.length]
  // Two kinds that made one key by accident: left apart, they are refused.
  if (kinds.filter((count) => count > 0).length > 1) return { writes, findings: [] }
  if (claims.length + releases.length > 0) return mergeClaims(claims, releases, checks)
  if (advances.length > 0) return mergeAdvances(advances)
  if (draws.length > 0) return mergeDraws(draws)
  const check = mergeChecks(checks)
  return { writes: check === undefined ? [] : [check], findings: [] }
}

/** Merges writes of one item into one, in the order of the first write of each. */
export function mergeWrites(writes: readonly GuardedWrite[]): MergedWrites {
  const byId = new Map<string, GuardedWrite[]>()
  for (const write of writes) {
    const id = identityOf('', write.key)
    byId.set(id, [...(byId.get(id) ?? []), write])
  }
  const merged = [...byId.values()].map(mergeOne)
  return {
    writes: merged.flatMap((each) => each.writes),
    findings: merged.flatMap(({ findings }) => findings),
  }
}
