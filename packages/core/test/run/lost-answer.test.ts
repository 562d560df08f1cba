import { describe, expect, it } from 'vitest'
import type { Doubt } from '../../src/interpret/judge-lost-answer.js'
import type { StoredItem } from '../../src/plan/attribute-value.js'
import type { Write } from '../../src/plan/write.js'
import type { ReturnValues, Sent } from '../../src/run/store.js'
import { committed, RecordingStore, refused, unanswered } from '../recording-store.js'
import { NO_DOUBT, thrown, writeOn } from './runtime.js'
import { item, send, single } from './sending.js'

describe('a single write without an answer', () => {
  const doubt: Doubt = {
    operation: 'create',
    stores: { id: { S: 'made-for-this-call-alone' }, rev: { N: '1' } },
    generated: ['id'],
    versionField: 'rev',
    expectedVersion: undefined,
  }
  const lost = (found: object | null | undefined) =>
    new RecordingStore().answer({ answer: refused(found as never), unanswered: 1 })

  it('is not sent again by itself, since it has no token', async () => {
    const store = new RecordingStore().answer(unanswered())
    expect(await thrown(send(store, single))).toMatchObject({ code: 'OUTCOME_UNKNOWN', attempts: 1 })
    expect(store.sent).toHaveLength(1)
  })

  it('is ours where the item has what was made for this call', async () => {
    const found = { ...doubt.stores, more: { S: 'x' } }
    expect(await send(lost(found), single, {}, doubt)).toEqual(committed(found))
  })

  it('is refused where ours cannot have come before', async () => {
    const found = { id: { S: 'made-for-another-call' }, rev: { N: '1' } }
    expect(await send(lost(found), single, {}, doubt)).toMatchObject({ kind: 'refused' })
  })

  it('is unknown otherwise', async () => {
    const later = { id: { S: 'made-for-another-call' }, rev: { N: '2' } }
    expect(await thrown(send(lost(later), single, {}, doubt))).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    expect(await thrown(send(lost(null), single, {}, doubt))).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
  })

  it('is taken at its word where every send got an answer', async () => {
    const answer = refused({ id: { S: 'x' } })
    expect(await send(new RecordingStore().answer(answer), single, {}, doubt)).toEqual(answer)
  })
})

describe('a delete that gives back what it deleted', () => {
  const deleting = async (given: Sent, returnValues: ReturnValues, action: Write['action'] = 'Delete') => {
    const writes = [writeOn('a', { action })]
    const store = new RecordingStore().answer(given)
    return thrown(send(store, writes, {}, NO_DOUBT, returnValues))
  }
  const after = (lost: number, found?: StoredItem): Sent => ({ answer: committed(found), unanswered: lost })

  it('does not know what it deleted where it finds nothing after a lost answer', async () => {
    for (const lost of [1, 2])
      expect(await deleting(after(lost), 'ALL_OLD')).toMatchObject({ code: 'OUTCOME_UNKNOWN', attempts: 1 })
  })

  it('knows it otherwise: no answer was lost, or there is an item, or nobody asked, or it was no delete', async () => {
    expect(await deleting(after(0), 'ALL_OLD')).toEqual(committed())
    expect(await deleting(after(1, item), 'ALL_OLD')).toEqual(committed(item))
    expect(await deleting(after(1), 'NONE')).toEqual(committed())
    expect(await deleting(after(1), 'ALL_OLD', 'Put')).toEqual(committed())
  })
})
