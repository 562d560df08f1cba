import { isOwnItem } from '../electro/format.js'
import { isSameValue, keyOf, type StoredItem, type TableKey } from '../plan/attribute-value.js'
import type { Runtime } from '../run/execute.js'
import type { PageRequest } from '../run/store.js'
import type { Binding } from './binding.js'
import { startFields, toCursor } from './cursor.js'
import { fieldsToRead, isPart, type PagesAsked } from './page-request.js'

/** A query or a scan that is under way. */
export interface Sending {
  readonly binding: Binding
  readonly runtime: Runtime
  readonly request: PageRequest
  readonly asked: PagesAsked
  /** How many requests to send at most. */
  readonly mostPages: number
}

/** What an index has of an item, and the item. */
interface Entry {
  readonly found: StoredItem
  readonly item: StoredItem
}

/** Items as they are stored, and where the next page begins; null after the last. */
export interface StoredPage {
  readonly items: readonly StoredItem[]
  readonly cursor: string | null
}

/** The items that entries of an index stand for, which it has not all of. What has left this place since is none of them. */
async function itemsBehind(
  found: readonly StoredItem[],
  { binding, runtime, asked }: Sending,
): Promise<readonly Entry[]> {
  const { facts, table, store } = binding
  const fields = fieldsToRead(facts, asked)
  const requests = found.map((entry) => ({
    table,
    key: keyOf(entry, facts.keyFields),
    consistent: true,
    fields,
  }))
  const items = await store.getMany(requests, runtime.context)
  const place = startFields(facts, asked.index)
  return found.flatMap((entry, at) => {
    const item = items[at]
    const isHere = item !== undefined && place.every((field) => isSameValue(item[field], entry[field]))
    return isHere ? [{ found: entry, item }] : []
  })
}

async function readPage(
  start: TableKey | undefined,
  sending: Sending,
): Promise<{ readonly entries: readonly Entry[]; readonly next: TableKey | undefined }> {
  const { binding, runtime, request, asked } = sending
  const begun = start === undefined ? request : { ...request, ExclusiveStartKey: start }
  const kind = 'KeyConditionExpression' in request ? 'Query' : 'Scan'
  const { items, next } = await binding.store.page(kind, begun, runtime.context)
  const entries = isPart(asked)
    ? await itemsBehind(items, sending)
    : items.map((item): Entry => ({ found: item, item }))
  return { entries: entries.filter(({ item }) => isOwnItem(item, binding.facts)), next }
}

/**
 * Page after page, until there are as many items as are wanted, as many pages as are allowed, or no more. The cursor is
 * that of the last item that is given, where there are others behind it.
 */
export async function sendPages(start: TableKey | undefined, sending: Sending): Promise<StoredPage> {
  const { asked, binding, mostPages, runtime } = sending
  const { count: most = Number.POSITIVE_INFINITY, index } = asked
  const entries: Entry[] = []
  let from = start
  for (let pages = 1; ; pages += 1) {
    runtime.context.signal?.throwIfAborted()
    const page = await readPage(from, sending)
    entries.push(...page.entries)
    const given = entries.slice(0, most)
    const items = given.map(({ item }) => item)
    const last = given.at(-1)
    if (entries.length > most && last !== undefined)
      return { items, cursor: toCursor(keyOf(last.found, startFields(binding.facts, index))) }
    if (page.next === undefined) return { items, cursor: null }
    if (entries.length === most || pages === mostPages) return { items, cursor: toCursor(page.next) }
    from = page.next
  }
}
