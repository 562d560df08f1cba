import { DeclarationError } from '../errors/declaration-error.js'
import type { KeyAttribute, KeyPair } from './table-keys.js'

/** One entry for the table and each index, when the models agree about all of them. */
export function mergeKeys(declared: readonly KeyPair[]): KeyPair[] {
  const merged = new Map<string | undefined, KeyPair>()
  for (const pair of declared) {
    const known = merged.get(pair.index)
    merged.set(pair.index, known === undefined ? pair : agreed(known, pair))
  }
  checkTypes([...merged.values()])
  return [...merged.values()]
}

/** The attributes of a key, those of the partition key first. */
export const attributesOf = ({ partition, sort }: KeyPair): readonly KeyAttribute[] => [...partition, ...sort]

function agreed(known: KeyPair, pair: KeyPair): KeyPair {
  const place = known.index === undefined ? 'the table' : `the index ${known.index}`
  if (describeKeys(known) !== describeKeys(pair))
    throw new DeclarationError([
      {
        path: pair.model,
        message:
          `cannot share a table with ${known.model}. The keys of ${place} are ${describeKeys(known)} in ` +
          `${known.model}, and ${describeKeys(pair)} in ${pair.model}: give them the same fields and types, ` +
          'or make a table for each',
      },
    ])
  return { ...known, projection: widerProjection(known.projection, pair.projection) }
}

const describeKeys = (pair: KeyPair): string =>
  attributesOf(pair)
    .map(({ name, type }) => `${name} (${type === 'N' ? 'number' : 'string'})`)
    .join(' and ')

/** A projection that has what both want. */
function widerProjection(left: KeyPair['projection'], right: KeyPair['projection']): KeyPair['projection'] {
  if (left === undefined || left === 'all' || right === undefined || right === 'all') return 'all'
  const named = [left, right].flatMap((projection) => (typeof projection === 'string' ? [] : projection))
  return named.length === 0 ? 'keys_only' : [...new Set(named)]
}

function checkTypes(pairs: readonly KeyPair[]): void {
  const types = new Map<string, { type: string; model: string }>()
  for (const pair of pairs) {
    for (const { name, type } of attributesOf(pair)) {
      const known = types.get(name)
      if (known !== undefined && known.type !== type)
        throw new DeclarationError([
          {
            path: pair.model,
            message:
              `cannot share a table with ${known.model}: the key attribute ${name} is a string to one of them ` +
              'and a number to the other. Give it one type',
          },
        ])
      types.set(name, { type, model: pair.model })
    }
  }
}
