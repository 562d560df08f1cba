/** Key attributes of an item: names to values. Never enumerable on an error, so that a log cannot print it. */
export type KeyAttributes = Readonly<Record<string, unknown>>

/** What every violation says: the model, and the key of the change that it belongs to. */
export interface ViolationBase {
  /** The ElectroDB entity name of the model. */
  readonly model: string
  /** Key attributes of the item that the change was about, as far as they were known. Not enumerable. */
  readonly key: KeyAttributes
}

/** An update or a delete met no item. */
export interface NotFoundViolation extends ViolationBase {
  readonly code: 'NOT_FOUND'
}

/** A create met an item with the same key. */
export interface ExistsViolation extends ViolationBase {
  readonly code: 'EXISTS'
}

/** The item is not the one that the change was decided on. */
export interface VersionViolation extends ViolationBase {
  readonly code: 'VERSION'
  /** The version that the caller named or the item given as `current` had. Not enumerable. */
  readonly expected: number | undefined
  /** The version that is stored, where the store said so. Not enumerable. */
  readonly actual: number | undefined
}

/** Another item already has these values. */
export interface UniqueViolation<N extends string = string> extends ViolationBase {
  readonly code: 'UNIQUE'
  /** The name of the constraint in its declaration. */
  readonly constraint: N
  /** The attributes that must be unique together, without the scope. */
  readonly fields: readonly string[]
  /** Key attributes of the item that has the values, where they are known. Not enumerable. */
  readonly owner: KeyAttributes | undefined
}

/** A pointer with `stale: 'reject'` has already reached this value, or passed it. */
export interface StalePointerViolation<N extends string = string> extends ViolationBase {
  readonly code: 'STALE_POINTER'
  /** The name of the pointer in its declaration. */
  readonly constraint: N
  /** The value that came late. Not enumerable. */
  readonly attempted: unknown
}

/** What the item refers to is not there. */
export interface ReferenceViolation<N extends string = string> extends ViolationBase {
  readonly code: 'REFERENCE'
  /** The name of the reference in its declaration. */
  readonly constraint: N
  /** Key attributes of the item that is not there, by their names in its own model. Not enumerable. */
  readonly missing: KeyAttributes
}

/** The caller's `where` did not hold. */
export interface ConditionViolation extends ViolationBase {
  readonly code: 'CONDITION'
}

/** What a refused write means, in the model's words. `code` says which kind. */
export type Violation =
  | NotFoundViolation
  | ExistsViolation
  | VersionViolation
  | UniqueViolation
  | StalePointerViolation
  | ReferenceViolation
  | ConditionViolation

export type ViolationCode = Violation['code']

/** The fixed order of violations: an error's `code` is that of the first. */
const order: Readonly<Record<ViolationCode, number>> = {
  NOT_FOUND: 0,
  EXISTS: 1,
  VERSION: 2,
  UNIQUE: 3,
  STALE_POINTER: 4,
  REFERENCE: 5,
  CONDITION: 6,
}

/** Properties that may hold values of items. */
const hidden: readonly string[] = ['key', 'owner', 'expected', 'actual', 'attempted', 'missing']

/** A frozen copy whose values do not show up in logs: what can hold them is not enumerable. */
function hideValues<V extends Violation>(violation: V): V {
  const copy = { ...violation }
  for (const name of hidden) {
    if (name in copy) Object.defineProperty(copy, name, { enumerable: false })
  }
  return Object.freeze(copy)
}

/** All violations in their fixed order, their values hidden. */
export function arrangeViolations<V extends Violation>(
  violations: readonly [V, ...V[]],
): readonly [V, ...V[]] {
  const [first = violations[0], ...rest] = [...violations].sort((a, b) => order[a.code] - order[b.code])
  return Object.freeze([hideValues(first), ...rest.map(hideValues)] as const)
}
