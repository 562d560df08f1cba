import { InternalError } from '../errors/internal-error.js'
import { InvalidInputError } from '../errors/invalid-input-error.js'
import {
  type AttributeValue,
  identityOf,
  isSameValue,
  type StoredItem,
  type TableKey,
} from '../plan/attribute-value.js'
import type { Change } from '../plan/change.js'
import type { Condition } from '../plan/condition.js'
import {
  type Contribution,
  type Finding,
  type GuardedWrite,
  mergeContributions,
  NO_CONTRIBUTION,
} from '../plan/contribution.js'
import { keyAttributesOf } from '../plan/entity-facts.js'
import { toNative, toNativeItem } from '../plan/native-value.js'
import type { OwnWrite } from '../plan/write.js'
import {
  type Constraint,
  type ConstraintKind,
  type Declaring,
  type KeyPrefixes,
  type Mark,
  NO_EXTRAS,
  type PlanContext,
} from './constraint.js'
import type { PointerDescription } from './constraint-description.js'
import { isRecord } from './declared-options.js'
import { KIND, OF, OWNER, OWNER_KEY, ownerText, VALUE } from './guard-item.js'
import { describeScopedKey, isPresent, refuseValue, scopedKey } from './key-text.js'
import { declarePointer, type PointerDeclaration } from './pointer-declaration.js'

/** The value that a pointer tracks, and within what. */
interface Tracked {
  readonly declaration: PointerDeclaration
  readonly key: TableKey
  readonly value: AttributeValue
}

/** The key of the pointer of a scope, by its stored values. */
export function pointerKey(
  declaration: PointerDeclaration,
  scope: StoredItem,
  prefixes: KeyPrefixes,
): TableKey {
  const { facts, origin } = declaration
  return scopedKey(facts, [prefixes.pointer, origin], declaration.scope, scope)
}

/** What a pointer tracks of an item; undefined where its attribute or its scope is absent. */
function trackedIn(
  declaration: PointerDeclaration,
  item: StoredItem | null | undefined,
  prefixes: KeyPrefixes,
): Tracked | undefined {
  const { field, scopeFields, facts, attribute } = declaration
  const value = item?.[field]
  if (!item || value === undefined || ![field, ...scopeFields].every((part) => isPresent(item[part])))
    return undefined
  if (value.S === undefined && value.N === undefined)
    return refuseValue(
      facts,
      attribute,
      'is stored as neither text nor number, which have no order: a pointer cannot track it',
    )
  return { declaration, key: pointerKey(declaration, item, prefixes), value }
}

/** As `trackedIn`, for items that may have been written by anyone. */
function trackedIfAny(
  declaration: PointerDeclaration,
  item: StoredItem | null | undefined,
  prefixes: KeyPrefixes,
): Tracked | undefined {
  try {
    return trackedIn(declaration, item, prefixes)
  } catch (error) {
    if (error instanceof InvalidInputError) return undefined
    throw error
  }
}

const isSameTracked = (a: Tracked | undefined, b: Tracked): boolean =>
  a !== undefined && identityOf('', a.key) === identityOf('', b.key) && isSameValue(a.value, b.value)

/** Only forward: free, or behind the value. */
function isBehind({ declaration, value }: Tracked): Condition {
  const [field = ''] = declaration.facts.keyFields
  return {
    op: 'any',
    of: [
      { op: 'absent', field },
      { op: declaration.order === 'max' ? 'less' : 'greater', field: VALUE, value },
    ],
  }
}

const roleOf = ({ name }: PointerDeclaration): string => `advance of ${name}`

/** The write that moves a pointer forward, and nothing else. */
export function advanceWrite(
  declaration: PointerDeclaration,
  key: TableKey,
  value: AttributeValue,
  owner: { readonly key: TableKey; readonly attributes: StoredItem },
): OwnWrite {
  const { facts, origin } = declaration
  const item: StoredItem = {
    ...key,
    [KIND]: { S: 'pointer' },
    [OF]: { S: origin },
    [OWNER]: { S: ownerText(owner.key, facts.keyFields) },
    [OWNER_KEY]: { M: { ...owner.attributes } },
    [VALUE]: value,
  }
  const condition = isBehind({ declaration, key, value })
  return { action: 'Put', role: roleOf(declaration), key, item, condition }
}

const typeOf = (value: AttributeValue | undefined): string =>
  value?.S !== undefined ? 'text' : value?.N !== undefined ? 'a number' : 'something without an order'

/** A pointer that refuses is further on; one that holds another type of value would refuse for ever, and is a fault. */
function explainRefusal({ declaration, key, value }: Tracked, change: Change): GuardedWrite['explain'] {
  const { facts, name, stale } = declaration
  return (held): readonly Finding[] => {
    const current = held?.[VALUE]
    if (held === undefined) return [{ kind: 'outdated' }]
    if (typeOf(current) !== typeOf(value)) {
      const message = `holds ${typeOf(current)}, and the attribute is stored as ${typeOf(value)}: the two have no order, so the pointer has to be rebuilt as a new one`
      return [
        {
          kind: 'failure',
          error: new InvalidInputError([{ path: `pointers.${name}`, message }], { model: facts.entity }),
        },
      ]
    }
    if (stale === 'skip') return [{ kind: 'adjust', adjustment: { kind: 'drop', key } }]
    return explainStale({ declaration, key, value }, change)
  }
}

/** The stream has gone on already. */
function explainStale({ declaration, value }: Tracked, change: Change): readonly Finding[] {
  const { facts, name } = declaration
  const about = { model: facts.entity, key: toNativeItem(change.keyAttributes) }
  const attempted = toNative(value)
  return [{ kind: 'violation', violation: { code: 'STALE_POINTER', ...about, constraint: name, attempted } }]
}

const isTouched = ({ field, scopeFields }: PointerDeclaration, { operation, touched }: Change): boolean =>
  operation !== 'update' || [field, ...scopeFields].some((part) => touched.has(part))

function planPointer(declaration: PointerDeclaration, change: Change, context: PlanContext): Contribution {
  const { before, after } = change
  if (after === null || declaration.advance === 'after' || !isTouched(declaration, change))
    return NO_CONTRIBUTION
  if (before === undefined) throw new InternalError('a pointer was planned for an item that was not read')
  const tracked = trackedIn(declaration, after, context.prefixes)
  const fence = before === null ? [] : [declaration.field, ...declaration.scopeFields]
  const isNew =
    tracked !== undefined && !isSameTracked(trackedIfAny(declaration, before, context.prefixes), tracked)
  const isDropped = context.adjustments.some(
    (adjustment) =>
      adjustment.kind === 'drop' &&
      tracked !== undefined &&
      identityOf('', adjustment.key) === identityOf('', tracked.key),
  )
  if (!isNew || isDropped) return { ...NO_CONTRIBUTION, fence }
  const owner = { key: change.key, attributes: change.keyAttributes }
  const write = advanceWrite(declaration, tracked.key, tracked.value, owner)
  const { order, stale } = declaration
  const refuse = stale === 'reject' ? () => explainStale(tracked, change) : undefined
  const intent = { kind: 'advance', value: tracked.value, order, refuse } as const
  return {
    ...NO_CONTRIBUTION,
    fence,
    writes: [{ ...write, intent, explain: explainRefusal(tracked, change) }],
  }
}

/** The writes that follow a commit: one for each pointer that is advanced then, and whose value the change wrote. */
function followUps(
  declarations: readonly PointerDeclaration[],
  stored: StoredItem,
  touched: ReadonlySet<string>,
  prefixes: KeyPrefixes,
): readonly OwnWrite[] {
  return declarations.flatMap((declaration) => {
    const { facts, field, scopeFields } = declaration
    const tracked = trackedIfAny(declaration, stored, prefixes)
    if (tracked === undefined || ![field, ...scopeFields].some((part) => touched.has(part))) return []
    const key = Object.fromEntries(facts.keyFields.map((part) => [part, stored[part] ?? { S: '' }]))
    return [
      advanceWrite(declaration, tracked.key, tracked.value, {
        key,
        attributes: keyAttributesOf(stored, facts),
      }),
    ]
  })
}

function marksOf(
  declarations: readonly PointerDeclaration[],
  item: StoredItem,
  prefixes: KeyPrefixes,
): readonly Mark[] {
  return declarations.flatMap((declaration) => {
    const tracked = trackedIfAny(declaration, item, prefixes)
    return tracked === undefined
      ? []
      : [{ name: declaration.name, key: tracked.key, value: tracked.value, order: declaration.order }]
  })
}

function describePointer(declaration: PointerDeclaration, prefixes: KeyPrefixes): PointerDescription {
  const { facts, name, attribute, scope, order, stale, advance, origin } = declaration
  const has = [attribute, ...scope]
  const write = { action: 'Put', role: roleOf(declaration), timing: advance } as const
  // One that is advanced after the commit follows every write of what it tracks: nobody has looked at what was there.
  const moves = advance === 'with' ? ({ moves: true } as const) : {}
  return {
    kind: 'pointer',
    name,
    attribute,
    scope,
    order,
    stale,
    advance,
    key: describeScopedKey(facts, [prefixes.pointer, origin], scope),
    writes: [
      { ...write, operation: 'create', when: { has } },
      { ...write, operation: 'update', when: { has, touches: has, ...moves } },
      { ...write, operation: 'put', when: { has, ...moves } },
    ],
  }
}

function constraintOf(declarations: readonly PointerDeclaration[]): Constraint {
  const fields = (kept: readonly PointerDeclaration[]): string[] =>
    kept.flatMap(({ field, scopeFields }) => [field, ...scopeFields])
  const needed = fields(declarations.filter(({ advance }) => advance === 'with'))
  const following = declarations.filter(({ advance }) => advance === 'after')
  return {
    ...NO_EXTRAS,
    kind: 'pointers',
    guarded: fields(declarations),
    pointers: declarations,
    followed: fields(following),
    needs: () => needed,
    describe: (_, prefixes) => declarations.map((declaration) => describePointer(declaration, prefixes)),
    marks: (item, prefixes) => marksOf(declarations, item, prefixes),
    followUps: (stored, touched, prefixes) => followUps(following, stored, touched, prefixes),
    plan: (change, context) =>
      mergeContributions(declarations.map((declaration) => planPointer(declaration, change, context))),
  }
}

/** `pointers`: for each scope, the greatest value seen so far and whose it is; it only ever moves forward. */
export const pointers: ConstraintKind = {
  declare(declared: unknown, declaring: Declaring): Constraint | undefined {
    if (!isRecord(declared)) {
      declaring.problems.push({ path: 'pointers', message: 'has to be an object: a name for each pointer' })
      return undefined
    }
    const declarations = Object.entries(declared).flatMap(
      ([name, entry]) => declarePointer(name, entry, declaring) ?? [],
    )
    return declarations.length === 0 ? undefined : constraintOf(declarations)
  },
}
