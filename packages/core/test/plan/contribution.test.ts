import { describe, expect, it } from 'vitest'
import {
  type Contribution,
  type GuardedWrite,
  mergeContributions,
  NO_CONTRIBUTION,
} from '../../src/plan/contribution.js'

const write = (role: string): GuardedWrite => ({
  action: 'Put',
  role,
  key: { pk: { S: role } },
  condition: { op: 'absent', field: 'pk' },
  intent: { kind: 'alone' },
  explain: () => [],
})
const of = (name: string, amount: number): Contribution => ({
  writes: [write(name)],
  fence: ['shared', name],
  conditions: [{ condition: { op: 'exists', field: name }, explain: () => [] }],
  increments: { [name]: amount },
})

describe('what several constraints add', () => {
  it('is all that each of them adds, in order, with every field fenced once', () => {
    const merged = mergeContributions([of('a', 1), NO_CONTRIBUTION, of('b', 2)])
    expect(merged.writes.map(({ role }) => role)).toEqual(['a', 'b'])
    expect(merged.fence).toEqual(['shared', 'a', 'b'])
    expect(merged.conditions.map(({ condition }) => condition)).toEqual([
      { op: 'exists', field: 'a' },
      { op: 'exists', field: 'b' },
    ])
    expect(merged.increments).toEqual({ a: 1, b: 2 })
  })

  it('is nothing where none adds anything', () => {
    expect(mergeContributions([])).toEqual(NO_CONTRIBUTION)
    expect(mergeContributions([NO_CONTRIBUTION])).toEqual(NO_CONTRIBUTION)
  })
})
