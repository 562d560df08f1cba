import type { EntityFacts } from '../plan/entity-facts.js'
import { SEPARATOR } from '../plan/own-key.js'
import type { ConstraintSet, KeyPrefixes } from './constraint.js'
import type { ConstraintWrite, OwnItemKey, UniqueDescription, When } from './constraint-description.js'
import { describeOwnKey } from './key-text.js'
import { groupOf, type UniqueDeclaration } from './unique-declaration.js'

const namesOf = (facts: EntityFacts, fields: readonly string[]): readonly string[] => [
  ...new Set(fields.map((field) => facts.names.get(field) ?? field)),
]

/** As people read it: the key of a guard; undefined where a function of the declaration makes it. */
function describeKey(declaration: UniqueDeclaration, prefixes: KeyPrefixes): OwnItemKey | undefined {
  const { facts, attributes, scope, namespace, prefix, hash, sortKey, key } = declaration
  if (key !== undefined) return undefined
  const braced = (names: readonly string[]): readonly string[] => names.map((name) => `{${name}}`)
  const front = typeof prefix === 'function' ? '{prefix}' : prefix
  const values = braced(attributes).join(SEPARATOR)
  const written = hash === undefined ? values : `${hashName(hash)}(${values})`
  const text = [`${front}${prefixes.guard}`, namespace, ...braced(scope), written].join(SEPARATOR)
  return describeOwnKey(facts, text, sortKey)
}

const hashName = ({ secret }: { readonly secret?: unknown }): 'sha256' | 'hmac-sha256' =>
  secret === undefined ? 'sha256' : 'hmac-sha256'

/** Whose change makes guards of this constraint move: a namespace is looked at as one. */
function touching(declaration: UniqueDeclaration, all: readonly UniqueDeclaration[]): readonly string[] {
  const group = all.filter((other) => groupOf(other) === groupOf(declaration))
  return namesOf(
    declaration.facts,
    group.flatMap(({ fields }) => fields),
  )
}

function describeWrites(
  declaration: UniqueDeclaration,
  all: readonly UniqueDeclaration[],
  { expiry }: ConstraintSet,
): readonly ConstraintWrite[] {
  const { facts, name, attributes, scope, unless } = declaration
  const counted = [...scope, ...attributes]
  const not = unless === undefined ? undefined : facts.names.get(unless)
  const has: When = { has: counted, ...(not !== undefined && { hasNot: not }) }
  const had: When = { had: counted, ...(not !== undefined && { hadNot: not }) }
  const touches = touching(declaration, all)
  const claim = { action: 'Put', role: `claim of ${name}`, timing: 'with' } as const
  const release = { action: 'Delete', role: `release of ${name}`, timing: 'with' } as const
  const refresh = { ...claim, role: `refresh of ${name}` } as const
  const ends = expiry === undefined ? [] : namesOf(facts, [expiry])
  return [
    { ...claim, operation: 'create', when: has },
    { ...claim, operation: 'update', when: { ...has, touches, moves: true } },
    { ...release, operation: 'update', when: { ...had, touches, moves: true } },
    ...ends.map(
      (end): ConstraintWrite => ({
        ...refresh,
        operation: 'update',
        when: { ...has, touches: [end], moves: false },
      }),
    ),
    { ...claim, operation: 'put', when: { ...has, moves: true } },
    { ...release, operation: 'put', when: { ...had, moves: true } },
    ...ends.map(
      (end): ConstraintWrite => ({
        ...refresh,
        operation: 'put',
        when: { ...has, touches: [end], moves: false },
      }),
    ),
    { ...release, operation: 'delete', when: had },
  ]
}

/** What a unique constraint says of itself. */
export function describeUnique(
  declaration: UniqueDeclaration,
  all: readonly UniqueDeclaration[],
  set: ConstraintSet,
  prefixes: KeyPrefixes,
): UniqueDescription {
  const { facts, name, attributes, scope, unless, normalizeNames, namespace, isShared, hash } = declaration
  const key = describeKey(declaration, prefixes)
  return {
    kind: 'unique',
    name,
    attributes,
    scope,
    ...(unless !== undefined && { unless: facts.names.get(unless) ?? unless }),
    normalize: normalizeNames,
    namespace,
    isShared,
    ...(hash !== undefined && { hash: hashName(hash) }),
    ...(key !== undefined && { key }),
    writes: describeWrites(declaration, all, set),
  }
}
