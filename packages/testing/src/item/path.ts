import type { Item, Value } from './value.js'

/** A document path: attribute names and list positions, from the item down. */
export type Path = readonly (string | number)[]

/** What stands at `path`, if anything does. */
export function valueAt(path: Path, item: Item): Value | undefined {
  let found: Value | undefined = { M: item }
  for (const step of path) {
    found = child(found, step)
    if (found === undefined) return undefined
  }
  return found
}

function child(parent: Value, step: string | number): Value | undefined {
  if (typeof step === 'number') return parent.L?.[step]
  return parent.M !== undefined && Object.hasOwn(parent.M, step) ? parent.M[step] : undefined
}
