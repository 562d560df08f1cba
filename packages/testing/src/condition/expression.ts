import type { Path } from '../item/path.js'
import type { Value } from '../item/value.js'

/** What an operator is applied to: a document path, a literal, or a function of such. */
export type Operand = Path | Value | Call

/** A function inside an expression: `size`, `if_not_exists`, `list_append`, or arithmetic. */
export interface Call {
  readonly type: 'function' | 'add' | 'subtract'
  readonly name?: string
  readonly args: readonly Operand[]
}

/** A condition as dynalite's parser gives it. */
export type Condition =
  | { readonly type: 'and' | 'or' | 'not'; readonly args: readonly Condition[] }
  | { readonly type: 'function'; readonly name: string; readonly args: readonly Operand[] }
  | { readonly type: Comparison | 'between' | 'in'; readonly args: readonly Operand[] }

/** The comparison operators of expressions. */
export type Comparison = '=' | '<>' | '<' | '<=' | '>' | '>='

/** Whether an operand is a document path. */
export function isPath(operand: Operand): operand is Path {
  return Array.isArray(operand)
}

/** Whether an operand is a function call or arithmetic. */
export function isCall(operand: Operand): operand is Call {
  return 'type' in operand && 'args' in operand
}
