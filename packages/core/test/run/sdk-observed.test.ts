import { describe, expect, it } from 'vitest'
import { CompiledPlan } from '../../src/plan/plan.js'
import type { RequestContext } from '../../src/run/store.js'
import { serviceError } from '../recording-store.js'
import { context, keyOf, storeOf } from './answering-client.js'
import { writeOn } from './runtime.js'

const options = { returnValues: 'NONE', token: 'token-1' } as const
const get = (pk: string) => ({ table: 'shop', key: keyOf(pk), consistent: true })

describe('an observer', () => {
  it('sees each request once: what it took, how long, and how it ended', async () => {
    const seen: unknown[] = []
    const watched: RequestContext = {
      ...context,
      seen: ({ command, capacity, error, durationMs }) => seen.push([command, capacity, error, durationMs]),
    }
    const { store } = storeOf([
      { ConsumedCapacity: { CapacityUnits: 0.5 } },
      { ConsumedCapacity: [{ CapacityUnits: 2 }, { CapacityUnits: 3 }, {}] },
      serviceError('AccessDeniedException', { $metadata: { httpStatusCode: 400 } }),
    ])
    await store.get(get('a'), watched)
    await store.snapshot([get('a')], watched)
    await expect(store.get(get('a'), watched)).rejects.toThrow('AccessDeniedException')
    expect(seen).toEqual([
      ['GetItem', 0.5, undefined, 7],
      ['TransactGetItems', 5, undefined, 7],
      ['GetItem', undefined, 'AccessDeniedException', 7],
    ])
  })

  it('that throws is called once, and is not taken for an answer of the service', async () => {
    const seen: unknown[] = []
    const { store } = storeOf()
    const watched: RequestContext = {
      ...context,
      seen: ({ error }) => {
        seen.push(error)
        throw new Error('the observer failed')
      },
    }
    await expect(store.get(get('a'), watched)).rejects.toThrow('the observer failed')
    expect(seen).toEqual([undefined])
  })

  it('sees that what was thrown is no error', async () => {
    const seen: unknown[] = []
    const { store } = storeOf([() => 'odd'])
    const watched: RequestContext = { ...context, seen: ({ error }) => seen.push(error) }
    await expect(store.get(get('a'), watched)).rejects.toBe('odd')
    expect(seen).toEqual(['UnknownError'])
  })

  it('has every kind of request say what it consumed; one that is not there costs nothing', async () => {
    const { store, sent } = storeOf()
    const requestAll = async (each: RequestContext) => {
      await store.get(get('a'), each)
      await store.getMany([get('a')], each)
      await store.snapshot([get('a')], each)
      await store.page('Query', {}, each)
      await store.send(new CompiledPlan([writeOn('a')]), options, each)
      await store.send(new CompiledPlan([writeOn('a'), writeOn('b')]), options, each)
      await store.batch([writeOn('a')], each)
    }
    await requestAll(context)
    expect(sent.filter(({ input }) => 'ReturnConsumedCapacity' in input)).toEqual([])
    await requestAll({ ...context, seen: () => {} })
    expect(sent.slice(7).map(({ input }) => input['ReturnConsumedCapacity'])).toEqual(Array(7).fill('TOTAL'))
  })
})
