import type {
  CounterDescription,
  ModelDescription,
  OperationDescription,
  SingletonDescription,
} from '@latchkey/core'
import { describeCost } from '../docs/describe-cost.js'
import type { MethodNames } from '../names/method-names.js'
import type { TypeNames } from '../names/type-names.js'
import type { Imports } from '../print/imports.js'
import type { ModelTypes } from '../types/model-types.js'

/** What is known while a model's file is written. */
export interface ModelContext {
  readonly names: TypeNames
  readonly methods: MethodNames
  readonly described: ModelDescription
  readonly types: ModelTypes
  readonly imports: Imports
}

/** What is known while a singleton's file is written. */
export interface SingletonContext {
  readonly names: TypeNames
  readonly described: SingletonDescription
  readonly types: ModelTypes
  readonly imports: Imports
}

/** What is known while a counter's file is written. */
export interface CounterContext {
  readonly names: TypeNames
  readonly described: CounterDescription
  readonly imports: Imports
}

/** Whether items have values that no other item may have. */
export const hasUnique = ({
  constraints,
}: Pick<ModelDescription | SingletonDescription, 'constraints'>): boolean =>
  constraints.some(({ kind }) => kind === 'unique')

/** What a create does, in a sentence. */
export const storesNew = (described: ModelDescription): string =>
  `Stores a new item${hasUnique(described) ? ', its unique values with it' : ''}.`

type Operated = Pick<CounterDescription, 'operations'> & { readonly indexes?: ModelDescription['indexes'] }

/** What an operation costs; nothing where the model does not have it. */
export function costOf({ operations, indexes = [] }: Operated, name: string): readonly string[] {
  const operation: OperationDescription | undefined = operations.find((each) => each.name === name)
  const secondary = indexes.filter(({ index }) => index !== undefined).length
  return operation === undefined ? [] : describeCost(operation, secondary, operations)
}
