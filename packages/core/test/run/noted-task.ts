import type { Explain } from '../../src/plan/assemble.js'
import type { StoredItem } from '../../src/plan/attribute-value.js'
import type { Adjustment, Finding } from '../../src/plan/contribution.js'
import type { Write } from '../../src/plan/write.js'
import type { Prepared, Task } from '../../src/run/execute.js'
import { refused } from '../recording-store.js'
import { preparedOf, writeOn } from './runtime.js'

export const exists: Finding = {
  kind: 'violation',
  violation: { code: 'EXISTS', model: 'account', key: { id: '1' } },
}
export const taken = (constraint: string): Finding => ({
  kind: 'violation',
  violation: {
    code: 'UNIQUE',
    model: 'account',
    key: {},
    constraint,
    fields: [constraint],
    owner: undefined,
  },
})
export const leave: Adjustment = { kind: 'leave', key: { pk: { S: 'UNIQ#a' } } }
export const adjust = (adjustment: Adjustment): Finding => ({ kind: 'adjust', adjustment })
export const lostFence: Finding = { kind: 'lost-fence' }

/** A task that notes how it was prepared; its writes explain themselves as told, try by try. */
export class NotedTask implements Task<StoredItem | undefined> {
  readonly prepared: (readonly Adjustment[])[] = []
  forgotten = 0
  readonly #writes: readonly Write[]
  readonly #explains: readonly (readonly Explain[])[]

  constructor(
    explains: readonly (readonly Explain[])[],
    writes: readonly Write[] = [writeOn('a'), writeOn('UNIQ#a', { role: 'claim of email' })],
  ) {
    this.#explains = explains
    this.#writes = writes
  }

  async prepare(adjustments: readonly Adjustment[]): Promise<Prepared<StoredItem | undefined>> {
    this.prepared.push(adjustments)
    return preparedOf(this.#writes, this.#explains[this.prepared.length - 1] ?? [])
  }

  forget(): void {
    this.forgotten += 1
  }
}

export const says =
  (...findings: readonly Finding[]): Explain =>
  () =>
    findings
export const nothing: Explain = says()

/** Refuses the second of two writes: the store holds nothing there. */
export const secondRefused = refused(undefined, null)
