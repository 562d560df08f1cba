import { DuplicateItemError } from '../errors/duplicate-item-error.js'
import type { ErrorContext } from '../errors/latchkey-error.js'
import type { ApartWrite } from './assemble.js'
import { isMet, isText } from './condition.js'
import type { Finding, GuardedWrite } from './contribution.js'
import { identityOfWrite, joinCondition, type Write } from './write.js'

/** A write with the checks of its item, and what was found out about them before it is sent. */
export interface JoinedApart {
  readonly write: ApartWrite
  readonly findings: readonly Finding[]
}

/** What a write of the caller's own makes of the presence of its item: undefined where the store has to say. */
function presenceBy({ action, item }: Write, { condition }: GuardedWrite): boolean | undefined {
  if (action === 'Delete') return false
  return action === 'Put' ? isMet(condition, item) : undefined
}

/** Joins checks of an item to the write of it that is the caller's own. */
export function joinApart({ write, explain }: ApartWrite, checks: readonly GuardedWrite[]): JoinedApart {
  const findings = checks.flatMap((check) =>
    check.intent.kind === 'presence' && presenceBy(write, check) === false ? check.intent.refuse() : [],
  )
  const asked = checks.filter(
    (check) => check.intent.kind !== 'presence' || presenceBy(write, check) === undefined,
  )
  if (asked.length === 0) return { write: { write, explain }, findings }
  const { condition: text, names, values } = write
  const joined = joinCondition(
    { text, names, values },
    asked.map(({ condition }) => condition),
  )
  return {
    write: {
      write: { ...write, condition: joined.text, names: joined.names, values: joined.values },
      explain: (held) => {
        const item = held ?? undefined
        const missed = asked.filter(({ condition }) => !isMet(condition, item))
        // A text is for the store to decide: where nothing else can have failed, it has.
        const failed =
          missed.length > 0 || text !== '' ? missed : asked.filter(({ condition }) => isText(condition))
        return failed.length > 0 ? failed.flatMap((check) => check.explain(item)) : explain(held)
      },
    },
    findings,
  }
}

/** Refuses a write of the caller's own of an item that the request writes otherwise too, naming both. */
export function refuseTwice(
  apart: readonly ApartWrite[],
  others: readonly { readonly id: string; readonly name: string }[],
  context: ErrorContext,
): void {
  const names = new Map(others.map(({ id, name }) => [id, name]))
  for (const { write } of apart) {
    const id = identityOfWrite(write)
    const other = names.get(id)
    if (other !== undefined) throw new DuplicateItemError({ operations: [other, write.role] }, context)
    names.set(id, write.role)
  }
}
