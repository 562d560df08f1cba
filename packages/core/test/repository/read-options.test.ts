import { describe, expect, it } from 'vitest'
import { readOptions, readRetry } from '../../src/repository/read-options.js'
import { DEFAULT_RETRY } from '../../src/run/retry.js'

const known = ['signal', 'retry', 'returns', 'where', 'current', 'version', 'consistent']
const context = { model: 'account', operation: 'update' }

describe('the options of a call', () => {
  it('are taken as they are', () => {
    const options = {
      signal: new AbortController().signal,
      retry: false,
      returns: 'none',
      where: () => '',
      version: 0,
      consistent: true,
    }
    expect(readOptions(options, known, context)).toBe(options)
    expect(
      readOptions({ current: {}, returns: undefined, retry: { attempts: 1 } }, known, context),
    ).toBeDefined()
    expect(readOptions(undefined, known, context)).toEqual({})
  })

  it.each<[unknown, string[]]>([
    [null, ['options: have to be an object']],
    [[], ['options: have to be an object']],
    [{ wher: () => '' }, [`wher: is no option here: there are ${known.join(', ')}`]],
    ...['current', 'version', 'where'].map((name): [unknown, string[]] => [
      { [name]: undefined },
      [`${name}: is undefined, which would protect nothing: leave it out, or give it a value`],
    ]),
    [{ where: 'x' }, ['where: has to be a function']],
    [{ returns: 'all' }, ["returns: has to be 'item' or 'none'"]],
    [{ signal: {} }, ['signal: has to be an AbortSignal']],
    [{ consistent: 1 }, ['consistent: has to be true or false']],
    [{ version: '3' }, ['version: has to be a whole number, as it was read from the item']],
    [{ version: 1.5 }, ['version: has to be a whole number, as it was read from the item']],
    [{ version: -1 }, ['version: has to be a whole number, as it was read from the item']],
    [{ version: null }, ['version: has to be a whole number, as it was read from the item']],
    [{ current: null }, ['current: has to be an item']],
    [{ current: [] }, ['current: has to be an item']],
    [
      { retry: true },
      ['retry: has to be false, or an object of attempts, maxElapsedMs, baseDelayMs, maxDelayMs'],
    ],
    [
      { retry: { attempts: 0, tries: 1, maxDelayMs: -1 } },
      [
        'retry.attempts: has to be a number, at least 1',
        'retry.tries: is no option: there are attempts, maxElapsedMs, baseDelayMs, maxDelayMs',
        'retry.maxDelayMs: has to be a number, at least 0',
      ],
    ],
    [{ retry: { attempts: Number.NaN } }, ['retry.attempts: has to be a number, at least 1']],
    [
      { returns: 'all', where: undefined },
      [
        "returns: has to be 'item' or 'none'",
        'where: is undefined, which would protect nothing: leave it out, or give it a value',
      ],
    ],
  ])('%o are refused, all faults at once', (options, problems) => {
    expect(() => readOptions(options, known, context)).toThrow(
      expect.objectContaining({
        code: 'INVALID_INPUT',
        model: 'account',
        operation: 'update',
        problems: problems.map((problem) => {
          const [path = '', ...message] = problem.split(': ')
          return { path, message: message.join(': ') }
        }),
      }),
    )
  })
})

describe('a retry policy', () => {
  it('is filled up with what was there', () => {
    expect(readRetry(undefined)).toEqual(DEFAULT_RETRY)
    expect(readRetry({ attempts: 3 })).toEqual({ ...DEFAULT_RETRY, attempts: 3 })
    const table = { ...DEFAULT_RETRY, maxElapsedMs: 7 }
    expect(readRetry({ attempts: 3, baseDelayMs: undefined } as never, table)).toEqual({
      ...table,
      attempts: 3,
    })
    expect(readRetry(false)).toMatchObject({ attempts: 1 })
  })
})
