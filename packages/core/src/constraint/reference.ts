import { InternalError } from '../errors/internal-error.js'
import { InvalidInputError } from '../errors/invalid-input-error.js'
import { identityOf, type StoredItem, type TableKey } from '../plan/attribute-value.js'
import type { Change } from '../plan/change.js'
import { isAs, isMet } from '../plan/condition.js'
import {
  type Contribution,
  type Finding,
  type GuardedWrite,
  mergeContributions,
  NO_CONTRIBUTION,
} from '../plan/contribution.js'
import { type EntityFacts, entityFacts, fieldOf } from '../plan/entity-facts.js'
import { toNative, toNativeItem, toStoredItem } from '../plan/native-value.js'
import { type Constraint, type ConstraintKind, type Declaring, NO_EXTRAS } from './constraint.js'
import type { ReferenceDescription } from './constraint-description.js'
import { isRecord, isText, type Options, type Report, readEntry, scalarFault } from './declared-options.js'
import { isPresent } from './key-text.js'

/** What of an ElectroDB entity composes a key. */
interface Keyed {
  get(key: object): {
    params(options: { readonly table: string }): { readonly Key?: Readonly<Record<string, unknown>> }
  }
}

/** What was declared under `references`, checked and filled up. */
interface ReferenceDeclaration {
  readonly facts: EntityFacts
  readonly name: string
  readonly target: Keyed
  readonly targetFacts: EntityFacts
  /** Key attributes of what is referred to, and the attributes and fields here that hold them. */
  readonly parts: readonly { readonly key: string; readonly attribute: string; readonly field: string }[]
}

/** What an item refers to. */
interface Referred {
  readonly key: TableKey
  readonly attributes: Readonly<Record<string, unknown>>
}

const isKeyed = (entity: unknown): entity is Keyed =>
  isRecord(entity) && typeof Reflect.get(entity, 'get') === 'function'

/** An entity, or that of a model. */
const targetOf = (entity: unknown): unknown =>
  isRecord(entity) && 'entity' in entity ? entity['entity'] : entity

function checkAttributes(attributes: unknown, target: EntityFacts, facts: EntityFacts, report: Report): void {
  const given = isRecord(attributes) ? attributes : {}
  if (!isRecord(attributes)) report('attributes', `has to be an object of ${target.keyAttributes.join(', ')}`)
  for (const key of target.keyAttributes)
    if (!(key in given)) report('attributes', `lacks ${key}, which is part of the key of ${target.entity}`)
  for (const [key, attribute] of Object.entries(given)) {
    const fault = isText(attribute)
      ? scalarFault(attribute, facts, 'part of a reference')
      : 'has to be the name of an attribute'
    if (!target.keyAttributes.includes(key))
      report(`attributes.${key}`, `is no part of the key of ${target.entity}`)
    else if (fault !== undefined) report(`attributes.${key}`, fault)
  }
}

function checkReference({ entity, attributes }: Options, facts: EntityFacts, report: Report): void {
  const target = entityFacts(targetOf(entity))
  if (target === undefined || !isKeyed(targetOf(entity))) report('entity', 'has to be an ElectroDB Entity')
  else checkTarget(target, attributes, facts, report)
}

function checkTarget(target: EntityFacts, attributes: unknown, facts: EntityFacts, report: Report): void {
  if (target.keyFields.join() !== facts.keyFields.join())
    report('entity', `has ${target.keyFields.join(' and ')} for its table key, so it lives in another table`)
  if (target.keyAttributes.length === 0)
    report('entity', 'has a key without attributes: there is nothing to refer to it by')
  checkAttributes(attributes, target, facts, report)
}

function declareReference(
  name: string,
  entry: unknown,
  { facts, problems }: Declaring,
): ReferenceDeclaration | undefined {
  const options = readEntry(
    ['references', name],
    entry,
    ['entity', 'attributes'],
    problems,
    (given, report) => checkReference(given, facts, report),
  )
  const target = targetOf(options?.['entity'])
  const targetFacts = entityFacts(target)
  if (options === undefined || !isKeyed(target) || targetFacts === undefined) return undefined
  const parts = Object.entries(options['attributes'] as Readonly<Record<string, string>>).map(
    ([key, attribute]) => ({
      key,
      attribute,
      field: fieldOf(facts, attribute),
    }),
  )
  return { facts, name, target, targetFacts, parts }
}

/** What an item refers to; undefined where an attribute of the reference is absent. */
function referredBy({ target, parts }: ReferenceDeclaration, item: StoredItem): Referred | undefined {
  if (!parts.every(({ field }) => isPresent(item[field]))) return undefined
  const attributes = Object.fromEntries(
    parts.map(({ key, field }) => [key, toNative(item[field] ?? { NULL: true })]),
  )
  return { key: toStoredItem(target.get(attributes).params({ table: 'table' }).Key ?? {}), attributes }
}

/** As `referredBy`, for what a caller gave: a key is not made of every value that an attribute of ours can hold. */
function referredTo(declaration: ReferenceDeclaration, item: StoredItem): Referred | undefined {
  try {
    return referredBy(declaration, item)
  } catch (cause) {
    const { facts, targetFacts, parts } = declaration
    const paths = parts.map(({ attribute }) => attribute).join(', ')
    const message = `has a value that no key of ${targetFacts.entity} can be made of`
    throw new InvalidInputError([{ path: paths, message }], { model: facts.entity, cause })
  }
}

/** As `referredBy`, for items that may have been written by anyone. */
function referredIfAny(declaration: ReferenceDeclaration, item: StoredItem | null): Referred | undefined {
  try {
    return item === null ? undefined : referredBy(declaration, item)
  } catch {
    return undefined
  }
}

const roleOf = (name: string): string => `reference of ${name}`

function checkOf(
  { facts, name, targetFacts }: ReferenceDeclaration,
  { key, attributes }: Referred,
  change: Change,
): GuardedWrite {
  // Keys of two entities can meet: an item of another one is not what is referred to.
  const isThere = isAs(targetFacts.identifiers.entity, { S: targetFacts.entity })
  const missing = (): readonly Finding[] => [
    {
      kind: 'violation',
      violation: {
        code: 'REFERENCE',
        model: facts.entity,
        key: toNativeItem(change.keyAttributes),
        constraint: name,
        missing: attributes,
      },
    },
  ]
  return {
    action: 'ConditionCheck',
    role: roleOf(name),
    key,
    condition: isThere,
    intent: { kind: 'presence', refuse: missing },
    explain: (item) => (isMet(isThere, item) ? [] : missing()),
  }
}

function planReference(declaration: ReferenceDeclaration, change: Change): Contribution {
  const { before, after, operation, touched } = change
  const fields = declaration.parts.map(({ field }) => field)
  if (after === null || (operation === 'update' && !fields.some((field) => touched.has(field))))
    return NO_CONTRIBUTION
  if (before === undefined) throw new InternalError('a reference was planned for an item that was not read')
  const fence = before === null ? [] : fields
  const referred = referredTo(declaration, after)
  const former = referredIfAny(declaration, before)
  const isNew =
    referred !== undefined &&
    (former === undefined || identityOf('', former.key) !== identityOf('', referred.key))
  return { ...NO_CONTRIBUTION, fence, writes: isNew ? [checkOf(declaration, referred, change)] : [] }
}

function describeReference({ name, targetFacts, parts }: ReferenceDeclaration): ReferenceDescription {
  const has = parts.map(({ attribute }) => attribute)
  const write = { action: 'ConditionCheck', role: roleOf(name), timing: 'with' } as const
  return {
    kind: 'reference',
    name,
    service: targetFacts.service,
    entity: targetFacts.entity,
    attributes: Object.fromEntries(parts.map(({ key, attribute }) => [key, attribute])),
    writes: [
      { ...write, operation: 'create', when: { has } },
      { ...write, operation: 'update', when: { has, touches: has, moves: true } },
      { ...write, operation: 'put', when: { has, moves: true } },
    ],
  }
}

/** `references`: what an item refers to has to be there when the reference is made. */
export const references: ConstraintKind = {
  declare(declared: unknown, declaring: Declaring): Constraint | undefined {
    if (!isRecord(declared)) {
      declaring.problems.push({
        path: 'references',
        message: 'has to be an object: a name for each reference',
      })
      return undefined
    }
    const declarations = Object.entries(declared).flatMap(
      ([name, entry]) => declareReference(name, entry, declaring) ?? [],
    )
    if (declarations.length === 0) return undefined
    const fields = declarations.flatMap(({ parts }) => parts.map(({ field }) => field))
    return {
      ...NO_EXTRAS,
      kind: 'references',
      guarded: fields,
      needs: () => fields,
      describe: () => declarations.map(describeReference),
      plan: (change) =>
        mergeContributions(declarations.map((declaration) => planReference(declaration, change))),
    }
  },
}
