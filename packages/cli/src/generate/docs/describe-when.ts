import type { When } from '@latchkey/core'

const quoted = (names: readonly string[]): string =>
  names
    .toSorted()
    .map((name) => `\`${name}\``)
    .join(', ')

const oneOf = (names: readonly string[]): string =>
  names.length === 1 ? quoted(names) : `one of ${quoted(names)}`

const all = (names: readonly string[]): string =>
  names
    .toSorted()
    .map((name) => `\`${name}\``)
    .join(' and ')

const isGiven = (names: readonly string[] | undefined): names is readonly string[] =>
  names !== undefined && names.length > 0

/** When a request or a write is made, as the end of a sentence; empty where it always is. */
export function describeWhen(when: When): string {
  const { has, hasNot, had, hadNot, touches, touchesPartOf, removes, moves, isTransaction } = when
  const parts = [
    isGiven(touches) && `${oneOf(touches)} is written`,
    isGiven(touchesPartOf) && `some of ${quoted(touchesPartOf)} are written, but not all`,
    isGiven(removes) && `${oneOf(removes)} is removed`,
    isGiven(had) && `the item had ${all(had)}`,
    hadNot && `it had no \`${hadNot}\``,
    isGiven(has) && `the item has ${all(has)}`,
    hasNot && `it has no \`${hasNot}\``,
    moves && 'the value is another one',
    isTransaction && 'the writes are a transaction',
  ].filter((part) => typeof part === 'string')
  return parts.length === 0 ? '' : ` where ${parts.join(', and ')}`
}
