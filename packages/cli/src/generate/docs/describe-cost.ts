import type { OperationDescription, ReadDescription, WriteDescription } from '@latchkey/core'
import { describeWhen } from './describe-when.js'

const count = (amount: number, what: string): string => `${amount} ${what}${amount === 1 ? '' : 's'}`

/** Reads of one thing are one read, whichever of their conditions hold. */
function describeReads(reads: readonly ReadDescription[]): readonly string[] {
  const whens = new Map<string, string[]>()
  for (const { request, role, consistent, items, when } of reads) {
    const amount = items === undefined || items === 1 ? `the ${role}` : `${items} ${role}`
    const read = `1 ${consistent ? 'consistent ' : ''}${request} of ${amount}`
    whens.set(read, [...(whens.get(read) ?? []), describeWhen(when).replace(' where ', '')])
  }
  return [...whens].map(([read, all]) => {
    const conditions = [...new Set(all)]
    return conditions.includes('') ? read : `${read} where ${conditions.join(', or ')}`
  })
}

const describeWrite = ({ action, role, items, when }: WriteDescription): string =>
  `${items === undefined || items === 1 ? '' : `${items} times `}${action} ${role}${describeWhen(when)}`

const isOwn = ({ role }: WriteDescription): boolean => role !== 'entity'

/** An upsert is one of two changes, each of which begins with the item. */
function alternatives(writes: readonly WriteDescription[]): readonly (readonly WriteDescription[])[] {
  const starts = writes.flatMap(({ role }, at) => (role === 'entity' && at > 0 ? [at] : []))
  return [0, ...starts].map((start, at, all) => writes.slice(start, all[at + 1]))
}

const amountOf = (writes: readonly WriteDescription[]): number =>
  writes.reduce((sum, { items = 1 }) => sum + items, 0)

/** Write units of one change whose items have 1 KB at most: each write of a transaction costs twice as much. */
function writeUnits(writes: readonly WriteDescription[]): number {
  const joined = amountOf(writes.filter(({ timing }) => timing === 'with'))
  return (joined > 1 ? 2 * joined : joined) + amountOf(writes.filter(({ timing }) => timing !== 'with'))
}

function units({ reads, writes, requests }: OperationDescription): readonly string[] {
  const distinct = new Map(reads.map((read) => [`${read.request} ${read.role} ${read.timing}`, read]))
  const read = [...distinct.values()].reduce(
    (sum, { consistent, items = 1 }) => sum + items * (consistent ? 1 : 0.5),
    0,
  )
  const most = Math.max(0, ...alternatives(writes).map(writeUnits))
  const isAlone = requests.some((request) => request !== 'TransactWriteItems') && most > 1
  const sometimes = reads.some(({ when }) => describeWhen(when) !== '')
  return [
    ...(read === 0 ? [] : [`${sometimes ? 'at most ' : ''}${count(read, 'read unit')}`]),
    ...(most === 0 ? [] : [`${isAlone ? '1 to ' : ''}${count(most, 'write unit')}`]),
  ]
}

/**
 * What a method costs, as paragraphs of its documentation: the requests that it makes, and what these use up of the
 * table's capacity. `indexes` are the secondary indexes that a write of the item goes to, `others` what else there is.
 */
export function describeCost(
  operation: OperationDescription,
  indexes: number,
  others: readonly OperationDescription[] = [],
): readonly string[] {
  const { reads, writes, requests } = operation
  const before = inOrder(reads.filter(({ timing }) => timing === 'before'))
  const after = reads.filter(({ timing }) => timing === 'after')
  const own = writes.filter(isOwn)
  const request = requests.length === 0 ? [] : [`one ${requests.join(', ')}`.replace(/, ([^,]*)$/, ' or $1')]
  const steps = [...describeReads(before), ...request, ...describeReads(after).map((read) => `then ${read}`)]
  const isWritten = writes.some(({ role }) => role === 'entity')
  const spread =
    isWritten && indexes > 0
      ? [`beside what ${indexes === 1 ? '1 secondary index adds' : `${indexes} secondary indexes add`}`]
      : []
  return [
    `Requests: ${steps.join('; ')}.`,
    ...(own.length === 0 ? [] : (sameWrites(operation, others) ?? ownWrites(own))),
    `Capacity, for items of at most 1 KB: ${[...units(operation), ...spread].join(', ')}.`,
  ]
}

/** By what they are for: the order in which constraints are declared changes nothing. */
const byRole = <T extends { readonly role: string }>(all: readonly T[]): readonly T[] => {
  const subject = ({ role }: T): string => role.split(' ').at(-1) ?? ''
  return all.toSorted((one, other) =>
    subject(one) < subject(other) ? -1 : subject(one) > subject(other) ? 1 : 0,
  )
}

/** What is read first says what is read next; the sequences come after that, by their names. */
function inOrder(reads: readonly ReadDescription[]): readonly ReadDescription[] {
  const isSequence = ({ role }: ReadDescription): boolean => role.startsWith('sequence ')
  return [...reads.filter((read) => !isSequence(read)), ...byRole(reads.filter(isSequence))]
}

const ownWrites = (writes: readonly WriteDescription[]): readonly string[] =>
  byRole(writes).map((write) => `- ${timed(write)}${describeWrite(write)}`)

/** Where an operation writes what others do, they are named. */
function sameWrites(
  { name, writes }: OperationDescription,
  others: readonly OperationDescription[],
): readonly string[] | undefined {
  const written = JSON.stringify(writes)
  const named = (names: readonly string[]): boolean =>
    JSON.stringify(names.flatMap((each) => others.find((other) => other.name === each)?.writes ?? [])) ===
    written
  if (name === 'modify' && named(['update'])) return ['- in the request, the writes of `update`']
  if (name === 'upsert' && named(['create', 'update']))
    return ['- in the request, the writes of `create`, or those of `update`']
  return undefined
}

const timed = ({ timing }: WriteDescription): string => (timing === 'with' ? '' : `${timing} the request, `)
