import { describe, expect, it } from 'vitest'
import { sendAlone, sendTogether } from '../../src/run/send-alone.js'
import { committed, contended, RecordingStore, refused } from '../recording-store.js'
import { runtimeOn, thrown, writeOn } from './runtime.js'

const count = writeOn('CTR#visits', { action: 'Update', role: 'count', condition: '' })
const item = { pk: { S: 'CTR#visits' }, count: { N: '3' } }

describe('a write without a condition', () => {
  it('is one request, sent again while others are in the way, and gives back what came', async () => {
    const store = new RecordingStore().answer(contended('ThrottlingException'), committed(item))
    expect(await sendAlone(count, 'ALL_NEW', runtimeOn(store))).toEqual(item)
    const expected = { operation: 'UpdateItem', writes: [count], options: { returnValues: 'ALL_NEW' } }
    expect(store.sent).toMatchObject([expected, expected])
  })

  it('has an unknown outcome where it is refused after an answer was lost: nothing tells its own', async () => {
    const store = new RecordingStore().answer({ answer: refused(item), unanswered: 1 })
    expect(await thrown(sendAlone(count, 'NONE', runtimeOn(store)))).toMatchObject({
      code: 'OUTCOME_UNKNOWN',
    })
  })
})

describe('several writes without conditions', () => {
  it('are one transaction', async () => {
    const store = new RecordingStore()
    const writes = [count, writeOn('CTR#pages', { action: 'Update', role: 'count', condition: '' })]
    expect(await sendTogether(writes, 'NONE', runtimeOn(store))).toBeUndefined()
    expect(store.sent).toMatchObject([{ operation: 'TransactWriteItems', writes }])
  })
})
