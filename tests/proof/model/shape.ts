/** Names of the attributes that every generated entity has. What is constrained of them is for the shape to say. */
export type AttributeName =
  | 'id'
  | 'org'
  | 'a'
  | 'b'
  | 'n'
  | 'f'
  | 't'
  | 'gone'
  | 'at'
  | 'no'
  | 'ref'
  | 'ttl'
  | 'rev'
  | 'w'
  | 'note'
  | 'count'
  | 'tags'
  | 'ro'
  | 'hid'

export type EntityName = 'thing' | 'other'

/** How a value is normalised for a guard. */
export type Normalize = 'lowercase' | 'trim' | 'both' | 'custom'

/** One unique constraint. */
export interface UniqueShape {
  readonly name: string
  readonly attributes: readonly AttributeName[]
  readonly scope: readonly AttributeName[]
  readonly normalize?: Normalize
  readonly unless?: boolean
  /** The name of a namespace that it shares. */
  readonly namespace?: string
  readonly hash?: 'plain' | 'secret'
  readonly prefix?: 'text' | 'function'
  readonly sortKey?: boolean
}

/** One pointer. */
export interface PointerShape {
  readonly name: string
  readonly attribute: AttributeName
  readonly scope: readonly AttributeName[]
  readonly order: 'max' | 'min'
  readonly stale: 'skip' | 'reject'
  readonly advance: 'with' | 'after'
}

/** The sequence of the attribute `no`. */
export interface SequenceShape {
  readonly scope: readonly AttributeName[]
  readonly start: number
  readonly step: number
  readonly isText: boolean
}

/** What is declared of one entity. */
export interface EntityShape {
  readonly key: readonly AttributeName[]
  readonly isVersioned: boolean
  readonly expires: boolean
  /** `a` is trimmed and put into capitals by a `set` hook. */
  readonly spells: boolean
  /** `b` comes in brackets, by a `get` hook. */
  readonly shows: boolean
  /** `w` is computed from `a` and `t` by a hook that watches them. */
  readonly watches: boolean
  readonly uniques: readonly UniqueShape[]
  readonly pointers: readonly PointerShape[]
  readonly sequence?: SequenceShape
  /** `ref` is the `id` of an `other`. */
  readonly refers?: boolean
  readonly index?: { readonly pk: readonly AttributeName[]; readonly sk: readonly AttributeName[] }
}

/** Two entities in one table: everything that a run needs to declare its models, as plain data. */
export interface Shape {
  /** Whether the table has a sort key. */
  readonly hasSortKey: boolean
  /** Whether the table's key and some attributes have names of their own in the table. */
  readonly renamed: boolean
  readonly thing: EntityShape
  readonly other: EntityShape
}

export const SECRET = 'a secret of the tests'

/** The field of an attribute in the table. */
export const fieldOf = (shape: Shape, name: string): string =>
  shape.renamed && ['a', 't', 'at', 'rev', 'ttl', 'no', 'ref', 'id'].includes(name) ? `${name}_field` : name

/** The fields of the table's key. */
export const keyFieldsOf = (shape: Shape): readonly string[] => {
  const [pk, sk] = shape.renamed ? ['hash', 'range'] : ['pk', 'sk']
  return shape.hasSortKey ? [pk as string, sk as string] : [pk as string]
}

/** What `set` hooks make of a value, `custom` of one that is to be unique, and `get` hooks of one that is stored. */
export const spell = (value: string): string => value.trim().toUpperCase()
export const customNormalize = (value: string): string => value.trim().slice(0, 1)
export const show = (value: string): string => `<${value}>`
export const watched = (a: unknown, t: unknown): string | undefined =>
  typeof a === 'string' && typeof t === 'string' ? `${a}/${t}` : undefined
