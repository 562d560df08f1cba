import { describe, expect, it } from 'vitest'
import { type Doubt, judgeLostAnswer, type LostAnswer } from '../../src/interpret/judge-lost-answer.js'
import type { StoredItem } from '../../src/plan/attribute-value.js'

const ID = { S: '5d0c1c1e-0000-4000-8000-000000000001' }
const OTHER = { S: '5d0c1c1e-0000-4000-8000-000000000002' }
const v = (version: number): StoredItem => ({ rev: { N: String(version) } })
const name = (text: string): StoredItem => ({ name: { S: text } })

const create = (given: Partial<Doubt> = {}): Doubt => ({
  operation: 'create',
  stores: { id: ID, ...name('ada'), ...v(1) },
  generated: [],
  versionField: 'rev',
  expectedVersion: undefined,
  ...given,
})
const update = (given: Partial<Doubt> = {}): Doubt => ({
  operation: 'update',
  stores: name('ada'),
  generated: [],
  versionField: 'rev',
  expectedVersion: 3,
  ...given,
})
const generated = { generated: ['id'], stores: { id: ID, ...name('ada') } }
const same = { id: ID, ...name('ada') }

describe('a lost answer', () => {
  it.each<[string, Doubt, StoredItem | null | undefined, LostAnswer]>([
    [
      'create, the item has what was made for this call',
      create({ generated: ['id'] }),
      { ...same, ...v(1) },
      'ours',
    ],
    ['create without a version, the same', create({ ...generated, versionField: undefined }), same, 'ours'],
    [
      'create, what was made for this call beside values of another, at whatever version',
      create({ generated: ['id'] }),
      { ...same, ...name('bob'), ...v(1) },
      'unknown',
    ],
    [
      'update, what was made for this call beside values of another',
      update(generated),
      { ...same, ...name('bob'), ...v(4) },
      'unknown',
    ],
    [
      'create, version 1 with our values, which another may have set too',
      create(),
      { ...same, ...v(1) },
      'unknown',
    ],
    ['create, version 1 with other values', create(), { ...same, ...name('bob'), ...v(1) }, 'refused'],
    [
      'create, version 1 with another generated id',
      create({ generated: ['id'] }),
      { ...same, id: OTHER, ...v(1) },
      'refused',
    ],
    [
      'create, a later version: ours may lie beneath',
      create(),
      { ...same, ...name('bob'), ...v(2) },
      'unknown',
    ],
    ['create, an item without a version', create(), name('bob'), 'unknown'],
    ['create without a version, other values', create({ versionField: undefined }), name('bob'), 'unknown'],
    ['create, a value of ours that is gone', create(), { id: ID, ...v(1) }, 'refused'],
    ['update, still at the version that it asked for', update(), { ...name('bob'), ...v(3) }, 'refused'],
    ['update, an earlier version: deleted and made again', update(), { ...name('bob'), ...v(1) }, 'refused'],
    ['update, the next version with other values', update(), { ...name('bob'), ...v(4) }, 'refused'],
    ['update, the next version with our values', update(), { ...name('ada'), ...v(4) }, 'unknown'],
    [
      'update, the next version, where ours sets nothing',
      update({ stores: {} }),
      { ...name('bob'), ...v(4) },
      'unknown',
    ],
    ['update, beyond the next version', update(), { ...name('bob'), ...v(5) }, 'unknown'],
    ['update that did not ask for a version', update({ expectedVersion: undefined }), v(9), 'unknown'],
    ['update of a model without one', update({ versionField: undefined }), name('bob'), 'unknown'],
    ['update, what was made for this call', update(generated), { ...same, ...v(9) }, 'ours'],
    ['update, another id was made since', update(generated), { id: OTHER, ...v(9) }, 'unknown'],
    ['delete, whatever is there', update({ operation: 'delete', stores: {} }), v(3), 'unknown'],
    ['create, nothing came back', create({ generated: ['id'] }), null, 'unknown'],
    ['update, nothing was told', update(), undefined, 'unknown'],
  ])('%s', (_, doubt, item, judged) => {
    expect(judgeLostAnswer(doubt, item)).toBe(judged)
  })

  it('is a refusal where what is there says so whoever wrote it, and unknown where nothing was told', () => {
    const doubt = create({ generated: ['id'], standsAnyway: true })
    expect(judgeLostAnswer(doubt, { ...same, ...v(1) })).toBe('refused')
    expect(judgeLostAnswer(doubt, null)).toBe('unknown')
  })

  it('compares stored values, not spellings', () => {
    const doubt = update({ stores: { seats: { N: '1.0' }, tags: { SS: ['a', 'b'] } } })
    expect(judgeLostAnswer(doubt, { seats: { N: '1' }, tags: { SS: ['b', 'a'] }, ...v(4) })).toBe('unknown')
    expect(judgeLostAnswer(doubt, { seats: { N: '2' }, tags: { SS: ['b', 'a'] }, ...v(4) })).toBe('refused')
  })
})
