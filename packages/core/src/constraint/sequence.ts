import type { AttributeValue, StoredItem, TableKey } from '../plan/attribute-value.js'
import { isAs } from '../plan/condition.js'
import { type Contribution, type GuardedWrite, NO_CONTRIBUTION } from '../plan/contribution.js'
import { Placeholders } from '../plan/placeholders.js'
import type { Write } from '../plan/write.js'
import {
  type Constraint,
  type ConstraintKind,
  type Declaring,
  type Draw,
  type KeyPrefixes,
  NO_EXTRAS,
} from './constraint.js'
import { isRecord } from './declared-options.js'
import { KIND, OF, VALUE } from './guard-item.js'
import { isPresent, scopedKey } from './key-text.js'
import { declareSequence, type SequenceDeclaration } from './sequence-declaration.js'

/** The key of the sequence of a scope, by its stored values; undefined where a part of the scope is absent. */
export function sequenceKey(
  declaration: SequenceDeclaration,
  scope: StoredItem,
  prefixes: KeyPrefixes,
): TableKey | undefined {
  const { facts, origin, scopeFields } = declaration
  if (!scopeFields.every((field) => isPresent(scope[field]))) return undefined
  return scopedKey(facts, [prefixes.sequence, origin], declaration.scope, scope)
}

/** The number after the one that was read. */
export const nextNumber = ({ start, step }: SequenceDeclaration, read: AttributeValue | undefined): number =>
  read?.N === undefined ? start : Number(read.N) + step

/** Takes a number out of its sequence, if nobody else has since it was read. */
function take({ name, key, origin, read, value }: Draw): GuardedWrite {
  return {
    action: 'Put',
    role: `draw of ${name}`,
    key,
    item: { ...key, [KIND]: { S: 'sequence' }, [OF]: { S: origin }, [VALUE]: value },
    condition: isAs(VALUE, read),
    intent: { kind: 'draw', value },
    explain: () => [{ kind: 'lost-fence' }],
  }
}

/** One write that counts a sequence on by so many numbers, whoever else does; the item comes back with the last one. */
export function countOn(
  declaration: SequenceDeclaration,
  key: TableKey,
  count: number,
  table: string,
): Write {
  const placeholders = new Placeholders()
  const value = placeholders.name(VALUE)
  const from = placeholders.value({ N: String(declaration.start - declaration.step) })
  const by = placeholders.value({ N: String(count * declaration.step) })
  const kind = `${placeholders.name(KIND)} = ${placeholders.value({ S: 'sequence' })}`
  const origin = `${placeholders.name(OF)} = ${placeholders.value({ S: declaration.origin })}`
  return {
    action: 'Update',
    role: `draw of ${declaration.name}`,
    table,
    key,
    update: `SET ${value} = if_not_exists(${value}, ${from}) + ${by}, ${kind}, ${origin}`,
    condition: '',
    names: placeholders.names(),
    values: placeholders.values(),
  }
}

function constraintOf(declarations: readonly SequenceDeclaration[]): Constraint {
  return {
    ...NO_EXTRAS,
    kind: 'sequences',
    managed: declarations.map(({ attribute }) => attribute),
    guarded: declarations.map(({ field }) => field),
    sequences: declarations,
    needs: () => [],
    plan: ({ operation }, { draws }): Contribution =>
      operation === 'create' || operation === 'put'
        ? { ...NO_CONTRIBUTION, writes: draws.map(take) }
        : NO_CONTRIBUTION,
  }
}

/** `sequences`: the create itself gives the item the next number of its scope. */
export const sequences: ConstraintKind = {
  declare(declared: unknown, declaring: Declaring): Constraint | undefined {
    if (!isRecord(declared)) {
      declaring.problems.push({ path: 'sequences', message: 'has to be an object: a name for each sequence' })
      return undefined
    }
    const declarations = Object.entries(declared).flatMap(
      ([name, entry]) => declareSequence(name, entry, declaring) ?? [],
    )
    const numbered = declarations.map(({ attribute }) => attribute)
    if (new Set(numbered).size < numbered.length)
      declaring.problems.push({
        path: 'sequences',
        message: 'number one attribute twice: an attribute takes its number from one sequence',
      })
    return declarations.length === 0 ? undefined : constraintOf(declarations)
  },
}
