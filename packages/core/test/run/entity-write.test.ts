import { describe, expect, it } from 'vitest'
import { entityWriteOf, keysOf } from '../../src/run/execute.js'
import { creating, deleting, keyOfAccount, stored, updating } from '../constraint/account.js'
import { RecordingStore } from '../recording-store.js'
import { partOf } from './part-of.js'
import { preparedOf, runtimeOn, writeOn } from './runtime.js'

describe('the write of a row that goes in a batch', () => {
  const runtime = runtimeOn(new RecordingStore())

  it('is the only one of its plan', () => {
    const write = writeOn('a')
    expect(entityWriteOf(preparedOf([write]), runtime)).toEqual(write)
  })

  it('is none of several, and cannot be missing', () => {
    const internal = expect.objectContaining({ code: 'INTERNAL' })
    expect(() => entityWriteOf(preparedOf([writeOn('a'), writeOn('b')]), runtime)).toThrow(internal)
    expect(() => entityWriteOf(preparedOf([]), runtime)).toThrow(internal)
  })

  it('is checked as every plan is', () => {
    const large = writeOn('a', {
      item: { pk: { S: 'a' }, sk: { S: 'a' }, text: { S: 'x'.repeat(400 * 1024) } },
    })
    expect(() => entityWriteOf(preparedOf([large]), runtime)).toThrow(
      expect.objectContaining({ code: 'PLAN_TOO_LARGE', model: 'account' }),
    )
  })
})

describe('the items that changes leave behind', () => {
  it('are theirs in order, null for a deleted one; writes of no change have none', () => {
    const parts = [
      partOf(creating(stored('1'))),
      { own: [], apart: [{ write: writeOn('raw'), explain: () => [] }] },
      partOf(deleting(stored('2'))),
      partOf(updating(stored('3'), { nickname: { S: 'x' } })),
    ]
    expect(keysOf(parts)).toEqual([keyOfAccount('1'), null, keyOfAccount('3')])
  })
})
