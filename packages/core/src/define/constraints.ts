/** A list with at least one member. */
export type NonEmpty<N> = readonly [N, ...N[]]

/** A value that can be part of a key. */
export type Scalar = string | number | boolean

/** How values are made alike before they are compared. */
export type Normalize = 'lowercase' | 'trim' | 'nfc'

/** Key attributes of a guard, for tables that have such items already. */
export interface GuardKey {
  readonly pk: string
  /** The partition key again where it is left out. */
  readonly sk?: string
}

/** The long form of a unique constraint. `N` are the attributes that it may name, `A` all attributes of the model. */
export interface UniqueOptions<N, A = string> {
  /** What must be unique, all together. */
  readonly attributes: NonEmpty<N>
  /** Within what: other values of these attributes do not collide. Compared exactly. */
  readonly scope?: readonly N[]
  /** While this attribute is present the constraint does not count: a soft delete frees the value. */
  readonly unless?: A
  /** Shapes the values in the guard's key; the item keeps what was written. A later change of it needs a backfill. */
  readonly normalize?: Normalize | readonly Normalize[] | ((value: string) => string)
  /** What the values are unique within: two constraints with one namespace share it. By default each has its own. */
  readonly namespace?: string
  /** Keep a hash in the guard's key: SHA-256, or an HMAC where values can be guessed, as e-mails can. */
  readonly hash?: true | { readonly secret: string | Uint8Array }
  /** In front of the guard's partition key, for access rules on leading keys. */
  readonly prefix?: string | ((scope: readonly Scalar[]) => string)
  /** The guard's sort key, where it is not its partition key again. */
  readonly sortKey?: string
  /** The guard's whole key, from the normalised values and the scope's values. */
  readonly key?: (values: readonly Scalar[], scope: readonly Scalar[]) => GuardKey
}

/**
 * What must hold for a model.
 *
 * `U` maps each unique constraint to the names it uses: the compiler infers it backwards, so that every level refuses
 * names and options that do not exist. `A` are all attributes of the model.
 */
export interface Constraints<U, V extends string, E extends string, A extends string> {
  /** A number attribute that counts the changes of an item: the optimistic lock. The library alone writes it. */
  readonly version?: V
  /** Values that no two items may share. The short form is a list of attributes. */
  readonly unique?: { readonly [N in keyof U]: NonEmpty<U[N]> | UniqueOptions<U[N], A> }
  /** A number attribute with the time to live, in seconds since 1970: guards expire with their item. */
  readonly expires?: E
}
