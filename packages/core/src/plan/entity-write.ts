import type { StoredItem, TableKey } from './attribute-value.js'
import type { Expression } from './write.js'

/** One clause of an update expression: what it writes, and how. */
export interface Clause {
  readonly section: 'SET' | 'REMOVE' | 'ADD' | 'DELETE'
  readonly text: string
  /** The field that it is on, or in. */
  readonly field: string
  /** Whether it is on the attribute itself, not on something inside it. */
  readonly isWhole: boolean
  /** The placeholder of the value that it stores, where it plainly stores one: `#field = :value`. */
  readonly value?: string
}

/** The write on the entity's own item as ElectroDB compiled it, before constraints add to it. */
export interface EntityWrite {
  readonly action: 'Put' | 'Update' | 'Delete'
  readonly table: string
  readonly key: TableKey
  readonly item?: StoredItem
  readonly clauses: readonly Clause[]
  /** The entity's condition and the caller's `where`, and the placeholders of the clauses too. */
  readonly condition: Expression
  /** Whether the caller gave a `where`. */
  readonly hasWhere: boolean
}

const SECTIONS = ['SET', 'REMOVE', 'ADD', 'DELETE'] as const

/** The clauses as one update expression. */
export const joinClauses = (clauses: readonly Pick<Clause, 'section' | 'text'>[]): string =>
  SECTIONS.flatMap((section) => {
    const own = clauses.filter((clause) => clause.section === section).map(({ text }) => text)
    return own.length === 0 ? [] : [`${section} ${own.join(', ')}`]
  }).join(' ')
