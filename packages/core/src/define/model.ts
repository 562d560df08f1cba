import type { Entity, Schema } from 'electrodb'

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

/** What constraints do to the types of a model, in names of attributes. */
export interface Rules<U extends object = object, V extends string = string, E extends string = string> {
  /** By constraint: the attributes and the scope of what is unique. */
  readonly unique: U
  /** The attribute that counts changes; `never` where there is none. */
  readonly version: V
  /** The attribute that holds the time to live; `never` where there is none. */
  readonly expires: E
}

/** Where a model keeps its rules for the compiler. There is no such property at run time. */
export declare const types: unique symbol

/** What types need of a model. */
export interface AnyModel {
  readonly kind: 'model'
  readonly schema: AnySchema
  readonly [types]: Rules
}

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

/** A base for an interface that names a model: `interface Accounts extends Named<typeof declared> {}`. */
export type Named<M> = M

/** A model's rules. */
export type RulesOf<M extends AnyModel> = M[typeof types]

/** The names of a model's attributes. */
export type NameOf<M extends AnyModel> = keyof M['schema']['attributes'] & string

/** The names of a model's unique constraints. */
export type UniqueName<M extends AnyModel> = keyof RulesOf<M>['unique'] & string

/** Attributes that the library writes by itself. */
export type Managed<M extends AnyModel> = RulesOf<M>['version']

/** Attributes whose next value must be known before it is written: no arithmetic, no lists, no nested paths. */
export type Guarded<M extends AnyModel> =
  | Managed<M>
  | RulesOf<M>['expires']
  | RulesOf<M>['unique'][keyof RulesOf<M>['unique']]
