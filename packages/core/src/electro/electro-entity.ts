/** Parameters as ElectroDB compiles them, in JavaScript values. */
export interface ElectroParams {
  readonly Item?: Readonly<Record<string, unknown>>
  readonly Key?: Readonly<Record<string, unknown>>
  readonly UpdateExpression?: string
  readonly ConditionExpression?: string
  readonly FilterExpression?: string
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>
  readonly ExpressionAttributeValues?: Readonly<Record<string, unknown>>
}

interface Compilable {
  params(options: { readonly table: string }): ElectroParams
}

/** A caller's `where`: gets the attributes and the operations, and gives an expression. */
export type WhereText = (attributes: unknown, operations: unknown) => unknown

interface Conditional extends Compilable {
  where(where: WhereText): Conditional
}

/** The chain of `patch`: every verb that an update can name. */
export interface UpdateChain extends Conditional {
  set(values: object): UpdateChain
  remove(attributes: readonly string[]): UpdateChain
  add(values: object): UpdateChain
  subtract(values: object): UpdateChain
  append(values: object): UpdateChain
  delete(values: object): UpdateChain
  data(change: WhereText): UpdateChain
  composite(values: object): UpdateChain
}

/** The chain of `query` and `scan`. */
export interface ReadChain {
  where(where: WhereText): ReadChain
  params(options: object): ElectroParams
  begins(key: object): ReadChain
  between(from: object, to: object): ReadChain
  gt(key: object): ReadChain
  gte(key: object): ReadChain
  lt(key: object): ReadChain
  lte(key: object): ReadChain
}

/** What the core uses of an ElectroDB entity. */
export interface ElectroEntity {
  create(item: object): Compilable
  /** As `create`, without the condition that there is no such item. */
  put(item: object): Conditional
  patch(key: object): UpdateChain
  /** As `patch`, without the condition that the item exists. */
  update(key: object): UpdateChain
  delete(key: object): Conditional
  get(key: object): Compilable
  parse(
    response: { readonly Item: Readonly<Record<string, unknown>> },
    options: { readonly ignoreOwnership: boolean; readonly attributes?: readonly string[] },
  ): { readonly data: Readonly<Record<string, unknown>> | null }
  readonly query: Readonly<Record<string, (key: object) => ReadChain>>
  readonly scan: ReadChain
}
