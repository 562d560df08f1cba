import type { AllTableIndexCompositeAttributes, ItemAttribute, ResponseItem } from 'electrodb'
import type { NoSuchOption } from './constraints.js'
import { declareSingleton } from './declare.js'
import type { AnySchema, Names, Rules, Singleton } from './model.js'

/** The names of a schema's attributes that have to have a value. */
export type RequiredName<A, V> = {
  [N in keyof A]: A[N] extends { readonly required: true }
    ? A[N] extends { readonly default: unknown }
      ? never
      : N
    : never
}[Exclude<keyof A, V>]

/** Stands where a key has attributes: a singleton has one key. No value is one. */
export interface KeyWithAttributes {
  readonly keyWithAttributes: never
}

/** Refuses an entity whose table key has attributes. */
export type Keyless<S extends AnySchema> = [
  keyof AllTableIndexCompositeAttributes<keyof S['attributes'] & string, string, string, S>,
] extends [never]
  ? unknown
  : { readonly schema: KeyWithAttributes }

/** Values of attributes. `N` are their names. */
export type ValuesOf<S extends AnySchema, N> = {
  readonly [P in N & keyof S['attributes']]: ItemAttribute<S['attributes'][P]>
}

/** The older record that a singleton takes the place of. `S` is its schema, `T` what is made of it. */
export interface Supersedes<S extends AnySchema, T, Shape> {
  /** The entity or the singleton of the older record. */
  readonly model: { readonly schema: S }
  /** Makes values of the new record out of the old one. */
  readonly map: (
    old: ResponseItem<keyof S['attributes'] & string, string, keyof S['attributes'] & string, S>,
  ) => T & { readonly [P in Exclude<keyof T, keyof Shape>]: NoSuchOption }
}

/** What is declared of a singleton. */
export interface SingletonOptions<S extends AnySchema, D, V extends string, S1 extends AnySchema, T> {
  /** What holds while nothing is stored. Every attribute that is required has one. */
  readonly defaults: ValuesOf<S, D> & { readonly [N in RequiredName<S['attributes'], V>]: unknown }
  /** A number attribute that counts the changes: the optimistic lock. The library alone writes it. */
  readonly version?: V
  /** An older record: read through `map` until the first write to the new one, which stores what `map` made of it. */
  readonly supersedes?: Supersedes<S1, T, Omit<S['attributes'], V>>
}

export function singleton<
  S extends AnySchema,
  const D extends Exclude<Names<S['attributes']>['any'], V>,
  V extends Names<S['attributes']>['number'] = never,
  S1 extends AnySchema = AnySchema,
  T extends Partial<ValuesOf<S, Exclude<Names<S['attributes']>['any'], V>>> = {},
>(
  entity: { readonly schema: S } & Keyless<NoInfer<S>>,
  options: SingletonOptions<S, D, V, S1, T>,
): Singleton<S, D, Rules<{}, V, never, {}, {}>> {
  return declareSingleton(entity, options)
}
