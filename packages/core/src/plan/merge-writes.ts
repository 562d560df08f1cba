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

/** One or more. */
type Some<T> = readonly [T, ...T[]]

const isSome = <T>(list: readonly T[]): list is Some<T> => list.length > 0

/** What writes of one item become, before checks of it join. */
interface Merged {
  readonly write: GuardedWrite
  readonly findings: readonly Finding[]
}

/** Either of several conditions, without saying one twice. */
function anyOf(writes: readonly GuardedWrite[]): Condition {
  const all = writes.flatMap(({ condition }) => (condition.op === 'any' ? condition.of : [condition]))
  const distinct = new Map(all.map((condition) => [JSON.stringify(condition), condition]))
  return { op: 'any', of: [...distinct.values()] }
}

const allOf = (writes: readonly GuardedWrite[]): Condition => ({
  op: 'all',
  of: writes.map(({ condition }) => condition),
})

/** One looks at the item, whoever asks: all of it has to hold, and each says what it means where it does not. */
const mergeChecks = (checks: Some<GuardedWrite>): GuardedWrite => ({
  ...checks[0],
  condition: allOf(checks),
  explain: (item) => checks.flatMap((check) => check.explain(item)),
})

/** A value that one change gives up and another takes goes from owner to owner; two that take it cannot both have it. */
function mergeClaims(claims: Some<Of<'claim'>>, releases: readonly GuardedWrite[]): Merged {
  const [claim, other] = claims
  if (other !== undefined) {
    const findings = claims.flatMap(({ intent }, at) => intent.refuse(at === 0 ? other.item : claim.item))
    return { write: claim, findings }
  }
  if (!isSome(releases)) return { write: claim, findings: [] }
  const condition = anyOf([claim, ...releases])
  return { write: { ...claim, role: claim.role.replace(/\w+/, 'transfer'), condition }, findings: [] }
}

/** Two that give up one value: whoever of them has it. */
const mergeReleases = (releases: Some<GuardedWrite>): Merged => ({
  write: { ...releases[0], condition: anyOf(releases) },
  findings: [],
})

const isFurther = ({ intent }: Of<'advance'>, other: Of<'advance'>): boolean =>
  compareValues(intent.value, other.intent.value) === (intent.order === 'max' ? 1 : -1)

/** The furthest value is the pointer's; where going back is refused, each has to be further than the one before. */
function mergeAdvances([first, ...rest]: Some<Of<'advance'>>): Merged {
  const findings: Finding[] = []
  let furthest = first
  for (const next of rest) {
    if (isFurther(next, furthest)) furthest = next
    else findings.push(...(next.intent.refuse?.() ?? []))
  }
  // Where going back is refused, what is stored has to be behind the first of them all.
  const { condition, explain } = first.intent.refuse === undefined ? furthest : first
  return { write: { ...furthest, condition, explain }, findings }
}

/** Numbers that were drawn one after another: what was read before the first has to stand, and the last one counts. */
function mergeDraws([first, ...rest]: Some<Of<'draw'>>): Merged {
  const { condition, explain } = first
  return { write: { ...(rest.at(-1) ?? first), condition, explain }, findings: [] }
}

/** What writes of one item become, but for checks; undefined where there are none but these. */
function mergeActs(writes: readonly GuardedWrite[]): Merged | undefined {
  const claims = ofKind(writes, 'claim')
  const releases = ofKind(writes, 'release')
  const advances = ofKind(writes, 'advance')
  const draws = ofKind(writes, 'draw')
  if (isSome(claims)) return mergeClaims(claims, releases)
  if (isSome(releases)) return mergeReleases(releases)
  if (isSome(advances)) return mergeAdvances(advances)
  return isSome(draws) ? mergeDraws(draws) : undefined
}

/** Whether the writes are of two kinds that made one key by accident: left apart, they are refused. */
function isCollision(acts: readonly GuardedWrite[]): boolean {
  const kinds = new Set(acts.map(({ intent: { kind } }) => (kind === 'release' ? 'claim' : kind)))
  return kinds.size > 1 || kinds.has('alone')
}

function mergeOne(writes: Some<GuardedWrite>): MergedWrites {
  const checks = writes.filter(({ intent: { kind } }) => kind === 'check' || kind === 'presence')
  if (writes.length === 1 || isCollision(writes.filter((write) => !checks.includes(write))))
    return { writes, findings: [] }
  const merged = mergeActs(writes)
  if (merged === undefined) return { writes: [mergeChecks(writes)], findings: [] }
  const { write, findings } = merged
  const joined = checks.length === 0 ? write : { ...write, condition: allOf([write, ...checks]) }
  return { writes: [joined], findings }
}

/** Merges writes of one item into one, in the order of the first write of each. */
export function mergeWrites(writes: readonly GuardedWrite[]): MergedWrites {
  const byId = new Map<string, Some<GuardedWrite>>()
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
