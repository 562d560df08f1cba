import type { Description, Inspection, OwnedItem, StoredItem, UniqueDescription } from '@latchkey/core'
import { valueText } from '../explain/attribute-json.js'
import { keyText } from '../explain/explain-text.js'
import type { Check } from './check.js'
import type { HeldItems } from './held-items.js'
import { lossOf, ownerOf } from './owner.js'

/** What is known when an item is judged. */
export interface Known {
  readonly held: HeldItems
  readonly inspection: Inspection
  readonly description: Exclude<Description, { kind: 'counter' }>
  readonly now: number
}

const uniqueOf = ({ constraints }: Known['description']): readonly UniqueDescription[] =>
  constraints.filter((constraint) => constraint.kind === 'unique')

export const fieldIn = ({ attributes }: Known['description'], name: string): string =>
  attributes.find((attribute) => attribute.name === name)?.field ?? name

/** The values that a constraint is about, as the item has them. */
const valuesText = (item: StoredItem, names: readonly string[], description: Known['description']): string =>
  names
    .map((name) => {
      const value = item[fieldIn(description, name)]
      return value === undefined ? `no ${name}` : valueText(value)
    })
    .join(', ')

/** The fields in which a guard is not as it should be; which of several constraints claimed it is no matter. */
const differing = (expected: StoredItem, found: StoredItem): readonly string[] =>
  [...new Set([...Object.keys(expected), ...Object.keys(found)])].filter(
    (field) => field !== '_lk_of' && JSON.stringify(expected[field]) !== JSON.stringify(found[field]),
  )

function judgeGuard(
  { item: expected, key }: OwnedItem,
  known: Known,
): Pick<Check, 'status' | 'found' | 'note'> {
  const found = known.held.at(key)
  if (found === undefined)
    return {
      status: 'missing',
      found: 'nothing',
      note: 'Another item can take the value. It gets its guard by a backfill, or when the value changes.',
    }
  if (found['_lk_owner']?.S === expected['_lk_owner']?.S) {
    const fields = differing(expected, found)
    return fields.length === 0
      ? { status: 'ok', found: "this item's" }
      : { status: 'outdated', found: `this item's, with another ${fields.join(' and ')}` }
  }
  const owner = ownerOf(found, known.inspection)
  const loss = lossOf(found, owner, known)
  return loss === undefined
    ? {
        status: 'taken',
        found: `of ${owner.text}`,
        note: 'Two items have the value: one of them has to change it. The guard stays with its owner.',
      }
    : {
        status: 'stale',
        found: `of ${owner.text}, ${loss}`,
        note: 'The next item that gets the value takes the guard over.',
      }
}

/** A constraint that does not count for the item: then the item is to hold no guard of its value either. */
function checkNone(unique: UniqueDescription, item: StoredItem, known: Known, keyOf: KeyOf): Check {
  const { description, held } = known
  const { name, attributes, scope, unless } = unique
  const lacking = [...scope, ...attributes].filter((each) => item[fieldIn(description, each)] === undefined)
  const why =
    lacking.length > 0 ? `no ${lacking.join(', ')}` : unless === undefined ? 'no guard' : `has ${unless}`
  const key = lacking.length > 0 ? undefined : keyOf(unique, item)
  const guard = key && held.at(key)
  const owner = guard && ownerOf(guard, known.inspection)
  const own = keyText(
    Object.fromEntries(known.inspection.keyFields.map((field) => [field, item[field] ?? { S: '' }])),
  )
  const isKept = owner?.key !== undefined && keyText(owner.key) === own
  return {
    what: `unique ${name}`,
    status: isKept ? 'stale' : 'none',
    key,
    item: why,
    expected: 'none',
    found: isKept ? "this item's" : 'none of it',
    held: isKept ? guard : undefined,
    ...(isKept && { note: 'The next item that gets the value takes the guard over.' }),
  }
}

type KeyOf = (unique: UniqueDescription, item: StoredItem) => OwnedItem['key'] | undefined

/** The guards of an item as they should be and as they are. */
export function checkGuards(
  item: StoredItem,
  guards: readonly OwnedItem[],
  known: Known,
  keyOf: KeyOf,
): readonly Check[] {
  const { description, held } = known
  return uniqueOf(description).map((unique): Check => {
    const guard = guards.find(({ names }) => names.includes(unique.name))
    if (guard === undefined) return checkNone(unique, item, known, keyOf)
    return {
      what: `unique ${unique.name}`,
      key: guard.key,
      item: valuesText(item, unique.attributes, description),
      expected: "this item's",
      held: held.at(guard.key),
      ...judgeGuard(guard, known),
    }
  })
}

/** The key of the guard of values that do not count at the moment; undefined where no key can hold them. */
export const uncountedKey =
  (model: string, { guardKeyOf }: Inspection, description: Known['description']): KeyOf =>
  ({ name, scope, attributes }, item) => {
    const values = [...scope, ...attributes].map((each) => {
      const value = item[fieldIn(description, each)]
      return [each, value?.S ?? (value?.N === undefined ? value?.BOOL : Number(value.N))] as const
    })
    try {
      return guardKeyOf(model, name, Object.fromEntries(values))
    } catch {
      return undefined
    }
  }
