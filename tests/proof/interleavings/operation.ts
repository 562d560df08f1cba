import type { Db } from './models.js'

/** Something that one of several actors does. */
export interface Operation {
  readonly name: string
  /** What it does before anything races: what it learns is passed on. */
  readonly before?: (db: Db) => Promise<unknown>
  readonly run: (db: Db, known: unknown) => PromiseLike<unknown>
  /** Where the operation is documented to be several atomic steps, and not one: these. */
  readonly steps?: Steps
  /** A refusal that is documented as possible although no order of whole operations gives it. It has no effect. */
  readonly mayRefuse?: { readonly because: string; readonly outcome: Outcome }
}

/** An operation that is not atomic as a whole: its steps are, each by itself. */
export interface Steps {
  /** What the documentation promises instead, in one sentence. */
  readonly because: string
  readonly run: readonly ((db: Db, known: unknown) => PromiseLike<unknown>)[]
  /** What the whole operation gives when its steps gave this. */
  readonly join: (outcomes: readonly Outcome[]) => Outcome
}

/** What became of an operation: what it gave, or what it was refused for. Plain data, to be compared. */
export type Outcome = { readonly ok: unknown } | { readonly error: unknown }

/** What a table holds before the operations begin. */
export interface Seed {
  readonly name: string
  /** Writes it; `raw` deletes an item past all constraints, as another writer might. */
  readonly plant: (db: Db, raw: Raw) => Promise<unknown>
}

/** Writes of the plain SDK. */
export interface Raw {
  /** Deletes an item of an entity, and leaves its guards behind. */
  remove(entity: string, id: string): Promise<void>
  /** Sets a number of an item, and leaves its guards as they are. */
  set(entity: string, id: string, field: string, value: number): Promise<void>
}

/** Two or three operations by their names. */
export type Named = readonly string[]

/** Operations on related items, and what is there before: every pair is raced over every seed. */
export interface Family {
  readonly name: string
  readonly seeds: readonly Seed[]
  readonly operations: readonly Operation[]
  /** Pairs that the short run takes. */
  readonly riskiest: readonly Named[]
  /** Triples that the long run takes, beside every pair. */
  readonly triples: readonly Named[]
}

/** The operations of a family that have these names. */
export const named = ({ name: family, operations }: Family, names: Named): readonly Operation[] =>
  names.map((name) => {
    const found = operations.find((operation) => operation.name === name)
    if (found === undefined) throw new RangeError(`there is no operation ${name} among ${family}`)
    return found
  })
