import type { Problem } from '../errors/registry.js'
import type { ConstraintSet } from './constraint.js'

/** What of a constraint has to be the same wherever its namespace is used. */
export interface Shape {
  readonly namespace: string
  /** `Account.email`, for messages. */
  readonly name: string
  /** Whether the namespace was named on purpose. */
  readonly isShared: boolean
  /** What has to be the same, by what it is called in messages. */
  readonly form: Readonly<Record<string, unknown>>
}

function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((member, at) => isSame(member, b[at]))
  if (a instanceof Uint8Array && b instanceof Uint8Array)
    return a.length === b.length && a.every((byte, at) => byte === b[at])
  return a === b
}

/** Everything that two constraints with one namespace disagree in. */
export function namespaceProblems(shapes: readonly Shape[]): Problem[] {
  return shapes.flatMap((shape, at) => {
    const other = shapes.slice(0, at).find(({ namespace }) => namespace === shape.namespace)
    if (other === undefined) return []
    if (!shape.isShared || !other.isShared)
      return [
        {
          path: shape.name,
          message: `has the same namespace as ${other.name}: give both one \`namespace\` if they share values, or another name`,
        },
      ]
    const differing = Object.keys(shape.form).filter((part) => !isSame(shape.form[part], other.form[part]))
    if (differing.length === 0) return []
    return [
      {
        path: shape.name,
        message: `shares a namespace with ${other.name} but differs in ${differing.join(', ')}: values would never meet`,
      },
    ]
  })
}

function keyProblems(sets: readonly ConstraintSet[]): Problem[] {
  const [first, ...others] = sets.map(({ facts }) => ({
    entity: facts.entity,
    fields: facts.keyFields.join(' and '),
  }))
  if (first === undefined) return []
  return others
    .filter(({ fields }) => fields !== first.fields)
    .map(({ entity, fields }) => ({
      path: entity,
      message: `has ${fields} for its table key, and ${first.entity} has ${first.fields}: one table has one key`,
    }))
}

function expiryProblems(sets: readonly ConstraintSet[]): Problem[] {
  const fields = new Set(sets.flatMap(({ expiry }) => expiry ?? []))
  if (fields.size < 2) return []
  return [
    {
      path: 'expires',
      message: `a table has one TTL attribute, and the models name ${[...fields].join(' and ')}`,
    },
  ]
}

/** What is allowed and yet likely to hurt: two declarations of one entity are each blind to the other's constraints. */
export function warnTogether(
  sets: readonly ConstraintSet[],
): readonly { readonly model: string; readonly message: string }[] {
  const nameOf = ({ facts }: ConstraintSet): string =>
    JSON.stringify([facts.service, facts.entity, facts.version])
  const twins = sets.filter((set, at) => sets.findIndex((other) => nameOf(other) === nameOf(set)) !== at)
  return twins.map(({ facts }) => ({
    model: facts.entity,
    message: 'is declared twice: writes through the one do not keep the constraints of the other',
  }))
}

/** What is wrong with models that are to share a table. */
export function checkTogether(sets: readonly ConstraintSet[]): readonly Problem[] {
  const shapes = sets.flatMap(({ all }) => all.flatMap((constraint) => constraint.shapes))
  return [...keyProblems(sets), ...expiryProblems(sets), ...namespaceProblems(shapes)]
}
