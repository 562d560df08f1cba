import { describe, expect, it } from 'vitest'
import type { Violation } from '../../src/errors/violation.js'
import type { AttributeValue } from '../../src/plan/attribute-value.js'
import type { Condition } from '../../src/plan/condition.js'
import type { Finding, GuardedWrite } from '../../src/plan/contribution.js'
import { mergeWrites } from '../../src/plan/merge-writes.js'

const keyOf = (pk: string) => ({ pk: { S: pk } })
const owner = (text: string): Condition => ({ op: 'equals', field: '_lk_owner', value: { S: text } })
const free: Condition = { op: 'absent', field: 'pk' }
const isOf = (...owners: readonly string[]): Condition => ({ op: 'any', of: [free, ...owners.map(owner)] })
const found = (constraint: string): Finding => {
  const violation: Violation = {
    code: 'UNIQUE',
    model: 'm',
    key: {},
    constraint,
    fields: [],
    owner: undefined,
  }
  return { kind: 'violation', violation }
}

const claim = (pk: string, by: string): GuardedWrite => ({
  action: 'Put',
  role: 'claim of email',
  key: keyOf(pk),
  item: { ...keyOf(pk), _lk_owner: { S: by } },
  condition: isOf(by),
  intent: {
    kind: 'claim',
    owner: by,
    refuse: (other) => [found(`${by} against ${other?.['_lk_owner']?.S}`)],
  },
  explain: () => [found(by)],
})
const release = (pk: string, by: string): GuardedWrite => ({
  action: 'Delete',
  role: 'release of email',
  key: keyOf(pk),
  condition: isOf(by),
  intent: { kind: 'release', owner: by },
  explain: () => [{ kind: 'adjust', adjustment: { kind: 'leave', key: keyOf(pk) } }],
})
const check = (pk: string, condition: Condition, name: string): GuardedWrite => ({
  action: 'ConditionCheck',
  role: `check of ${name}`,
  key: keyOf(pk),
  condition,
  intent: { kind: 'check' },
  explain: () => [found(name)],
})
const advance = (
  value: AttributeValue,
  stale: 'skip' | 'reject' = 'skip',
  order: 'max' | 'min' = 'max',
): GuardedWrite => {
  const attempted = `${value.N ?? value.S}`
  return {
    action: 'Put',
    role: 'advance of last',
    key: keyOf('PTR'),
    item: { ...keyOf('PTR'), _lk_value: value },
    condition: {
      op: 'any',
      of: [free, { op: order === 'max' ? 'less' : 'greater', field: '_lk_value', value }],
    },
    intent: {
      kind: 'advance',
      value,
      order,
      refuse: stale === 'skip' ? undefined : () => [found(attempted)],
    },
    explain: () => [found(`stored against ${attempted}`)],
  }
}
const draw = (read: AttributeValue | undefined, value: AttributeValue): GuardedWrite => ({
  action: 'Put',
  role: 'draw of invoice',
  key: keyOf('SEQ'),
  item: { ...keyOf('SEQ'), _lk_value: value },
  condition: read === undefined ? free : { op: 'equals', field: '_lk_value', value: read },
  intent: { kind: 'draw', value },
  explain: () => [{ kind: 'lost-fence' }],
})
const record = (pk: string): GuardedWrite => ({
  action: 'Put',
  role: 'record of the request',
  key: keyOf(pk),
  item: keyOf(pk),
  condition: free,
  intent: { kind: 'alone' },
  explain: () => [],
})
const n = (value: number): AttributeValue => ({ N: String(value) })
const drawIn = (pk: string): GuardedWrite => ({ ...draw(n(1), n(2)), key: keyOf(pk) })

describe('writes of different items', () => {
  it('stay as they are, in order', () => {
    const plain = { ...release('b', '1'), condition: owner('1') }
    const writes = [claim('a', '1'), plain, check('c', free, 'x'), draw(n(1), n(2)), record('d')]
    expect(mergeWrites(writes)).toEqual({ writes, findings: [] })
    expect(mergeWrites([])).toEqual({ writes: [], findings: [] })
  })
})

describe('a value that moves between two changes', () => {
  it.each([[[release('a', '1'), claim('a', '2')]], [[claim('a', '2'), release('a', '1')]]])(
    'is one transfer, from whoever gives it up',
    (writes) => {
      const { writes: merged, findings } = mergeWrites(writes)
      expect(findings).toEqual([])
      expect(merged).toMatchObject([
        { action: 'Put', role: 'transfer of email', item: claim('a', '2').item, condition: isOf('2', '1') },
      ])
      expect(merged[0]?.explain(undefined)).toEqual([found('2')])
    },
  )

  it('can be swapped', () => {
    const swap = [claim('b', '1'), release('a', '1'), claim('a', '2'), release('b', '2')]
    expect(mergeWrites(swap).writes).toMatchObject([
      { key: keyOf('b'), item: claim('b', '1').item, condition: isOf('1', '2') },
      { key: keyOf('a'), item: claim('a', '2').item, condition: isOf('2', '1') },
    ])
  })

  it('is a violation of both where two take it', () => {
    expect(mergeWrites([claim('a', '1'), claim('a', '2')]).findings).toEqual([
      found('1 against 2'),
      found('2 against 1'),
    ])
  })

  it('is released once where two give it up, whoever of them has it', () => {
    const { writes } = mergeWrites([release('a', '1'), release('a', '2')])
    expect(writes).toMatchObject([{ action: 'Delete', condition: isOf('1', '2') }])
  })

  it('is a violation of each where more than two take it, and given up by nobody', () => {
    const { writes, findings } = mergeWrites([
      claim('a', '1'),
      claim('a', '2'),
      release('a', '4'),
      claim('a', '3'),
    ])
    expect(findings).toEqual([found('1 against 2'), found('2 against 1'), found('3 against 1')])
    expect(writes).toHaveLength(1)
  })

  it('is asked for once where both say the same, whatever form a condition has', () => {
    const bare = { ...claim('a', '2'), condition: owner('1') }
    expect(mergeWrites([bare, release('a', '1')]).writes).toMatchObject([
      { condition: { op: 'any', of: [owner('1'), free] } },
    ])
  })
})

describe('checks of one item', () => {
  const differs: Condition = { op: 'differs', field: '_lk_owner', value: { S: '3' } }
  const presence: GuardedWrite = {
    ...check('PTR', { op: 'exists', field: 'pk' }, 'presence'),
    intent: { kind: 'presence', refuse: () => [] },
  }

  it.each<[GuardedWrite]>([[claim('PTR', '1')], [release('PTR', '1')], [advance(n(1))], [drawIn('PTR')]])(
    'join the write of it, all of them: $0.role',
    (write) => {
      const { writes, findings } = mergeWrites([check('PTR', differs, 'x'), write, presence])
      expect(findings).toEqual([])
      expect(writes).toMatchObject([
        {
          action: write.action,
          role: write.role,
          condition: { op: 'all', of: [write.condition, differs, presence.condition] },
        },
      ])
    },
  )

  it('are one, and each says what it means', () => {
    const b: Condition = { op: 'exists', field: 'b' }
    const { writes, findings } = mergeWrites([check('a', free, 'x'), check('a', b, 'y')])
    expect(findings).toEqual([])
    expect(writes).toMatchObject([{ action: 'ConditionCheck', condition: { op: 'all', of: [free, b] } }])
    expect(writes[0]?.explain(undefined)).toEqual([found('x'), found('y')])
  })
})

describe('advances of one pointer', () => {
  it.each<[string, GuardedWrite[], AttributeValue]>([
    ['the greatest', [advance(n(2)), advance(n(10)), advance(n(9))], n(10)],
    ['the least', [advance(n(2), 'skip', 'min'), advance(n(10), 'skip', 'min')], n(2)],
    ['the last by bytes', [advance({ S: 'b' }), advance({ S: 'a' })], { S: 'b' }],
  ])('become one, which takes %s', (_, writes, value) => {
    const { writes: merged, findings } = mergeWrites(writes)
    expect(findings).toEqual([])
    expect(merged).toHaveLength(1)
    expect(merged[0]?.item?.['_lk_value']).toEqual(value)
    expect(merged[0]?.condition).toMatchObject({ of: [free, { field: '_lk_value', value }] })
  })

  it('keep the first owner of a tie', () => {
    const first = { ...advance(n(2)), role: 'the first' }
    expect(mergeWrites([first, advance(n(2))]).writes).toMatchObject([{ role: 'the first' }])
  })

  it('have to ascend where going back is refused', () => {
    const refused = mergeWrites([advance(n(2), 'reject'), advance(n(2), 'reject'), advance(n(1), 'reject')])
    expect(refused.findings).toEqual([found('2'), found('1')])
    const { writes, findings } = mergeWrites([advance(n(2), 'reject'), advance(n(3), 'reject')])
    expect(findings).toEqual([])
    expect(writes[0]?.item?.['_lk_value']).toEqual(n(3))
    expect(writes[0]?.condition).toEqual(advance(n(2)).condition)
  })

  it('have to descend where the least counts', () => {
    const to = (value: number): GuardedWrite => advance(n(value), 'reject', 'min')
    expect(mergeWrites([to(3), to(2)]).findings).toEqual([])
    expect(mergeWrites([to(3), to(3), to(4)]).findings).toEqual([found('3'), found('4')])
  })

  it('are explained by the first of them, whose value the store refused', () => {
    const { writes } = mergeWrites([advance(n(2), 'reject'), advance(n(9), 'reject')])
    expect(writes[0]?.explain(undefined)).toEqual([found('stored against 2')])
  })
})

describe('draws from one sequence', () => {
  it('become one, from what was read first to what was drawn last', () => {
    const { writes } = mergeWrites([draw(n(4), n(5)), draw(n(5), n(6)), draw(n(6), n(7))])
    expect(writes).toMatchObject([
      {
        action: 'Put',
        item: { _lk_value: n(7) },
        condition: { op: 'equals', field: '_lk_value', value: n(4) },
      },
    ])
    expect(writes[0]?.explain(undefined)).toEqual([{ kind: 'lost-fence' }])
    expect(mergeWrites([draw(undefined, n(1)), draw(n(1), n(2))])).toMatchObject({
      writes: [{ item: { _lk_value: n(2) }, condition: free }],
      findings: [],
    })
  })
})

describe('writes of different kinds on one item', () => {
  it.each<[string, GuardedWrite[]]>([
    ['a claim and an advance', [claim('PTR', '1'), advance(n(1))]],
    ['an advance and a draw', [advance(n(1)), drawIn('PTR')]],
    ['a release and a draw', [release('SEQ', '1'), draw(n(1), n(2))]],
    ['a record and a claim', [record('a'), claim('a', '1')]],
    ['two records', [record('a'), record('a')]],
    ['a record and a check', [check('a', free, 'x'), record('a')]],
  ])('stay apart, to be refused as a collision of keys: %s', (_, writes) => {
    expect(mergeWrites(writes)).toEqual({ writes, findings: [] })
  })
})
