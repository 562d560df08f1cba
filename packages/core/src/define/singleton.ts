import type { AllTableIndexCompositeAttributes, ItemAttribute, ResponseItem } from 'electrodb'
import { declareSingleton } from './declare.js'
import type { AnySchema, Names, NoSuchAttribute, Rules, Singleton } from './model.js'

/** Stands where a table key has attributes: a singleton has one key. No value is one. */
export interface KeyWithAttributes {
  readonly keyWithAttributes: never
}

/** Refuses an entity whose table key has attributes. */
export type Keyless<S extends AnySchema> = [
  keyof AllTableIndexCompositeAttributes<keyof S['attributes'] & string, string, string, S>,
] extends [never]
  ? unknown
  : { readonly schema: KeyWithAttributes }

/** The names of attributes that an item cannot be without, and that ElectroDB does not fill in. */
export type RequiredName<A> = {
  [N in keyof A]: A[N] extends { readonly required: true }
    ? A[N] extends { readonly default: unknown }
      ? never
      : N
    : never
}[keyof A]

/** Values of a singleton's attributes, looked up by name so that hovers and errors print them. `N` are names. */
export interface RecordValues<S extends AnySchema, N> {
  readonly of: { readonly [P in N & keyof S['attributes']]: ItemAttribute<S['attributes'][P]> }
  readonly some: { readonly [P in N & keyof S['attributes']]?: ItemAttribute<S['attributes'][P]> }
  readonly old: ResponseItem<keyof S['attributes'] & string, string, keyof S['attributes'] & string, S>
}

/** What `map` makes of an older record: no attribute but those named by `N`. */
export type Mapped<T, N> = [Exclude<keyof T, N>] extends [never]
  ? T
  : T & { readonly [P in Exclude<keyof T, N>]: NoSuchAttribute }

/** The older record that a singleton takes the place of. `S` is its schema, `T` what is made of it. */
export interface Supersedes<S extends AnySchema, T, N> {
  /** The entity or the singleton of the older record. */
  readonly model: { readonly schema: S }
  /** Makes values of the new record out of the stored older one. */
  readonly map: (old: RecordValues<S, never>['old']) => Mapped<T, N>
}

/** What is declared of a singleton. */
export interface SingletonOptions<S extends AnySchema, D, V, S1 extends AnySchema, T> {
  /** What holds while nothing is stored: for every attribute that is required, and for others as you like. */
  readonly defaults: RecordValues<S, D>['of'] & {
    readonly [N in Exclude<RequiredName<S['attributes']>, V>]: unknown
  }
  /** A number attribute that counts the changes: the optimistic lock. The library alone writes it. */
  readonly version?: V
  /** An older record: it is read through `map` until the first write, which stores what `map` made of it. */
  readonly supersedes?: Supersedes<S1, T, Exclude<Names<S['attributes']>['any'], V>>
}

/**
 * Declares a record that exists once: settings, flags, the state of a job. It stands on an ElectroDB entity whose table
 * key has no attributes, only templates or nothing at all. The entity is not changed, and no data is.
 *
 * While nothing is stored the defaults hold: an absent record means the safe values, and is no error. Defaults are not
 * written; a later release can change them. An older record is taken over by `supersedes`.
 *
 * @throws {DeclarationError} with everything about the declaration that cannot work.
 *
 * @example
 * ```ts
 * const declared = singleton(FlagsV2, {
 *   defaults: { signupEnabled: false },
 *   version: 'revision',
 *   supersedes: { model: FlagsV1, map: (old) => ({ signupEnabled: old.signup === 'on' }) },
 * })
 * export interface Flags extends Named<typeof declared> {}
 * export const flags: Flags = declared
 * ```
 */
export function singleton<
  S extends AnySchema,
  const D extends Exclude<Names<S['attributes']>['any'], V>,
  V extends Names<S['attributes']>['number'] = never,
  S1 extends AnySchema = AnySchema,
  T extends RecordValues<S, Exclude<Names<S['attributes']>['any'], V>>['some'] = {},
>(
  entity: { readonly schema: S } & Keyless<NoInfer<S>>,
  options: SingletonOptions<S, D, V, S1, T>,
): Singleton<S, NoInfer<D>, NoInfer<Rules<{}, V, never, {}, {}, {}>>> {
  return declareSingleton(entity, options)
}
