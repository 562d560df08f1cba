import type { Problem } from '../errors/registry.js'
import { type EntityFacts, fieldOf } from '../plan/entity-facts.js'
import type { Constraint, ConstraintKind, ConstraintSet } from './constraint.js'
import { expiry } from './expiry.js'
import { placeholderFault } from './placeholder-twin.js'
import { pointers } from './pointer.js'
import { references } from './reference.js'
import { sequences } from './sequence.js'
import { unique } from './unique.js'
import { version } from './version.js'

/** Every kind of constraint, under the name by which it is declared. */
const KINDS: Readonly<Record<string, ConstraintKind>> = {
  unique,
  version,
  expires: expiry,
  pointers,
  sequences,
  references,
}

/** What became of a declaration: constraints, and everything that is wrong or worth knowing. */
export interface Declared {
  readonly set: ConstraintSet
  readonly problems: readonly Problem[]
  readonly warnings: readonly string[]
}

/** A version moves by arithmetic in the store: whoever looks at it would never see it move. */
function versionProblems(
  all: readonly Constraint[],
  counter: string | undefined,
  facts: EntityFacts,
): Problem[] {
  if (counter === undefined) return []
  const field = fieldOf(facts, counter)
  return all
    .filter(({ kind, guarded }) => kind !== 'version' && guarded.includes(field))
    .map(({ kind }) => ({
      path: 'version',
      message: `${counter} is counted by the store, unseen, so nothing else can look at it: ${kind} does`,
    }))
}

/** Attributes whose names do not work in expressions, wherever a caller's condition or change names them. */
function nameProblems(facts: EntityFacts): Problem[] {
  return [...facts.attributes.keys()].flatMap((name) => {
    const clash = placeholderFault(name, facts)
    if (clash !== undefined) return [{ path: name, message: clash }]
    if (!/[.[\]]/.test(name)) return []
    return [
      {
        path: name,
        message:
          'has a dot or a bracket in its name, which ElectroDB takes for a path: rename it and keep its `field`',
      },
    ]
  })
}

/** Reads a declaration: one entry for each kind of constraint. */
export function declareConstraints(
  declared: Readonly<Record<string, unknown>>,
  facts: EntityFacts,
): Declared {
  const problems: Problem[] = nameProblems(facts)
  const warnings: string[] = []
  const all: Constraint[] = []
  for (const [name, entry] of Object.entries(declared)) {
    const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined
    if (kind === undefined)
      problems.push({
        path: name,
        message: `is no kind of constraint: there are ${Object.keys(KINDS).join(', ')}`,
      })
    else if (entry === undefined)
      problems.push({ path: name, message: 'is undefined, which would protect nothing: leave it out' })
    else {
      const constraint = kind.declare(entry, { facts, problems, warnings })
      if (constraint !== undefined) all.push(constraint)
    }
  }
  const [counter] = all.filter(({ kind }) => kind === 'version').flatMap(({ managed }) => managed)
  const [end] = all.filter(({ kind }) => kind === 'expires').flatMap(({ guarded }) => guarded)
  problems.push(...versionProblems(all, counter, facts))
  const owns = all.some(({ ownsItems }) => ownsItems)
  return {
    set: { facts, all, version: counter === undefined ? undefined : fieldOf(facts, counter), expiry: end },
    problems,
    warnings: owns ? warnings : [],
  }
}
