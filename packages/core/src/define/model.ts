import type { Entity, ItemAttribute, Schema } from 'electrodb'

/**
 * Any schema of an ElectroDB entity. ElectroDB constrains its parameters by each other, so nothing narrower than `any`
 * stands for all of them.
 */
// biome-ignore lint/suspicious/noExplicitAny: the only place that names ElectroDB's open schema type
export type AnySchema = Schema<any, any, any>

/** The names of a schema's attributes, by what can be done with them. */
export interface Names<A> {
  /** Attributes whose values can be part of a key: string, number, boolean, and lists of literals. */
  readonly scalar: {
    [N in keyof A]: A[N] extends {
      readonly type: 'string' | 'number' | 'boolean' | readonly (string | number | boolean)[]
    }
      ? N
      : never
  }[keyof A] &
    string
  readonly number: { [N in keyof A]: A[N] extends { readonly type: 'number' } ? N : never }[keyof A] & string
  readonly visible: {
    [N in keyof A]: A[N] extends { readonly hidden: true } ? never : N
  }[keyof A] &
    string
  readonly any: keyof A & string
}

/** Stands where a name is not one of the model's, or not one that can be used there. No value is one. */
export interface NoSuchAttribute {
  readonly noSuchAttribute: never
}

/** What constraints do to the types of a model, in names of attributes. */
export interface Rules<
  U extends object = object,
  V extends string = string,
  E extends string = string,
  P extends object = object,
  Q extends object = object,
  F extends object = object,
> {
  /** By constraint: the attributes and the scope of what is unique. */
  readonly unique: U
  /** The attribute that counts changes; `never` where there is none. */
  readonly version: V
  /** The attribute that holds the time to live; `never` where there is none. */
  readonly expires: E
  /** By pointer: what was declared. */
  readonly pointers: P
  /** By sequence: what was declared. */
  readonly sequences: Q
  /** By reference: the attributes that hold the key of what it refers to. */
  readonly references: F
}

/** Where a model keeps its rules for the compiler. There is no such property at run time. */
export declare const types: unique symbol

/** What types need of anything that has attributes: a model or a singleton. */
export interface Ruled {
  readonly schema: AnySchema
  readonly [types]: Rules
}

/** What types need of a model. */
export interface AnyModel extends Ruled {
  readonly kind: 'model'
}

/** What types need of a singleton. */
export interface AnySingleton extends Ruled {
  readonly kind: 'singleton'
  readonly defaults: object
}

/** What types need of a counter. */
export interface AnyCounter {
  readonly kind: 'counter'
  readonly name: string
  readonly scope: readonly string[]
}

/** What a database is made of. */
export type Declared = AnyModel | AnySingleton | AnyCounter

/**
 * An ElectroDB entity with its constraints. Pure: it holds no client and no table, and is safe to import anywhere.
 *
 * Give it a name of its own, so that hovers, errors and declaration files print that name instead of the schema:
 *
 * @example
 * ```ts
 * const declared = constrain(Account, { version: 'revision', unique: { email: ['email'] } })
 * export interface Accounts extends Named<typeof declared> {}
 * export const accounts: Accounts = declared
 * ```
 */
export interface Model<S extends AnySchema, R extends Rules> {
  readonly kind: 'model'
  readonly schema: S
  /** The entity as it was given. Its writes know nothing of the constraints. */
  readonly entity: Entity<string, string, string, S>
  /** What is allowed and yet likely to hurt, said when the model was declared. */
  readonly warnings: readonly string[]
  readonly [types]: R
}

/**
 * A record that exists once, under a fixed key, with values that hold where nothing was stored. Pure, as a model.
 *
 * Give it a name of its own, as a model gets one.
 */
export interface Singleton<S extends AnySchema, D, R extends Rules> {
  readonly kind: 'singleton'
  readonly schema: S
  /** The entity as it was given. Its writes know nothing of the defaults. */
  readonly entity: Entity<string, string, string, S>
  /** What holds while nothing is stored, by attribute. `D` are their names. */
  readonly defaults: { readonly [N in D & keyof S['attributes']]: ItemAttribute<S['attributes'][N]> }
  /** What is allowed and yet likely to hurt, said when the singleton was declared. */
  readonly warnings: readonly string[]
  readonly [types]: R
}

/** A number that many add to at once, in a few items of its own. Pure, as a model. `N` are the names of its scope. */
export interface Counter<N extends string> {
  readonly kind: 'counter'
  readonly service: string
  readonly name: string
  readonly scope: readonly N[]
  readonly shards: number
}

/** A base for an interface that names a model: `interface Accounts extends Named<typeof declared> {}`. */
export type Named<M> = M

/** A model's rules. */
export type RulesOf<M extends Ruled> = M[typeof types]

/** The names of a model's attributes. */
export type NameOf<M extends Ruled> = keyof M['schema']['attributes'] & string

/** The names of a model's unique constraints. */
export type UniqueName<M extends AnyModel> = keyof RulesOf<M>['unique'] & string

/** The attribute that a pointer follows, or that a sequence numbers. */
export type FollowedBy<O> = O extends { readonly attribute: infer A } ? A : never

/** The attributes of a scope; `never` where there is none. */
export type ScopeName<O> = O extends { readonly scope: readonly (infer A)[] } ? A : never

/** The names of a model's pointers that refuse what comes late. */
export type RejectingPointer<M extends Ruled> = {
  [N in keyof RulesOf<M>['pointers']]: RulesOf<M>['pointers'][N] extends { readonly stale: 'reject' }
    ? N
    : never
}[keyof RulesOf<M>['pointers']] &
  string

/** Attributes that the library writes by itself. */
export type Managed<M extends Ruled> =
  | RulesOf<M>['version']
  | FollowedBy<RulesOf<M>['sequences'][keyof RulesOf<M>['sequences']]>

/** Attributes whose next value must be known before it is written: no arithmetic, no lists, no nested paths. */
export type Guarded<M extends Ruled> =
  | Managed<M>
  | RulesOf<M>['expires']
  | RulesOf<M>['unique'][keyof RulesOf<M>['unique']]
  | FollowedBy<RulesOf<M>['pointers'][keyof RulesOf<M>['pointers']]>
  | ScopeName<RulesOf<M>['pointers'][keyof RulesOf<M>['pointers']]>
  | RulesOf<M>['references'][keyof RulesOf<M>['references']]
