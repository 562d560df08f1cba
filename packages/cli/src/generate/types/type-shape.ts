/** A type as it is written down: what is imported says from where. */
export type TypeShape = TextShape | NamedShape | ArrayShape | JoinedShape | ObjectShape

/** A type that needs no import: `string`, `'free'`, `[number, number]`. */
export interface TextShape {
  readonly kind: 'text'
  readonly text: string
}

/** A type with a name. */
export interface NamedShape {
  readonly kind: 'named'
  readonly name: string
  /** The module that exports it; undefined for what is everywhere, as `Date` is. */
  readonly from: ModuleOrigin | undefined
  /** Behind the name: the member of an enum. */
  readonly member: string | undefined
  readonly arguments: readonly TypeShape[]
}

/** Where a type is exported: a file of the project, or what a package calls itself. */
export type ModuleOrigin =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'package'; readonly specifier: string }

export interface ArrayShape {
  readonly kind: 'array'
  readonly isReadonly: boolean
  readonly element: TypeShape
}

export interface JoinedShape {
  readonly kind: 'union' | 'intersection'
  readonly members: readonly TypeShape[]
}

/** An object with properties. */
export interface ObjectShape {
  readonly kind: 'object'
  readonly properties: readonly PropertyShape[]
}

export interface PropertyShape {
  readonly name: string
  readonly isOptional: boolean
  readonly isReadonly: boolean
  readonly type: TypeShape
}
