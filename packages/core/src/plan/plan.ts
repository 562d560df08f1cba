import { capacityOf } from './capacity.js'
import { describeWrite } from './describe-write.js'
import { toNativeItem } from './native-value.js'
import { toMember, toTransactItems } from './to-request.js'
import type { Action, Write } from './write.js'

/** What `plan.operation` can be. */
export type PlanOperation = 'PutItem' | 'UpdateItem' | 'DeleteItem' | 'TransactWriteItems'

const SINGLE: Readonly<Record<Action, PlanOperation>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'TransactWriteItems',
}

/** One write of a plan, as a person reads it. */
export class PlannedWrite {
  readonly action: Action
  readonly role: string
  /** Write units that it takes, as far as the plan knows the item. */
  readonly capacity: number
  readonly #write: Write

  constructor(write: Write, isTransaction: boolean) {
    this.action = write.action
    this.role = write.role
    this.capacity = capacityOf(write, isTransaction)
    this.#write = write
  }

  toString(): string {
    return describeWrite(this.#write)
  }
}

/** The writes that carry out a change with all its constraints: one request, nothing sent yet. */
export class CompiledPlan {
  readonly operation: PlanOperation
  readonly writes: readonly PlannedWrite[]
  /** Write units of the whole request, as far as the plan knows the items. */
  readonly capacity: number
  /** The writes with their attribute values, in the order of the request. */
  readonly #compiled: readonly Write[]

  constructor(compiled: readonly Write[]) {
    const [first, ...rest] = compiled
    this.operation = first === undefined || rest.length > 0 ? 'TransactWriteItems' : SINGLE[first.action]
    const isTransaction = this.operation === 'TransactWriteItems'
    this.#compiled = compiled
    this.writes = compiled.map((write) => new PlannedWrite(write, isTransaction))
    this.capacity = this.writes.reduce((sum, write) => sum + write.capacity, 0)
  }

  /** The input of the document client's command of the same name as `operation`. */
  toRequest(): object {
    const [first] = this.#compiled
    if (first !== undefined && this.operation !== 'TransactWriteItems') return toMember(first, toNativeItem)
    return { TransactItems: toTransactItems(this.#compiled, toNativeItem) }
  }

  /** One line for each write. */
  toString(): string {
    return this.#compiled.map(describeWrite).join('\n')
  }

  /** The writes with their attribute values, in the order of the request. */
  static compiled(plan: CompiledPlan): readonly Write[] {
    return plan.#compiled
  }
}
