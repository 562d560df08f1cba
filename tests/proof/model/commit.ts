import { guardsOf, pointerText } from './expected-keys.js'
import type { Attributes } from './operation.js'
import type { EntityName, PointerShape, Shape, UniqueShape } from './shape.js'
import { isStale, keyOf, type Owner, ownerOf, type State } from './state.js'
import { asText, type Stored } from './stored.js'

/** What one operation is about to do to one item. */
export interface Change {
  readonly of: EntityName
  readonly id: string
  readonly kind: 'create' | 'put' | 'update' | 'delete'
  /** The item as the change was decided on. */
  readonly before: Stored | null
  readonly after: Stored | null
  /** What is wrong with the item itself. */
  readonly wrong: readonly string[]
  /** A number that is taken out of a sequence. */
  readonly drawn?: { readonly sequence: string; readonly number: number } | undefined
}

interface About {
  readonly constraint?: string | undefined
  readonly fields?: readonly string[] | undefined
  readonly owner?: Attributes | undefined
}

/** A write that is refused whatever else there is. */
export interface Failing {
  readonly of: EntityName
  readonly id: string
  readonly reason: string
}

/** What else is wrong with a request. */
interface Beside {
  readonly wrong: readonly string[]
  readonly failing: readonly Failing[]
}

/** What a refusal says, as one text: the code, what it is about, and whose the value is. */
export const violation = (code: string, of: EntityName, key: Attributes, more: About = {}): string =>
  `${code} ${of} ${more.constraint ?? ''} ${(more.fields ?? []).join()} ${asText({ key, owner: more.owner })}`.toLowerCase()

const keyIn = (shape: Shape, { of, before, after }: Change): Attributes =>
  keyOf(shape, of, before ?? after ?? {})

interface Claim {
  readonly change: Change
  readonly owner: Owner
  readonly needed: readonly UniqueShape[]
}

/** What changes do to guards: each claims what it needs and has not, and releases what it has and needs no more. */
function guardMoves(shape: Shape, changes: readonly Change[]) {
  const claims = new Map<string, Claim[]>()
  const releases = new Map<string, Owner[]>()
  const push = <T>(map: Map<string, T[]>, text: string, value: T) =>
    map.set(text, [...(map.get(text) ?? []), value])
  for (const change of changes) {
    const { of, before, after } = change
    const [held, due] = [guardsOf(shape, of, before), guardsOf(shape, of, after)]
    const owner = ownerOf(shape, of, after ?? before ?? {})
    const { expires, key } = shape[of]
    // A guard carries its owner's time and key: where they change, it is written again.
    const carried = [...(expires ? ['ttl'] : []), ...key]
    const isKept = carried.every((name) => before?.[name] === after?.[name])
    for (const [text, needed] of due)
      if (!held.has(text) || !isKept) push(claims, text, { change, owner, needed })
    for (const text of held.keys()) if (!due.has(text)) push(releases, text, owner)
  }
  return { claims, releases }
}

const isSameOwner = (one: Owner, two: Owner): boolean => one.of === two.of && one.id === two.id

function taken(shape: Shape, { change, needed }: Claim, owner: Owner): string[] {
  return needed.map(({ name, attributes }) =>
    violation('UNIQUE', change.of, keyOf(shape, change.of, change.after ?? {}), {
      constraint: name,
      fields: attributes,
      owner: owner.key,
    }),
  )
}

interface Findings {
  /** Found by looking at the changes alone. */
  readonly ahead: string[]
  /** Found by looking at what is stored. */
  readonly stored: string[]
}

function moveGuards(shape: Shape, state: State, changes: readonly Change[], found: Findings): () => void {
  const { claims, releases } = guardMoves(shape, changes)
  for (const [text, claimed] of claims) {
    const [first, second] = claimed
    if (first !== undefined && second !== undefined) {
      for (const [at, claim] of claimed.entries())
        found.ahead.push(...taken(shape, claim, (at === 0 ? second : first).owner))
      continue
    }
    const held = state.guards.get(text)
    if (held === undefined || first === undefined) continue
    const may = [first.owner, ...(releases.get(text) ?? [])]
    if (!may.some((owner) => isSameOwner(owner, held)) && !isStale(shape, state, text, held))
      found.stored.push(...taken(shape, first, held))
  }
  return () => {
    for (const [text, owners] of releases) {
      const held = state.guards.get(text)
      if (held !== undefined && owners.some((owner) => isSameOwner(owner, held))) state.guards.delete(text)
    }
    for (const [text, [claim]] of claims) if (claim !== undefined) state.guards.set(text, claim.owner)
  }
}

const order = (one: string | number, two: string | number): number =>
  typeof one === 'number' && typeof two === 'number'
    ? Math.sign(one - two)
    : Buffer.compare(Buffer.from(String(one)), Buffer.from(String(two)))

/** The value that a pointer follows in an item; undefined where the item does not count for it. */
function tracked(of: EntityName, pointer: PointerShape, item: Stored | null) {
  const [text, value] = item === null ? [] : [pointerText(of, pointer, item), item[pointer.attribute]]
  return text === undefined || (typeof value !== 'string' && typeof value !== 'number')
    ? undefined
    : { text, value }
}

/** Pointers take the furthest value of all; where going back is refused, each has to be further than the last. */
function movePointers(shape: Shape, state: State, changes: readonly Change[], found: Findings): () => void {
  const furthest = new Map<string, { readonly value: string | number; readonly owner: Owner }>()
  for (const change of changes) {
    const { of, before, after } = change
    for (const pointer of shape[of].pointers) {
      const now = tracked(of, pointer, after)
      const then = tracked(of, pointer, before)
      if (now === undefined || (then?.text === now.text && order(then.value, now.value) === 0)) continue
      const sign = pointer.order === 'max' ? 1 : -1
      const stored = state.pointers.get(now.text)
      const other = furthest.get(now.text)
      const stale = violation('STALE_POINTER', of, keyIn(shape, change), { constraint: pointer.name })
      const isBeyondOther = other === undefined || order(now.value, other.value) * sign > 0
      const isBeyondStored = stored === undefined || order(now.value, stored.value) * sign > 0
      if (pointer.stale === 'reject' && !isBeyondOther) found.ahead.push(stale)
      // What follows the first is compared with the first alone.
      if (pointer.stale === 'reject' && other === undefined && !isBeyondStored) found.stored.push(stale)
      if (isBeyondOther) furthest.set(now.text, { value: now.value, owner: ownerOf(shape, of, after ?? {}) })
    }
  }
  return () => {
    for (const change of changes)
      for (const pointer of shape[change.of].pointers) {
        const now = tracked(change.of, pointer, change.after)
        const next = now === undefined ? undefined : furthest.get(now.text)
        if (now === undefined || next === undefined) continue
        const stored = state.pointers.get(now.text)
        const sign = pointer.order === 'max' ? 1 : -1
        if (stored === undefined || order(next.value, stored.value) * sign > 0)
          state.pointers.set(now.text, next)
      }
  }
}

/** A reference that is new or moved leads to an item that is there, or comes with the same request. */
function followReferences(
  shape: Shape,
  state: State,
  changes: readonly Change[],
  failing: readonly Failing[],
  found: Findings,
): void {
  for (const change of changes) {
    const { of, before, after } = change
    const [then, now] = [before?.['ref'], after?.['ref']]
    if (shape[of].refers !== true || now === undefined) continue
    const id = String(now).toLowerCase()
    if (then !== undefined && String(then).toLowerCase() === id) continue
    const broken = violation('REFERENCE', of, keyIn(shape, change), { constraint: 'ref' })
    const isIt = (each: Pick<Change, 'of' | 'id'>): boolean => each.of === 'other' && each.id === id
    const beside = changes.find(isIt)
    if (beside?.kind === 'delete') found.ahead.push(broken)
    // A write of the item says by itself that it is not there.
    else if (beside === undefined && !failing.some(isIt) && !state.items.other.has(id))
      found.stored.push(broken)
  }
}

/**
 * Carries changes out as one, or says why not: all that is found before the request is sent or, where that is nothing,
 * all that is stored against it.
 */
export function commit(
  shape: Shape,
  state: State,
  changes: readonly Change[],
  { wrong, failing }: Beside = { wrong: [], failing: [] },
): readonly string[] | null {
  const stored = [...wrong, ...failing.map(({ reason }) => reason), ...changes.flatMap((each) => each.wrong)]
  const found: Findings = { ahead: [], stored }
  const moves = [moveGuards(shape, state, changes, found), movePointers(shape, state, changes, found)]
  followReferences(shape, state, changes, failing, found)
  const refused = found.ahead.length > 0 ? found.ahead : found.stored
  if (refused.length > 0) return [...new Set(refused)].sort()
  for (const move of moves) move()
  for (const { of, id, after, drawn } of changes) {
    if (after === null) state.items[of].delete(id)
    else state.items[of].set(id, after)
    if (drawn !== undefined) state.sequences.set(drawn.sequence, drawn.number)
  }
  return null
}
