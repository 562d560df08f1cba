import type { EntityName } from './shape.js'

export type Value = string | number | boolean | readonly string[]
export type Attributes = Readonly<Record<string, Value>>

/** Changes of an update, as the library takes them. */
export interface Changes {
  readonly set?: Attributes
  readonly remove?: readonly string[]
  readonly add?: Attributes
  readonly delete?: Attributes
}

/** How an item has to be: at a version beside the stored one, or as it was when it was seen. */
export type Expected =
  | { readonly kind: 'version'; readonly off: number }
  | { readonly kind: 'current'; readonly seen: 'first' | 'last'; readonly isCopy: boolean }

interface On {
  readonly of: EntityName
  /** An idempotency key. */
  readonly once?: string
}

export type Create = On & { readonly op: 'create'; readonly item: Attributes }
export type Put = On & { readonly op: 'put'; readonly item: Attributes; readonly where?: string }
export type Upsert = On & { readonly op: 'upsert'; readonly item: Attributes; readonly onInsert?: Attributes }
export type Update = On & {
  readonly op: 'update'
  readonly key: Attributes
  readonly changes: Changes
  readonly expected?: Expected
  /** A condition: `note` is this. */
  readonly where?: string
}
export type Modify = On & {
  readonly op: 'modify'
  readonly key: Attributes
  readonly changes: Changes | null
}
export type Delete = On & {
  readonly op: 'delete'
  readonly key: Attributes
  readonly expected?: Expected
  readonly where?: string
}

/** Something that a transaction does. */
export type Step =
  | Create
  | Put
  | Update
  | Delete
  | { readonly op: 'check'; readonly of: EntityName; readonly key: Attributes; readonly exists: boolean }
  | { readonly op: 'get'; readonly of: EntityName; readonly key: Attributes }
  | { readonly op: 'increment'; readonly by: number }

export interface Transaction {
  readonly op: 'transaction'
  readonly steps: readonly Step[]
  readonly once?: string
}

/** Something that a program does with a database: plain data, which a failing run prints and a test can repeat. */
export type Operation =
  | Create
  | Put
  | Upsert
  | Update
  | Modify
  | Delete
  | Transaction
  | {
      readonly op: 'many'
      readonly of: EntityName
      readonly method: 'createMany' | 'putMany' | 'deleteMany'
      readonly rows: readonly Attributes[]
      readonly atomic: boolean
    }
  /** Two items take each other's value. */
  | {
      readonly op: 'swap'
      readonly of: EntityName
      readonly one: Attributes
      readonly two: Attributes
      readonly name: string
    }
  | { readonly op: 'getMany'; readonly of: EntityName; readonly keys: readonly Attributes[] }
  | { readonly op: 'lookup'; readonly of: EntityName; readonly at: number; readonly values: Attributes }
  | { readonly op: 'pointer'; readonly of: EntityName; readonly at: number; readonly scope: Attributes }
  | { readonly op: 'wrong'; readonly of: EntityName; readonly key: Attributes; readonly how: Wrong }

/** What is refused before anything is sent. */
export const WRONGS = [
  'unknown attribute',
  'version by hand',
  'key changed',
  'named twice',
  'nothing named',
  'wrong type',
  'read-only',
  'arithmetic on a constrained attribute',
] as const
export type Wrong = (typeof WRONGS)[number]
