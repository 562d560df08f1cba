import { describe, expect, it } from 'vitest'
import type { ApartWrite } from '../../src/plan/assemble.js'
import type { StoredItem } from '../../src/plan/attribute-value.js'
import type { Condition } from '../../src/plan/condition.js'
import type { Finding, GuardedWrite } from '../../src/plan/contribution.js'
import { joinApart, refuseTwice } from '../../src/plan/join-apart.js'
import type { Write } from '../../src/plan/write.js'

const key = { pk: { S: 'a' } }
const held: StoredItem = { ...key, on: { BOOL: true } }
const found = (name: string): Finding => ({
  kind: 'violation',
  violation: { code: 'CONDITION', model: name, key: {} },
})

const rawOf = (action: Write['action'], given: Partial<Write> = {}): ApartWrite => ({
  write: { action, role: 'raw write 0', table: 'shop', key, condition: '', names: {}, values: {}, ...given },
  explain: () => [found('raw')],
})
const asked = {
  condition: '#on = :on OR #off = :on',
  names: { '#on': 'on', '#off': 'off' },
  values: { ':on': { BOOL: true } },
}

const isOn: Condition = { op: 'equals', field: 'on', value: { BOOL: true } }
const isThere: Condition = { op: 'exists', field: 'pk' }
const ownText: Condition = { op: 'text', text: '#x = :x', names: { '#x': 'x' }, values: { ':x': { S: 'x' } } }
const look = (kind: 'check' | 'presence', condition: Condition, name: string): GuardedWrite => ({
  action: 'ConditionCheck',
  role: `check of ${name}`,
  key,
  condition,
  intent: kind === 'check' ? { kind } : { kind, refuse: () => [found(`${name} before it is sent`)] },
  explain: (item) => [found(`${name}, which ${item === undefined ? 'is not there' : 'is there'}`)],
})
const here = look('presence', isThere, 'presence')

describe('a write of the caller’s own that makes or removes what is asked to be there', () => {
  it.each<[string, ApartWrite, readonly Finding[]]>([
    ['a put of it says it', rawOf('Put', { item: held }), []],
    ['a put of something else is refused', rawOf('Put', { item: {} }), [found('presence before it is sent')]],
    ['a delete is refused', rawOf('Delete'), [found('presence before it is sent')]],
  ])('%s, and the store is asked nothing more', (_, raw, findings) => {
    expect(joinApart(raw, [here])).toEqual({ write: raw, findings })
  })

  it('leaves it to the store where it may be there or not: an update, a check', () => {
    for (const action of ['Update', 'ConditionCheck'] as const) {
      const { write, findings } = joinApart(rawOf(action), [here])
      expect(findings).toEqual([])
      expect(write.write.condition).toBe('attribute_exists(#_lk0)')
      expect(write.explain(null)).toEqual([found('presence, which is not there')])
    }
  })
})

describe('checks of an item that the caller writes', () => {
  it('are asked by that write, whatever it does, beside what it asks itself', () => {
    for (const action of ['Put', 'Update', 'Delete'] as const) {
      const raw = rawOf(action, { ...asked, item: held })
      const { write, findings } = joinApart(raw, [look('check', isOn, 'on'), look('check', ownText, 'text')])
      expect(findings).toEqual([])
      expect(write.write).toEqual({
        ...raw.write,
        condition: '(#on = :on OR #off = :on) AND (#_lk2 = :_lk1 AND (#_lk3 = :_lk2))',
        names: { ...asked.names, '#_lk2': 'on', '#_lk3': 'x' },
        values: { ...asked.values, ':_lk1': { BOOL: true }, ':_lk2': { S: 'x' } },
      })
    }
  })

  it('are none where none were made: the write goes as it is', () => {
    const raw = rawOf('Update', asked)
    expect(joinApart(raw, [])).toEqual({ write: raw, findings: [] })
  })

  it('say what it means that they do not hold, each of them, and those alone', () => {
    const checks = [look('check', isOn, 'on'), look('check', { op: 'absent', field: 'off' }, 'off'), here]
    const { write } = joinApart(rawOf('Update', asked), checks)
    expect(write.explain({ ...key, off: { BOOL: true } })).toEqual([
      found('on, which is there'),
      found('off, which is there'),
    ])
    expect(write.explain(null)).toEqual([
      found('on, which is not there'),
      found('presence, which is not there'),
    ])
  })

  it('leave the refusal to the caller’s own condition where all of them hold', () => {
    const { write } = joinApart(rawOf('Update', asked), [
      look('check', isOn, 'on'),
      look('check', ownText, 'x'),
    ])
    expect(write.explain(held)).toEqual([found('raw')])
  })

  it('are refused by a text of their own where nothing else can have failed', () => {
    const checks = [look('check', isOn, 'on'), look('check', ownText, 'text')]
    const { write } = joinApart(rawOf('Update'), checks)
    expect(write.explain(held)).toEqual([found('text, which is there')])
    expect(write.explain(key)).toEqual([found('on, which is there')])
  })

  it('are no matter where neither they nor a text can have failed', () => {
    const { write } = joinApart(rawOf('Update'), [look('check', isOn, 'on')])
    expect(write.explain(held)).toEqual([found('raw')])
  })
})

describe('an item that the request writes twice', () => {
  const others = [{ id: '["shop",[["pk",{"S":"b"}]]]', name: 'account.create' }]
  const refused =
    (...apart: readonly ApartWrite[]) =>
    (): void =>
      refuseTwice(apart, others, {})

  it('is refused, naming both', () => {
    const twice = rawOf('Put', { key: { pk: { S: 'b' } } })
    expect(refused(twice)).toThrow(
      expect.objectContaining({
        name: 'DuplicateItemError',
        operations: ['account.create', 'raw write 0'],
      }),
    )
    expect(refused(rawOf('Put'), rawOf('Delete', { role: 'raw write 1' }))).toThrow(
      expect.objectContaining({ operations: ['raw write 0', 'raw write 1'] }),
    )
  })

  it('is none of another key, or of another table', () => {
    const elsewhere = { table: 'other', key: { pk: { S: 'b' } } }
    expect(refused(rawOf('Put'), rawOf('Put', elsewhere))).not.toThrow()
  })
})
