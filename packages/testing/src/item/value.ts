/** One attribute value as it travels: exactly one member is set, and binary values are base64 text. */
export interface Value {
  S?: string
  N?: string
  B?: string
  BOOL?: boolean
  NULL?: boolean
  SS?: string[]
  NS?: string[]
  BS?: string[]
  L?: Value[]
  M?: Item
}

/** An item, or the value of a map attribute. */
export interface Item {
  [attribute: string]: Value
}

/** The name of a value's type: the member that is set. */
export type ValueType = keyof Value

/** Which member of a value is set. */
export function valueType(value: Value | undefined): ValueType | undefined {
  if (value === undefined) return undefined
  for (const type in value) return type as ValueType
  return undefined
}
