import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Violation } from '../../src/errors/violation.js'
import { weighFindings } from '../../src/interpret/weigh-findings.js'
import type { Adjustment, Finding } from '../../src/plan/contribution.js'

const about = { model: 'account', key: {} }
const exists: Violation = { code: 'EXISTS', ...about }
const condition: Violation = { code: 'CONDITION', ...about }
const leave = (pk: string): Adjustment => ({ kind: 'leave', key: { pk: { S: pk } } })

const odd = new Error('a text where a number was')
const failure: Finding = { kind: 'failure', error: odd }
const lostFence: Finding = { kind: 'lost-fence' }
const repeated: Finding = { kind: 'repeated', record: { pk: { S: 'IDEM#a' } } }
const outdated: Finding = { kind: 'outdated' }
const found = (violation: Violation): Finding => ({ kind: 'violation', violation })
const adjust = (pk: string): Finding => ({ kind: 'adjust', adjustment: leave(pk) })

describe('findings are weighed', () => {
  it.each<[string, Finding[], object]>([
    [
      'all violations count',
      [found(exists), found(condition)],
      { kind: 'refused', violations: [exists, condition] },
    ],
    [
      'a lost fence makes everything else hearsay',
      [found(exists), adjust('a'), lostFence],
      { kind: 'reread' },
    ],
    [
      'a violation is not adjusted away',
      [adjust('a'), found(exists), outdated],
      { kind: 'refused', violations: [exists] },
    ],
    [
      'a request that was made before is answered by its record, whatever else was refused',
      [lostFence, found(exists), failure, repeated],
      { kind: 'repeated', record: { pk: { S: 'IDEM#a' } } },
    ],
    [
      'what is at odds with the model fails, before any violation',
      [found(exists), failure, adjust('a')],
      { kind: 'failed', error: odd },
    ],
    [
      'adjustments add up',
      [adjust('a'), adjust('b')],
      { kind: 'replan', adjustments: [leave('a'), leave('b')], isOutdated: false },
    ],
    [
      'what is no longer true is found out again',
      [outdated],
      { kind: 'replan', adjustments: [], isOutdated: true },
    ],
    [
      'what is new stays',
      [outdated, adjust('a')],
      { kind: 'replan', adjustments: [leave('a')], isOutdated: true },
    ],
  ])('%s', (_, findings, verdict) => {
    expect(weighFindings(findings)).toMatchObject(verdict)
  })

  it('whatever their order', () => {
    const all = [found(exists), adjust('a'), lostFence, outdated, failure, repeated]
    fc.assert(
      fc.property(fc.shuffledSubarray(all), (findings) => {
        const kinds = new Set(findings.map(({ kind }) => kind))
        const order = [
          ['repeated', 'repeated'],
          ['lost-fence', 'reread'],
          ['failure', 'failed'],
          ['violation', 'refused'],
        ] as const
        const due = order.find(([kind]) => kinds.has(kind))?.[1] ?? 'replan'
        expect(weighFindings(findings).kind).toBe(due)
      }),
    )
  })
})
