import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { plain } from './outcome.js'

type Item = Record<string, AttributeValue>

/** Attributes that hold the time of the run. */
const TIMES = ['_lk_until']

/** A table as one text, an item in a line: the same for two tables that hold the same. */
export function contentOf(items: readonly Item[]): string {
  const others = items.filter((item) => item['_lk']?.S !== 'counter')
  return [...others.map(lineOf).sort(), ...counts(items)].join('\n')
}

/** A counter is the sum of its shards: which of them was added to is chance. */
function counts(items: readonly Item[]): string[] {
  const sums = new Map<string, number>()
  for (const item of items)
    if (item['_lk']?.S === 'counter')
      sums.set(
        item['_lk_of']?.S ?? '',
        (sums.get(item['_lk_of']?.S ?? '') ?? 0) + Number(item['_lk_value']?.N),
      )
  return [...sums].map(([name, sum]) => `counter ${name}: ${sum}`).sort()
}

const lineOf = (item: Item): string => JSON.stringify(plain({ ...item, ...timeless(item) }))

/** A record of a request that comes a second later is the same record. */
const timeless = (item: Item): Item =>
  Object.fromEntries(
    (item['_lk']?.S === 'idempotency' ? [...TIMES, 'expiresAt'] : TIMES)
      .filter((name) => item[name] !== undefined)
      .map((name) => [name, { S: 'a time' }]),
  )
