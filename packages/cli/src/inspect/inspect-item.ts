import type { Inspection, StoredItem, TableKey } from '@latchkey/core'
import type { Check } from './check.js'
import { checkGuards, fieldIn, type Known, uncountedKey } from './check-guards.js'
import { checkMarks } from './check-marks.js'
import type { Get } from './held-items.js'
import { ownerOf } from './owner.js'

/** An item as it was read, and everything that stands beside it. */
export interface InspectedItem {
  readonly checks: readonly Check[]
  readonly verdicts: readonly string[]
}

const inspected = (item: StoredItem, { inspect }: Inspection) => {
  const found = inspect(item)
  return found.kind === 'item' ? found : undefined
}

/** Reads what stands beside an item: its guards and their owners, pointers and sequences. */
export async function readBeside(
  model: string,
  item: StoredItem,
  { held, inspection, description }: Pick<Known, 'held' | 'inspection' | 'description'>,
  get: Get,
): Promise<void> {
  const found = inspected(item, inspection)
  if (found === undefined) return
  const keyOf = uncountedKey(model, inspection, description)
  const uncounted = description.constraints.flatMap((each) => {
    const key = each.kind === 'unique' ? keyOf(each, item) : undefined
    return key === undefined ? [] : [key]
  })
  const guards = [...found.guards.map(({ key }) => key), ...uncounted]
  const marks = [...found.pointers, ...found.sequences].map(({ key }) => key)
  await held.read([...guards, ...marks], get)
  const owners = guards.flatMap((key): readonly TableKey[] => {
    const guard = held.at(key)
    const owner = guard && ownerOf(guard, inspection).key
    return owner === undefined ? [] : [owner]
  })
  await held.read(owners, get)
}

/** When an item ended, if it has. */
function endOf(item: StoredItem, { description, now }: Known): string | undefined {
  const expires = description.constraints.find(({ kind }) => kind === 'expires')
  if (expires === undefined || !('attribute' in expires)) return undefined
  const seconds = Number(item[fieldIn(description, expires.attribute)]?.N)
  return seconds * 1000 < now
    ? `It has expired: ${expires.attribute} was ${new Date(seconds * 1000).toISOString()}. The service deletes it within days, and reads give it until then.`
    : undefined
}

/** Judges an item by what was read. */
export function inspectItem(model: string, item: StoredItem, known: Known): InspectedItem {
  const { inspection, description, held } = known
  const found = inspected(item, inspection)
  if (found === undefined)
    return {
      checks: [],
      verdicts: ['An item of something else stands at this key: it is no item of the model.'],
    }
  const end = endOf(item, known)
  return {
    checks: [
      ...checkGuards(item, found.guards, known, uncountedKey(model, inspection, description)),
      ...checkMarks(model, found.pointers, found.sequences, held, inspection),
    ],
    verdicts: end === undefined ? [] : [end],
  }
}
