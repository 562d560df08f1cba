import type { Inspection, StoredItem, TableKey } from '@latchkey/core'
import { isProblem, type Report } from './check.js'
import type { Known } from './check-guards.js'
import { type Get, HeldItems } from './held-items.js'
import { inspectItem, readBeside } from './inspect-item.js'
import { lossOf, ownerOf } from './owner.js'
import type { Target } from './read-terms.js'

/** What is inspected, and with what. */
export interface Inspecting {
  readonly model: string
  readonly target: Target
  readonly asked: string
  readonly description: Known['description']
  readonly inspection: Inspection
  readonly get: Get
  /** Milliseconds since 1970. */
  readonly now: number
}

type Found = Pick<Report, 'key' | 'item' | 'checks' | 'verdicts'> & { readonly faults: number }

async function beside(item: StoredItem, held: HeldItems, inspecting: Inspecting): Promise<Found> {
  const { model, get } = inspecting
  const known: Known = { ...inspecting, held }
  await readBeside(model, item, known, get)
  const { checks, verdicts } = inspectItem(model, item, known)
  return { key: undefined, item, checks, verdicts, faults: 0 }
}

/** Whether what is at a key is an item of the model, and not of something else. */
const isOfModel = (item: StoredItem, { inspection, model }: Inspecting): boolean => {
  const found = inspection.inspect(item)
  return found.kind === 'item' && found.model === model
}

async function inspectKey(inspecting: Inspecting, held: HeldItems): Promise<Found> {
  const { model, target, inspection, get, description } = inspecting
  const key = inspection.keyOf(model, target.values)
  await held.read([key], get)
  const item = held.at(key)
  const none = { key, item, checks: [], faults: 0 }
  if (item === undefined)
    return {
      ...none,
      verdicts: [
        description.kind === 'singleton'
          ? 'There is no record: the defaults hold, and the first update stores one.'
          : 'There is no such item: update is refused with NOT_FOUND, and create goes through.',
      ],
    }
  if (!isOfModel(item, inspecting))
    return {
      ...none,
      faults: 1,
      verdicts: [
        'An item of something else stands at this key: create is refused with EXISTS, update with NOT_FOUND.',
      ],
    }
  const found = await beside(item, held, inspecting)
  const exists = description.kind === 'singleton' ? [] : ['The item is there: create is refused with EXISTS.']
  return { ...found, key, verdicts: [...exists, ...found.verdicts] }
}

/** What a write of a value meets that has a guard, by whose that is. */
async function inspectGuard(
  guard: StoredItem,
  key: TableKey,
  { name, values }: { readonly name: string; readonly values: string },
  inspecting: Inspecting,
  held: HeldItems,
): Promise<Found> {
  const { inspection, get } = inspecting
  const owner = ownerOf(guard, inspection)
  const check = {
    what: `unique ${name}`,
    key,
    item: values,
    expected: "an item's with the value",
    held: guard,
  }
  if (owner.key === undefined)
    return {
      key,
      item: undefined,
      checks: [{ ...check, status: 'outdated', found: 'of nobody', note: 'A backfill gives it its owner.' }],
      verdicts: [
        `The guard names no owner, so that every write of the value is refused with UNIQUE ${name}.`,
      ],
      faults: 0,
    }
  await held.read([owner.key], get)
  const loss = lossOf(guard, owner, { held, ...inspecting })
  const item = held.at(owner.key)
  if (loss !== undefined)
    return {
      key,
      item,
      checks: [
        {
          ...check,
          status: 'stale',
          found: `of ${owner.text}, ${loss}`,
          note: 'Nothing has to be done: the next item that gets the value takes the guard over.',
        },
      ],
      verdicts: [`The value was of ${owner.text}, ${loss}: create and update with it go through.`],
      faults: 0,
    }
  const taken = `The value is of ${owner.text}: a create or an update of another item with it is refused with UNIQUE ${name}.`
  if (item === undefined || !isOfModel(item, inspecting))
    return {
      key,
      item,
      checks: [{ ...check, status: 'ok', found: `of ${owner.text}` }],
      verdicts: [taken],
      faults: 0,
    }
  const found = await beside(item, held, inspecting)
  return { ...found, key: owner.key, verdicts: [taken, ...found.verdicts] }
}

async function inspectValue(
  inspecting: Inspecting,
  target: Extract<Target, { by: 'value' }>,
  held: HeldItems,
): Promise<Found> {
  const { model, inspection, get } = inspecting
  const { constraint: name } = target
  const key = inspection.guardKeyOf(model, name, target.values)
  await held.read([key], get)
  const guard = held.at(key)
  const values = Object.values(target.values).join(', ')
  if (guard !== undefined) return inspectGuard(guard, key, { name, values }, inspecting, held)
  return {
    key,
    item: undefined,
    checks: [],
    verdicts: [
      'The value is free: it has no guard, so create and update with it go through.',
      'An item that was written past the library can have it all the same: inspect that one by its key.',
    ],
    faults: 0,
  }
}

async function inspectOnce(inspecting: Inspecting): Promise<Report> {
  const { model, target, asked, inspection } = inspecting
  const held = new HeldItems()
  const { faults, ...found } =
    target.by === 'key' ? await inspectKey(inspecting, held) : await inspectValue(inspecting, target, held)
  const problems = found.checks.filter(isProblem).length + faults
  return { model, table: inspection.table, asked, ...found, problems }
}

/** Looks at an item or a value. What looks wrong is looked at again: the reads may have met a write on its way. */
export async function inspectTarget(inspecting: Inspecting): Promise<Report> {
  const first = await inspectOnce(inspecting)
  return first.problems === 0 ? first : inspectOnce(inspecting)
}
