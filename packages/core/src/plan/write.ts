import { type AttributeValue, identityOf, type StoredItem, type TableKey } from './attribute-value.js'
import { type Condition, compileCondition } from './condition.js'
import { inParentheses } from './in-parentheses.js'
import { type Names, Placeholders, type Values } from './placeholders.js'

export type Action = 'Put' | 'Update' | 'Delete' | 'ConditionCheck'

/** A part of an expression with the placeholders that it uses. */
export interface Expression {
  readonly text: string
  readonly names: Names
  readonly values: Values
}

/** One action of a request, as the service takes it, and what we know about it. */
export interface Write {
  readonly action: Action
  /** What it does for the plan: `entity`, `claim of email`, ... */
  readonly role: string
  readonly table: string
  readonly key: TableKey
  readonly item?: StoredItem
  readonly update?: string
  readonly condition: string
  readonly names: Names
  readonly values: Values
}

export const identityOfWrite = (write: Write): string => identityOf(write.table, write.key)

/** A write on one of our own items: all of it follows from its condition. */
export interface OwnWrite {
  readonly action: 'Put' | 'Delete' | 'ConditionCheck'
  readonly role: string
  readonly key: TableKey
  readonly item?: StoredItem
  readonly condition: Condition
}

export function compileOwnWrite(own: OwnWrite, table: string): Write {
  const placeholders = new Placeholders()
  const condition = compileCondition(own.condition, placeholders)
  const item = own.item === undefined ? {} : { item: own.item }
  return {
    action: own.action,
    role: own.role,
    table,
    key: own.key,
    ...item,
    condition,
    names: placeholders.names(),
    values: placeholders.values(),
  }
}

/** Joins our condition to what is there, as `(theirs) AND (ours)`, with placeholders that cannot meet. */
export function joinCondition(theirs: Expression, ours: readonly Condition[]): Expression {
  if (ours.length === 0) return theirs
  const placeholders = new Placeholders(theirs.names, theirs.values)
  const text = compileCondition({ op: 'all', of: ours }, placeholders)
  const joined = theirs.text === '' ? text : `${inParentheses(theirs.text)} AND ${inParentheses(text)}`
  return { text: joined, names: placeholders.names(), values: placeholders.values() }
}

/** Leaves out the placeholders that no text uses: the service refuses unused ones. */
export function pruneExpression(
  texts: readonly string[],
  names: Names,
  values: Values,
): Omit<Expression, 'text'> {
  const used = new Set(texts.flatMap((text) => text.split(/[^#:\w]+/)))
  const keep = <T>(entries: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(entries).filter(([placeholder]) => used.has(placeholder)))
  return { names: keep(names), values: keep<AttributeValue>(values) }
}
