import type { When } from '@latchkey/core'
import { listWords } from '../text/list-words.js'

/**
 * When a request or a write is made, as a person says it; nothing where it always is. What an item cannot be without is
 * left out.
 */
export function describeWhen(when: When, certain: ReadonlySet<string> = new Set()): string {
  const has = (when.has ?? []).filter((name) => !certain.has(name))
  const had = (when.had ?? []).filter((name) => !certain.has(name))
  const { hasNot, hadNot, touches, touchesPartOf, removes, moves, isTransaction } = when
  const parts = [
    touches && `${listWords(touches, 'or')} is written`,
    touchesPartOf && `not all of ${listWords(touchesPartOf)} are written, but one is`,
    removes && `${listWords(removes, 'or')} is removed`,
    has.length > 0 && `the item has ${listWords(has)}`,
    hasNot !== undefined && `it has no ${hasNot}`,
    had.length > 0 && `the item had ${listWords(had)}`,
    hadNot !== undefined && `it had no ${hadNot}`,
    moves === true && 'the value moves',
    moves === false && 'the value stays',
    isTransaction === true && 'the writes are a transaction',
  ].filter((part) => typeof part === 'string')
  return parts.length === 0 ? '' : `if ${listWords(parts)}`
}
