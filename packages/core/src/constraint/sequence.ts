import { InvalidInputError } from '../errors/invalid-input-error.js'
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
  type NumberMark,
} from './constraint.js'
import type { SequenceDescription } from './constraint-description.js'
import { isRecord } from './declared-options.js'
import { KIND, OF, VALUE } from './guard-item.js'
import { describeScopedKey, isPresent, scopedKey } from './key-text.js'
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

const roleOf = (name: string): string => `draw of ${name}`

/** Takes a number out of its sequence, if nobody else has since it was read. */
function take({ name, key, origin, read, value }: Draw): GuardedWrite {
  return {
    action: 'Put',
    role: roleOf(name),
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
    role: roleOf(declaration.name),
    table,
    key,
    update: `SET ${value} = if_not_exists(${value}, ${from}) + ${by}, ${kind}, ${origin}`,
    condition: '',
    names: placeholders.names(),
    values: placeholders.values(),
  }
}

function describeSequence(declaration: SequenceDeclaration, prefixes: KeyPrefixes): SequenceDescription {
  const { facts, name, attribute, scope, start, step, isGapless, format, origin } = declaration
  const write = isGapless
    ? ({ action: 'Put', role: roleOf(name), timing: 'with' } as const)
    : ({ action: 'Update', role: roleOf(name), timing: 'before' } as const)
  return {
    kind: 'sequence',
    name,
    attribute,
    scope,
    start,
    step,
    gapless: isGapless,
    ...(format !== undefined && { format }),
    key: describeScopedKey(facts, [prefixes.sequence, origin], scope),
    writes: [
      { ...write, operation: 'create', when: { has: scope } },
      // What is replaced keeps its number, unless it moves to another scope.
      { ...write, operation: 'put', when: { has: scope, moves: true } },
    ],
  }
}

/** The numbers of an item that was numbered. */
function numbersOf(
  declarations: readonly SequenceDeclaration[],
  item: StoredItem,
  prefixes: KeyPrefixes,
): readonly NumberMark[] {
  return declarations.flatMap((declaration) => {
    const number = declaration.read(item[declaration.field])
    if (number === undefined) return []
    const key = keyIfAny(declaration, item, prefixes)
    return key === undefined ? [] : [{ name: declaration.name, key, value: { N: number } }]
  })
}

/** As `sequenceKey`, for items that may have been written by anyone. */
function keyIfAny(
  declaration: SequenceDeclaration,
  item: StoredItem,
  prefixes: KeyPrefixes,
): TableKey | undefined {
  try {
    return sequenceKey(declaration, item, prefixes)
  } catch (error) {
    if (error instanceof InvalidInputError) return undefined
    throw error
  }
}

function constraintOf(declarations: readonly SequenceDeclaration[]): Constraint {
  return {
    ...NO_EXTRAS,
    kind: 'sequences',
    managed: declarations.map(({ attribute }) => attribute),
    guarded: declarations.map(({ field }) => field),
    sequences: declarations,
    numbers: (item, prefixes) => numbersOf(declarations, item, prefixes),
    needs: () => [],
    describe: (_, prefixes) => declarations.map((declaration) => describeSequence(declaration, prefixes)),
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
