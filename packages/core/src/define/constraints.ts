import type { AllTableIndexCompositeAttributes } from 'electrodb'
import type { AnySchema, NoSuchAttribute } from './model.js'

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

/** What pointers have in common. `A` are the attributes that one may follow, `N` those that can be part of a key. */
export interface PointerBase<A, N> {
  /** What it follows: numbers by their value, strings by their bytes. */
  readonly attribute: A
  /** Within what: each combination of these attributes' values has a pointer of its own. */
  readonly scope?: readonly N[]
  /** Whether it moves up, which is the default, or down. */
  readonly order?: 'max' | 'min'
}

/** A pointer that lets a value pass which comes late, and stays where it is. */
export interface SkippingPointer<A, N> extends PointerBase<A, N> {
  /** What a value that is not beyond the pointer does: `'skip'`, the default, leaves the pointer where it is. */
  readonly stale?: 'skip'
  /**
   * When it moves. `'with'`, the default, is in the request that stores the item. `'after'` is one conditional write
   * after the commit, for scopes that are too hot for transactions: safe to lose and to repeat, with a weaker promise.
   * Where the process dies in between, the pointer lags behind until a later value comes: for ever, if none does.
   */
  readonly advance?: 'with' | 'after'
}

/** A pointer that refuses a value which comes late. */
export interface RefusingPointer<A, N> extends PointerBase<A, N> {
  /** What a value that is not beyond the pointer does: `'reject'` refuses the write, with `STALE_POINTER`. */
  readonly stale: 'reject'
  /** In the request that stores the item: afterwards, nothing can be refused any more. */
  readonly advance?: 'with'
}

/** One item per scope that holds the greatest value seen so far, or the least, and whose it is. */
export type PointerOptions<A = string, N = string> = SkippingPointer<A, N> | RefusingPointer<A, N>

/** A pointer that also hands out the next number. `A` are the attributes to number, `N` those that can be part of a key. */
export interface SequenceOptions<A = string, N = string> {
  /**
   * What is numbered: a number attribute, or a string one with `format`. The library alone writes it: it has no `set` hook
   * and watches nothing.
   */
  readonly attribute: A
  /** Within what: each combination of these attributes' values is counted by itself. */
  readonly scope?: readonly N[]
  /** The first number; 1 by default, and not below 0 with `format`. */
  readonly start?: number
  /** From one number to the next, above 0; 1 by default. */
  readonly step?: number
  /**
   * `true`, the default, takes the number in the request that creates the item: no number is ever lost, and creates of
   * one scope go one after another. `false` takes it beforehand, by one atomic increment: creates do not wait for each
   * other, and one that fails leaves a gap.
   */
  readonly gapless?: boolean
  /** How a string attribute shows the number: as many digits as there are zeros in the braces of `'INV-{000000}'`. */
  readonly format?: string
}

/**
 * A reference to an item that has to be there. `N` are the attributes that can hold a part of its key.
 *
 * It counts for an item that has all of `attributes`, and is checked when it is new or moved: one ConditionCheck
 * `attribute_exists(pk)` in the request that stores the item, which makes that request a transaction. DynamoDB treats a
 * check as a write: it conflicts with every other write of the item that is referred to, checks among them. So items
 * that refer to one hot parent are written one after another.
 *
 * Only writes of what refers are checked. A delete of what is referred to does not look for items that refer to it: it
 * goes through, and leaves them with a reference to nothing.
 */
export interface ReferenceOptions<N = string> {
  /** What it refers to: an ElectroDB entity, or a model. */
  readonly entity: { readonly schema: AnySchema }
  /** By key attribute of what it refers to, all of them and no others: the attribute of this model that holds its value. */
  readonly attributes: { readonly [attribute: string]: N }
}

/** Stands where there is no such option, or where it cannot be used. No value is one. */
export interface NoSuchOption {
  readonly noSuchOption: never
}

/** Stands for an attribute whose values have no order: a pointer cannot follow it. No value is one. */
export interface NotOrdered {
  readonly notOrdered: never
}

/** Stands for an attribute that is neither a number nor a string: a sequence cannot number it. No value is one. */
export interface NotNumbered {
  readonly notNumbered: never
}

/** Refuses options that a shape does not have. */
export type OnlyOptions<T, Shape> = { readonly [P in Exclude<keyof T, keyof Shape>]: NoSuchOption }

/** What one pointer has to be beside its shape. `A` are all attributes of the model. */
export type PointerCheck<O, A> = OnlyOptions<O, PointerOptions> &
  (O extends { readonly attribute: infer N extends keyof A }
    ? A[N] extends { readonly type: 'boolean' | 'map' | 'list' | 'set' | 'static' }
      ? { readonly attribute: NotOrdered }
      : unknown
    : unknown)

/** What one sequence has to be beside its shape. `A` are all attributes of the model. */
export type SequenceCheck<O, A> = OnlyOptions<O, SequenceOptions> &
  (O extends { readonly attribute: infer N extends keyof A }
    ? A[N] extends { readonly type: 'number' }
      ? { readonly format?: NoSuchOption }
      : A[N] extends { readonly type: 'string' }
        ? { readonly format: string }
        : { readonly attribute: NotNumbered }
    : unknown)

/** The attributes of a schema's table key. */
export type KeyAttributeName<S extends AnySchema> = keyof AllTableIndexCompositeAttributes<
  keyof S['attributes'] & string,
  string,
  keyof S['attributes'] & string,
  S
>

/** Stands for an entity whose key has no attributes: there is one item, and nothing to refer to it by. No value is one. */
export interface KeyWithoutAttributes {
  readonly keyWithoutAttributes: never
}

/** What one reference has to be beside its shape. `N` are the attributes of the model that it may name. */
export type ReferenceCheck<O, N> = OnlyOptions<O, ReferenceOptions> &
  (O extends { readonly entity: { readonly schema: infer S extends AnySchema }; readonly attributes: infer A }
    ? [KeyAttributeName<S>] extends [never]
      ? { readonly entity: KeyWithoutAttributes }
      : {
          readonly attributes: { readonly [P in KeyAttributeName<S>]: N } & {
            readonly [P in Exclude<keyof A, KeyAttributeName<S>>]: NoSuchAttribute
          }
        }
    : unknown)

/** By reference: the attributes that hold the key of what it refers to. `F` are the references as they are written. */
export interface ReferenceAttributes<F> {
  readonly by: {
    readonly [N in keyof F]: F[N] extends { readonly attributes: infer A } ? A[keyof A] : never
  }
}

/**
 * What must hold for a model.
 *
 * `U` maps each unique constraint to the names it uses: the compiler infers it backwards, so that every level refuses
 * names and options that do not exist. `P`, `Q` and `F` are the pointers, sequences and references as they are written,
 * `A` all attributes of the model, `K` those that can be part of a key.
 */
export interface Constraints<U, V extends string, E extends string, P, Q, F, A, K> {
  /** A number attribute that counts the changes of an item: the optimistic lock. The library alone writes it. */
  readonly version?: V
  /** Values that no two items may share. The short form is a list of attributes. */
  readonly unique?: { readonly [N in keyof U]: NonEmpty<U[N]> | UniqueOptions<U[N], keyof A & string> }
  /** A number attribute with the time to live, in seconds since 1970: guards expire with their item. */
  readonly expires?: E
  /** Where each scope is: the greatest value of an attribute, or the least, and whose it is. It never goes back. */
  readonly pointers?: P & { readonly [N in keyof P]: PointerCheck<P[N], A> }
  /** Consecutive numbers for an attribute, one for each item that is created. */
  readonly sequences?: Q & { readonly [N in keyof Q]: SequenceCheck<Q[N], A> }
  /** Items that have to be there: what an item refers to by the attributes of its key. */
  readonly references?: F & { readonly [N in keyof F]: ReferenceCheck<F[N], K> }
}
