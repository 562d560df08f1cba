/** One key of an index as an ElectroDB schema declares it. */
export interface KeyShape {
  readonly field?: string
  readonly composite?: readonly string[]
  readonly cast?: string
}

/** One index as an ElectroDB schema declares it. */
export interface IndexShape {
  readonly index?: string
  readonly type?: string
  readonly project?: string
  readonly projection?: string | readonly string[]
  readonly pk: KeyShape
  readonly sk?: KeyShape
}

/** One attribute as an ElectroDB schema declares it. */
export interface AttributeShape {
  readonly type: unknown
  readonly field?: string
}

/** What a table needs to know of an ElectroDB schema. */
export interface SchemaShape {
  readonly indexes: { readonly [accessPattern: string]: IndexShape }
  readonly attributes: { readonly [name: string]: AttributeShape }
}

/** Something that lives in a table: a model, a plain ElectroDB entity, or a counter, which has no schema. */
export interface TableModel {
  readonly kind?: string
  readonly schema?: SchemaShape
}

/** Models or entities by name. */
export interface TableModels {
  readonly [name: string]: TableModel
}
