import type { ConstraintDescription } from '@latchkey/core'

/** The writes whose errors differ. */
export type Failing = 'create' | 'put' | 'update' | 'delete'

/** A kind of violation, and the names of the constraints that it can be of. */
export interface Violations {
  readonly type: string
  readonly code: string
  readonly names: readonly string[]
}

const named = (type: string, code: string, names: readonly string[]): readonly Violations[] =>
  names.length === 0 ? [] : [{ type, code, names: names.toSorted() }]

const plain = (type: string, code: string): Violations => ({ type, code, names: [] })

const NOT_FOUND = plain('NotFoundViolation', 'NOT_FOUND')
const EXISTS = plain('ExistsViolation', 'EXISTS')
const VERSION = plain('VersionViolation', 'VERSION')
const CONDITION = plain('ConditionViolation', 'CONDITION')

/** The violations of constraints that have names. */
function namedViolations(constraints: readonly ConstraintDescription[]): readonly Violations[] {
  const names = (isMeant: (constraint: ConstraintDescription) => boolean): readonly string[] =>
    constraints.flatMap((constraint) =>
      'name' in constraint && isMeant(constraint) ? [constraint.name] : [],
    )
  return [
    ...named(
      'UniqueViolation',
      'UNIQUE',
      names(({ kind }) => kind === 'unique'),
    ),
    ...named(
      'StalePointerViolation',
      'STALE_POINTER',
      names((constraint) => constraint.kind === 'pointer' && constraint.stale === 'reject'),
    ),
    ...named(
      'ReferenceViolation',
      'REFERENCE',
      names(({ kind }) => kind === 'reference'),
    ),
  ]
}

/** What a write can be refused for, in the order in which a violation comes first. */
export function violationsOf(
  operation: Failing,
  constraints: readonly ConstraintDescription[],
): readonly Violations[] {
  const ofConstraints = namedViolations(constraints)
  switch (operation) {
    case 'create':
      return [EXISTS, ...ofConstraints]
    case 'put':
      return [EXISTS, ...ofConstraints, CONDITION]
    case 'update':
      return [NOT_FOUND, VERSION, ...ofConstraints, CONDITION]
    case 'delete':
      return [NOT_FOUND, VERSION, CONDITION]
  }
}

/** What a write of a singleton can be refused for. */
export const singletonViolations = (constraints: readonly ConstraintDescription[]): readonly Violations[] => [
  ...(constraints.some(({ kind }) => kind === 'version') ? [VERSION] : []),
  CONDITION,
]

/** What a transaction can be refused for, with the names of all models. */
export const transactionViolations = (
  constraints: readonly ConstraintDescription[],
): readonly Violations[] => [NOT_FOUND, EXISTS, VERSION, ...namedViolations(constraints), CONDITION]

/** What it throws, as the end of a method's documentation. */
export function describeThrows(
  violations: readonly Violations[],
  others: readonly string[],
): readonly string[] {
  const codes = violations.map(({ code, names }) =>
    names.length === 0 ? `\`${code}\`` : `\`${code}\` (${names.map((name) => `\`${name}\``).join(', ')})`,
  )
  return [
    ...(codes.length === 0
      ? []
      : [`@throws {ConstraintViolationError} ${codes.join(', ')}: all that apply.`]),
    ...(others.length === 0 ? [] : [others.map((name) => `@throws {${name}}`).join(' ')]),
  ]
}
