import type {
  AddItem,
  AllTableIndexCompositeAttributes,
  AppendItem,
  DataUpdateAttributeSymbol,
  DataUpdateOperations,
  DeleteItem,
  Item,
  ItemAttribute,
  PutItem,
  RemoveItem,
  ResponseItem,
  SetItem,
  SubtractItem,
  UpdateData,
  WhereAttributeSymbol,
  WhereOperations,
} from 'electrodb'
import type { KeyAttributeName } from '../../define/constraints.js'
import type {
  AnySchema,
  Guarded,
  Managed,
  NameOf,
  Names,
  NoSuchAttribute,
  Ruled,
  RulesOf,
} from '../../define/model.js'
import type { RequiredName } from '../../define/singleton.js'

/** Where no attribute can stand: `{}` alone. */
export interface NoAttributes {
  readonly [name: string]: NoSuchAttribute
}

/**
 * Mapped types without an alias, looked up from an interface: hovers and errors print the properties of the item, not
 * the formula. `T` is instantiated once.
 */
export interface Shown<T, N> {
  readonly all: { [P in keyof T]: T[P] }
  readonly but: [Exclude<keyof T, N>] extends [never]
    ? NoAttributes
    : { [P in keyof T as P extends N ? never : P]: T[P] }
}

/** Handles of attributes for `data`, without those named by `N`. */
export interface DataAttributes<T, N> {
  readonly but: { [P in keyof T as P extends N ? never : P]: DataUpdateAttributeSymbol<T[P]> }
}

/** Handles of every attribute for `where`. */
export interface AttributeHandles<A extends AnySchema['attributes']> {
  readonly all: { [N in keyof A]: WhereAttributeSymbol<ItemAttribute<A[N]>> }
}

/** The values of a model's attributes that are named by `N`, all required. */
export type Values<M extends Ruled, N> = {
  [A in N & keyof M['schema']['attributes']]: ItemAttribute<M['schema']['attributes'][A]>
}

/** Every shape that a model's values take. Read them by name: `Types<Accounts>['item']`. */
export interface Types<M extends Ruled> {
  /** An item as it is returned. */
  readonly item: Shown<ResponseItem<NameOf<M>, string, NameOf<M>, M['schema']>, never>['all']
  /** The attributes of the table's key. */
  readonly key: Shown<
    AllTableIndexCompositeAttributes<NameOf<M>, string, NameOf<M>, M['schema']>,
    never
  >['but']
  /** What `create` takes. */
  readonly input: Shown<PutItem<NameOf<M>, string, NameOf<M>, M['schema']>, Managed<M>>['but']
  readonly set: Shown<SetItem<NameOf<M>, string, NameOf<M>, M['schema']>, Managed<M>>['but']
  readonly add: Shown<AddItem<NameOf<M>, string, NameOf<M>, M['schema']>, Guarded<M>>['but']
  readonly subtract: Shown<SubtractItem<NameOf<M>, string, NameOf<M>, M['schema']>, Guarded<M>>['but']
  readonly append: Shown<AppendItem<NameOf<M>, string, NameOf<M>, M['schema']>, Guarded<M>>['but']
  readonly delete: Shown<DeleteItem<NameOf<M>, string, NameOf<M>, M['schema']>, Guarded<M>>['but']
  /** The names of attributes that reads can ask for. */
  readonly name: Names<M['schema']['attributes']>['visible']
  /** Handles of attributes for `where`. */
  readonly where: AttributeHandles<M['schema']['attributes']>['all']
  /** Handles of attributes for `data`. */
  readonly data: DataAttributes<UpdateData<NameOf<M>, string, NameOf<M>, M['schema']>, Guarded<M>>['but']
  /** By constraint: what its lookup takes. */
  readonly unique: {
    [N in keyof RulesOf<M>['unique']]: {
      [A in RulesOf<M>['unique'][N] & keyof M['schema']['attributes']]: ItemAttribute<
        M['schema']['attributes'][A]
      >
    }
  }
}

/** An item of a model, as it is returned. */
export type ItemOf<M extends Ruled> = Types<M>['item']

/** The key attributes of a model's items. */
export type KeyOf<M extends Ruled> = Types<M>['key']

/** What `create` of a model takes. */
export type InputOf<M extends Ruled> = Types<M>['input']

/**
 * What `upsert` cannot do without: the whole key, also where ElectroDB could fill it in, and what a new item needs and
 * `onInsert` does not give. `N` are the attributes of `onInsert`.
 */
export type Needed<M extends Ruled, N> = {
  readonly [P in
    | KeyAttributeName<M['schema']>
    | Exclude<RequiredName<M['schema']['attributes']>, Managed<M> | N>]: Types<M>['input'][P &
    keyof Types<M>['input']]
}

/** Values for a new item alone, looked up by name so that errors print the attributes. `N` are their names. */
export interface OnInsert<M extends Ruled, N extends keyof Types<M>['input']> {
  readonly values: { readonly [P in N]: Types<M>['input'][P] }
}

/** Names of attributes that may be removed. */
export type Removable<M extends Ruled> = Exclude<
  RemoveItem<NameOf<M>, string, NameOf<M>, M['schema']>[number],
  Managed<M>
>

/** What an update does to an item. At least one of them; no attribute twice. */
export interface Changes<M extends Ruled> {
  /** Values to store. */
  readonly set?: Types<M>['set']
  /** Attributes to remove. A unique value is free again. */
  readonly remove?: readonly Removable<M>[]
  /** Adds to numbers and sets. Not on attributes that a constraint watches. */
  readonly add?: Types<M>['add']
  /** Subtracts from numbers. Not on attributes that a constraint watches. */
  readonly subtract?: Types<M>['subtract']
  /** Appends to lists. Not on attributes that a constraint watches. */
  readonly append?: Types<M>['append']
  /** Deletes members of sets. Not on attributes that a constraint watches. */
  readonly delete?: Types<M>['delete']
  /** Nested paths and ElectroDB's other operations, on attributes that no constraint watches. */
  readonly data?: (
    attributes: Types<M>['data'],
    operations: DataUpdateOperations<
      NameOf<M>,
      string,
      NameOf<M>,
      M['schema'],
      UpdateData<NameOf<M>, string, NameOf<M>, M['schema']>
    >,
  ) => unknown
}

/** A condition on the stored item, written as ElectroDB's. It is joined to ours by AND. */
export type Where<M extends Ruled> = (
  attributes: Types<M>['where'],
  operations: WhereOperations<
    NameOf<M>,
    string,
    NameOf<M>,
    M['schema'],
    Item<NameOf<M>, string, NameOf<M>, M['schema'], M['schema']['attributes']>
  >,
) => string

/** An item, or only the attributes of it that were asked for. */
export type Projected<M extends Ruled, N> = [N] extends [never]
  ? Types<M>['item']
  : { [P in keyof Types<M>['item'] as P extends N ? P : never]: Types<M>['item'][P] }
