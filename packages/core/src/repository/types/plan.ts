/** What DynamoDB does with one item. */
export type PlanAction = 'Put' | 'Update' | 'Delete' | 'ConditionCheck'

/** One action of a plan. */
export interface PlanWrite {
  readonly action: PlanAction
  /** What it does for the plan: writes the entity's own item, claims a guard, releases one, ... */
  readonly role: string
  /** Write capacity units that it costs, as far as sizes are known beforehand. */
  readonly capacity: number
  /** One line in names, without values. */
  toString(): string
}

/** The one request that carries out an operation with all its constraints. A value: nothing is sent. */
export interface Plan {
  /** A plan of one write is that single operation, never a transaction. */
  readonly operation: 'PutItem' | 'UpdateItem' | 'DeleteItem' | 'TransactWriteItems'
  readonly writes: readonly PlanWrite[]
  /** Write capacity units of all writes. */
  readonly capacity: number
  /** The input of the SDK's command, in attribute values. It holds the item's values. */
  toRequest(): object
  /** One line for each write, in names, without values. */
  toString(): string
}
