import type { UpdateVerbs } from '../electro/compile-update.js'
import { InvalidInputError } from '../errors/invalid-input-error.js'
import type { ErrorContext } from '../errors/latchkey-error.js'
import type { Problem } from '../errors/registry.js'
import type { AttributeFacts, EntityFacts } from '../plan/entity-facts.js'
import { hasLoneSurrogate } from '../plan/own-key.js'
import { isRecord, refuse } from './read-options.js'

const VERBS = ['set', 'remove', 'add', 'subtract', 'append', 'delete', 'data'] as const
const OBJECT_VERBS = ['set', 'add', 'subtract', 'append', 'delete'] as const

const unknownAttribute = (name: string, path: string, facts: EntityFacts): Problem[] =>
  facts.attributes.has(name) ? [] : [{ path, message: `is no attribute of ${facts.entity}` }]

const managedAttribute = (name: string, path: string, managed: ReadonlySet<string>): Problem[] =>
  managed.has(name) ? [{ path, message: 'is written by the library alone: leave it out' }] : []

/** Checks the input of a create: every name, and nothing that the library writes by itself. */
export function checkInput(
  input: unknown,
  facts: EntityFacts,
  managed: ReadonlySet<string>,
  context: ErrorContext,
): Readonly<Record<string, unknown>> {
  if (!isRecord(input))
    throw new InvalidInputError([{ path: '', message: 'the item has to be an object' }], context)
  const named = Object.entries(input).filter(([, value]) => value !== undefined)
  const problems = named.flatMap(([name]) => [
    ...unknownAttribute(name, name, facts),
    ...managedAttribute(name, name, managed),
  ])
  refuse(problems, context)
  return input
}

const FITTING: Readonly<Record<string, (value: unknown, attribute: AttributeFacts) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
  enum: (value, { values }) => values?.includes(value) === true,
}

/** Checks one value that becomes part of a key. */
function valueProblems(name: string, value: unknown, facts: EntityFacts): Problem[] {
  const attribute = facts.attributes.get(name)
  if (value === undefined || value === null) return [{ path: name, message: 'is missing' }]
  const fits = attribute === undefined ? undefined : FITTING[attribute.type]
  if (attribute !== undefined && fits?.(value, attribute) === false)
    return [
      {
        path: name,
        message:
          attribute.values === undefined
            ? `has to be a ${attribute.type}`
            : 'is none of the values of the attribute',
      },
    ]
  if (typeof value === 'string' && hasLoneSurrogate(value))
    return [
      { path: name, message: 'holds half of a surrogate pair, which has no form in UTF-8: repair the text' },
    ]
  return []
}

/** Checks an object that has to have exactly these attributes: a key, or the values of a lookup. */
export function checkValues(
  given: unknown,
  attributes: readonly string[],
  what: string,
  facts: EntityFacts,
  context: ErrorContext,
): Readonly<Record<string, unknown>> {
  if (!isRecord(given))
    throw new InvalidInputError(
      [{ path: '', message: `${what} has to be an object of ${attributes.join(', ')}` }],
      context,
    )
  const extra = Object.keys(given)
    .filter((name) => !attributes.includes(name))
    .map((name) => ({ path: name, message: `is no part of ${what}: that is ${attributes.join(', ')}` }))
  refuse([...attributes.flatMap((name) => valueProblems(name, given[name], facts)), ...extra], context)
  return given
}

export const checkKey = (
  key: unknown,
  facts: EntityFacts,
  context: ErrorContext,
): Readonly<Record<string, unknown>> => checkValues(key, facts.keyAttributes, 'the key', facts, context)

function verbProblems(verb: string, value: unknown): Problem[] {
  if (!VERBS.some((known) => known === verb))
    return [{ path: verb, message: `is no verb of an update: there are ${VERBS.join(', ')}` }]
  if (value === undefined) return []
  if (verb === 'remove') {
    const isList = Array.isArray(value) && value.every((name) => typeof name === 'string')
    return isList ? [] : [{ path: verb, message: 'has to be a list of attribute names' }]
  }
  if (verb === 'data')
    return typeof value === 'function' ? [] : [{ path: verb, message: 'has to be a function' }]
  return isRecord(value) ? [] : [{ path: verb, message: 'has to be an object of attributes' }]
}

/** The attributes that each verb names, with where they are named. */
export function namedBy(
  verbs: UpdateVerbs,
): { readonly name: string; readonly path: string; readonly verb: string }[] {
  const objects = OBJECT_VERBS.flatMap((verb) =>
    Object.entries(verbs[verb] ?? {}).flatMap(([name, value]) =>
      value === undefined ? [] : [{ name, path: `${verb}.${name}`, verb }],
    ),
  )
  return [
    ...objects,
    ...(verbs.remove ?? []).map((name) => ({ name, path: `remove.${name}`, verb: 'remove' })),
  ]
}

interface Rules {
  readonly facts: EntityFacts
  readonly managed: ReadonlySet<string>
  readonly guarded: ReadonlySet<string>
}

function nameProblems(verbs: UpdateVerbs, { facts, managed, guarded }: Rules): Problem[] {
  const named = namedBy(verbs)
  return named.flatMap(({ name, path, verb }, at) => {
    const attribute = facts.attributes.get(name)
    if (attribute === undefined) return unknownAttribute(name, path, facts)
    if (managed.has(name)) return managedAttribute(name, path, managed)
    if (facts.keyAttributes.includes(name))
      return [
        {
          path,
          message: 'is part of the key, which never changes: create another item, and delete this one',
        },
      ]
    if (named.findIndex((other) => other.name === name) !== at)
      return [{ path, message: 'is named twice: the service takes one change of an attribute at a time' }]
    if (guarded.has(attribute.field) && verb !== 'set' && verb !== 'remove')
      return [
        {
          path,
          message:
            'is looked at by a constraint, which has to know the value that is stored: use set or remove',
        },
      ]
    return []
  })
}

/** Checks the changes of an update: verbs, names, and that there is something to change. */
export function checkChanges(changes: unknown, rules: Rules, context: ErrorContext): UpdateVerbs {
  if (!isRecord(changes))
    throw new InvalidInputError(
      [{ path: '', message: `the changes have to be an object of ${VERBS.join(', ')}` }],
      context,
    )
  refuse(
    Object.entries(changes).flatMap(([verb, value]) => verbProblems(verb, value)),
    context,
  )
  const verbs: UpdateVerbs = changes
  refuse(nameProblems(verbs, rules), context)
  if (namedBy(verbs).length === 0 && verbs.data === undefined)
    throw new InvalidInputError(
      [{ path: '', message: 'there is nothing to change: name at least one attribute' }],
      context,
    )
  return verbs
}

/** Checks a projection. */
export function checkAttributes(
  attributes: unknown,
  facts: EntityFacts,
  context: ErrorContext,
): readonly string[] | undefined {
  if (attributes === undefined) return undefined
  if (!Array.isArray(attributes) || attributes.length === 0)
    throw new InvalidInputError(
      [{ path: 'attributes', message: 'has to be a list of at least one attribute' }],
      context,
    )
  refuse(
    attributes.flatMap((name: unknown) =>
      unknownAttribute(String(name), `attributes.${String(name)}`, facts),
    ),
    context,
  )
  return attributes as readonly string[]
}
