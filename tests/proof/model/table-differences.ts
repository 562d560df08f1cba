import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { ExpectedTable, foundIn } from './expected-table.js'
import type { Shape } from './shape.js'
import type { State } from './state.js'

/** Makes a look at a table for what it lacks, what it has too many, and what counts wrong. */
export function tableDifferences(
  shape: Shape,
): (state: State, raw: readonly Readonly<Record<string, AttributeValue>>[]) => string[] {
  const table = new ExpectedTable(shape)
  return (state, raw) => {
    const found = foundIn(shape, raw)
    const expected = table.of(state)
    const hits = raw.reduce(
      (sum, item) => sum + (item['_lk']?.S === 'counter' ? Number(item['_lk_value']?.N) : 0),
      0,
    )
    return [
      ...expected.filter((item) => !found.items.includes(item)).map((item) => `- ${item}`),
      ...found.items.filter((item) => !expected.includes(item)).map((item) => `+ ${item}`),
      ...(expected.length === found.items.length
        ? []
        : [`there are ${found.items.length} items, and there have to be ${expected.length}`]),
      ...(hits === state.hits ? [] : [`the counter is at ${hits}, and has to be at ${state.hits}`]),
      ...(found.records === state.records.size
        ? []
        : [`there are ${found.records} records, and there have to be ${state.records.size}`]),
      ...(found.nameless === 0 ? [] : [`${found.nameless} items do not say what they are of`]),
    ]
  }
}
