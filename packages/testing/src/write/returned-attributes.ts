import type { DynaliteDb, ItemRequest } from '../dynalite/dynalite-modules.js'
import type { Item } from '../item/value.js'

/** What `ReturnValues` asks for, where there is any. */
export function returnedAttributes(
  db: DynaliteDb,
  request: ItemRequest,
  before: Item | undefined,
  after: Item | undefined,
): Item | undefined {
  const paths = request._updates?.paths ?? Object.keys(request.AttributeUpdates ?? {})
  const touched = (item: Item | undefined): Item | undefined => {
    const found = item && db.mapPaths(paths, item)
    return found && Object.keys(found).length > 0 ? found : undefined
  }
  switch (request.ReturnValues) {
    case 'ALL_OLD':
      return before
    case 'ALL_NEW':
      return after
    case 'UPDATED_OLD':
      return touched(before)
    case 'UPDATED_NEW':
      return touched(after)
    default:
      return undefined
  }
}
