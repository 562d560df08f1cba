import type { Inspection, Mark, NumberMark, StoredItem } from '@latchkey/core'
import { valueText } from '../explain/attribute-json.js'
import type { Check } from './check.js'
import { compareStored } from './compare-stored.js'
import type { HeldItems } from './held-items.js'
import { ownerOf } from './owner.js'

/** A mark and what has come of it. */
interface Marked extends NumberMark {
  readonly what: string
  readonly order: 'max' | 'min'
  readonly remedy: string
}

function checkMark(
  { what, key, value, order, remedy }: Marked,
  held: StoredItem | undefined,
  of: string,
): Check {
  const found = held?.['_lk_value']
  const compared = found === undefined ? undefined : compareStored(found, value)
  const isReached = compared !== undefined && (order === 'max' ? compared >= 0 : compared <= 0)
  const status = held === undefined ? 'missing' : isReached ? 'ok' : 'behind'
  return {
    what,
    status,
    key,
    item: valueText(value),
    expected: `${valueText(value)} or ${order === 'max' ? 'more' : 'less'}`,
    found: found === undefined ? 'nothing' : `${valueText(found)}${of}`,
    held,
    ...(status !== 'ok' && { note: remedy }),
  }
}

/** Pointers and sequences that an item must have moved, as they should be and as they are. */
export function checkMarks(
  model: string,
  pointers: readonly Mark[],
  sequences: readonly NumberMark[],
  held: HeldItems,
  inspection: Inspection,
): readonly Check[] {
  const checksOf = (marked: Marked): Check => {
    const found = held.at(marked.key)
    const owner = found?.['_lk_owner'] && ownerOf(found, inspection)
    return checkMark(marked, found, owner === undefined ? '' : ` of ${owner.text}`)
  }
  return [
    ...pointers.map((mark) =>
      checksOf({
        ...mark,
        what: `pointer ${mark.name}`,
        remedy: `db.${model}.pointers.${mark.name}.rebuild() moves it on.`,
      }),
    ),
    ...sequences.map((mark) =>
      checksOf({
        ...mark,
        what: `sequence ${mark.name}`,
        order: 'max',
        remedy: `The next items get numbers that are taken: db.${model}.sequences.${mark.name}.reserve() takes them out.`,
      }),
    ),
  ]
}
