import type { ConstraintSet } from '../constraint/constraint.js'
import type {
  ChangeOperation,
  ConstraintDescription,
  SequenceDescription,
  When,
} from '../constraint/constraint-description.js'
import type { EntityFacts } from '../plan/entity-facts.js'
import { itemRead, updateReads } from './describe-item-reads.js'
import type { OperationDescription, ReadDescription, WriteDescription } from './description.js'

type Requests = OperationDescription['requests']

const SINGLE = { create: 'PutItem', put: 'PutItem', update: 'UpdateItem', delete: 'DeleteItem' } as const
const ACTION = { create: 'Put', put: 'Put', update: 'Update', delete: 'Delete' } as const

const reading = (name: string, ...reads: readonly ReadDescription[]): OperationDescription => ({
  name,
  reads,
  writes: [],
  requests: [],
})

const get = (role: string, consistent = true, when: When = {}): ReadDescription => ({
  request: 'GetItem',
  role,
  consistent,
  when,
  timing: 'before',
})

/** Whether an item cannot be without what a write is made for. */
function isCertain({ has, hasNot, touches, moves, ...others }: When, { attributes }: EntityFacts): boolean {
  const isOpen = hasNot !== undefined || touches !== undefined || moves !== undefined
  if (isOpen || Object.keys(others).length > 0) return false
  return (has ?? []).every((name) => attributes.get(name)?.required === true)
}

/** What a request with these writes beside that of the item can be. */
function requestsFor(
  operation: ChangeOperation,
  writes: readonly WriteDescription[],
  facts: EntityFacts,
): Requests {
  const joined = writes.filter(({ timing, role }) => timing === 'with' && role !== 'entity')
  if (joined.length === 0) return [SINGLE[operation]]
  return joined.some(({ when }) => isCertain(when, facts))
    ? ['TransactWriteItems']
    : [SINGLE[operation], 'TransactWriteItems']
}

/** The writes of a change: that of the item, and those that constraints add. */
function writesOf(
  operation: ChangeOperation,
  constraints: readonly ConstraintDescription[],
): readonly WriteDescription[] {
  const added = constraints.flatMap(({ writes }) =>
    writes.flatMap(({ operation: of, ...write }) => (of === operation ? [write] : [])),
  )
  return [{ action: ACTION[operation], role: 'entity', when: {}, timing: 'with' }, ...added]
}

/** The numbers that are read to take the next one: those without gaps are taken with the item. */
const sequenceReads = (constraints: readonly ConstraintDescription[]): readonly ReadDescription[] =>
  constraints
    .filter((constraint): constraint is SequenceDescription => constraint.kind === 'sequence')
    .filter(({ gapless }) => gapless)
    .map(({ name, scope }) => get(`sequence ${name}`, true, scope.length === 0 ? {} : { has: scope }))

/** A transaction gives nothing back: without a version to fence the whole item, what it left behind is read. */
function readBack(
  { version }: ConstraintSet,
  constraints: readonly ConstraintDescription[],
): readonly ReadDescription[] {
  const isJoined = constraints.some(({ writes }) =>
    writes.some(({ operation, timing }) => operation === 'update' && timing === 'with'),
  )
  return version !== undefined || !isJoined ? [] : [{ ...itemRead({ isTransaction: true }), timing: 'after' }]
}

/** What changes items: each with what it reads first. */
function changes(
  set: ConstraintSet,
  constraints: readonly ConstraintDescription[],
): readonly OperationDescription[] {
  const { facts } = set
  const change = (
    name: string,
    operations: readonly ChangeOperation[],
    reads: readonly ReadDescription[],
  ): OperationDescription => {
    const parts = operations.map((operation) => {
      const writes = writesOf(operation, constraints)
      return { writes, requests: requestsFor(operation, writes, facts) }
    })
    return {
      name,
      reads,
      writes: parts.flatMap(({ writes }) => writes),
      requests: [...new Set(parts.flatMap(({ requests }) => requests))],
    }
  }
  const numbers = sequenceReads(constraints)
  const back = readBack(set, constraints)
  const owns = set.all.some(({ ownsItems }) => ownsItems)
  return [
    change('create', ['create'], numbers),
    change('put', ['put'], [...(set.all.length === 0 ? [] : [itemRead()]), ...numbers]),
    change('upsert', ['create', 'update'], [itemRead(), ...numbers, ...back]),
    change('update', ['update'], [...updateReads(set), ...back]),
    change('modify', ['update'], [itemRead(), ...back]),
    change('delete', ['delete'], owns ? [itemRead()] : []),
  ]
}

function constraintReads(constraint: ConstraintDescription): readonly OperationDescription[] {
  if (constraint.kind === 'unique') {
    const guard = get(`guard of ${constraint.name}`)
    const name = `by.${constraint.name}`
    return [reading(name, guard, get('owner')), reading(`${name}.key`, guard)]
  }
  if (constraint.kind === 'pointer') {
    const name = `pointers.${constraint.name}`
    const pointer = (consistent: boolean): ReadDescription => get(`pointer ${constraint.name}`, consistent)
    return [reading(`${name}.read`, pointer(false)), reading(`${name}.follow`, pointer(true), get('owner'))]
  }
  if (constraint.kind !== 'sequence') return []
  const { name } = constraint
  const draw = { action: 'Update', role: `draw of ${name}`, when: {}, timing: 'with' } as const
  return [
    reading(`sequences.${name}.read`, get(`sequence ${name}`, false)),
    { name: `sequences.${name}.reserve`, reads: [], writes: [draw], requests: ['UpdateItem'] },
  ]
}

/** Everything that a repository of a model can do with its items. */
export function describeOperations(
  set: ConstraintSet,
  constraints: readonly ConstraintDescription[],
): readonly OperationDescription[] {
  const always = { when: {}, timing: 'before' } as const
  const query: ReadDescription = { ...always, role: 'items', request: 'Query', consistent: false }
  const whole: ReadDescription = {
    ...always,
    role: 'the rest of each',
    request: 'BatchGetItem',
    consistent: true,
  }
  const queries = set.facts.indexes.map(({ accessPattern, holds }) =>
    reading(`query.${accessPattern}`, query, ...(holds === undefined ? [] : [whole])),
  )
  return [
    ...changes(set, constraints),
    reading('get', get('item', false)),
    ...constraints.flatMap(constraintReads),
    ...queries,
  ]
}
