import type { Faults } from '@latchkey/testing'
import type fc from 'fast-check'
import { operations } from '../model/arbitrary-operation.js'
import { shapes } from '../model/arbitrary-shape.js'
import type { Changes, Operation, Step } from '../model/operation.js'
import type { EntityShape, Shape } from '../model/shape.js'

/** Arithmetic in a single write that nothing fences is carried out at least once: that is not for here. */
function withoutArithmetic(changes: Changes): Changes {
  const { add: _, set, ...rest } = changes
  const isNothing = set === undefined && Object.keys(rest).length === 0
  return { ...rest, ...(isNothing ? { set: { note: 'x' } } : set === undefined ? {} : { set }) }
}

const once = <T extends Operation | Step>(operation: T): T =>
  'changes' in operation && operation.changes !== null
    ? { ...operation, changes: withoutArithmetic(operation.changes) }
    : operation

/** Operations that come to one thing, however often what they send is repeated. */
export const repeatable: fc.Arbitrary<Operation> = operations
  .filter(({ op }) => !['getMany', 'lookup', 'pointer', 'wrong'].includes(op))
  .map((operation) => {
    if (operation.op === 'many') return { ...operation, atomic: true }
    if (operation.op !== 'transaction') return once(operation)
    const steps = operation.steps
      .map(once)
      .filter(({ op }) => op !== 'increment' || operation.once !== undefined)
    return {
      ...operation,
      steps: steps.length === 0 ? [{ op: 'get', of: 'thing', key: { id: 'a' } }] : steps,
    }
  })

const steady = (entity: EntityShape): EntityShape => ({
  ...entity,
  // A pointer that is moved after the commit may lag behind where that is disturbed.
  pointers: entity.pointers.map((pointer) => ({ ...pointer, advance: 'with' })),
})

export const steadyShapes: fc.Arbitrary<Shape> = shapes.map((shape) => ({
  ...shape,
  thing: steady(shape.thing),
  other: steady(shape.other),
}))

const SINGLE = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem']

/** Arms everything that can happen to a request, each with a chance of its own. */
export function disturb(faults: Faults, seed: number, shape: Shape): void {
  const often = (probability: number, at: number) => ({
    times: 10_000,
    seeded: { seed: seed * 16 + at, probability },
  })
  // A version that is counted up by a single write that nothing fences is so at least once.
  const isCounted = shape.thing.isVersioned || shape.other.isVersioned
  const lost = ['TransactWriteItems', ...SINGLE.filter((name) => name !== 'UpdateItem' || !isCounted)]
  const written = ['TransactWriteItems', ...SINGLE]
  faults.lostAnswer({ operation: lost, ...often(0.12, 1) })
  faults.internalError({ operation: lost, committed: true, ...often(0.05, 2) })
  faults.internalError({ operation: written, ...often(0.05, 3) })
  faults.lostRequest({ operation: written, ...often(0.08, 4) })
  // Seldom enough for the SDK to get through: what is committed is given back as far as it can be read.
  faults.lostRequest({ operation: 'GetItem', ...often(0.02, 8) })
  faults.conflict({
    operation: ['TransactWriteItems', 'PutItem', 'UpdateItem', 'DeleteItem'],
    ...often(0.1, 5),
  })
  faults.throttle({ operation: written, ...often(0.06, 6) })
  faults.inProgress({ ...often(0.05, 7) })
}
