import { describe, expect, it } from 'vitest'
import { eventually } from '../../src/run/eventually.js'
import { thrown } from './runtime.js'

describe('options of eventually', () => {
  const right = { until: () => true, timeoutMs: 10 }
  const problemsOf = async (options: unknown, read: unknown = async () => 1): Promise<unknown> => {
    const error = await thrown(eventually(read as never, options as never))
    if (error instanceof Error)
      expect(error).toMatchObject({ code: 'INVALID_INPUT', operation: 'eventually' })
    return Reflect.get(Object(error), 'problems')
  }

  it.each([
    ['until', undefined],
    ['until', true],
    ['timeoutMs', undefined],
    ['timeoutMs', -1],
    ['timeoutMs', Number.NaN],
    ['timeoutMs', '5'],
    ['signal', null],
    ['signal', 'abort'],
    ['signal', {}],
    ['signal', { aborted: false }],
    ['signal', { addEventListener: () => {} }],
    ['baseDelayMs', 0],
    ['baseDelayMs', -1],
    ['baseDelayMs', Number.NaN],
    ['baseDelayMs', Number.POSITIVE_INFINITY],
    ['baseDelayMs', '5'],
    ['timeout', 5],
  ])('are refused where %s is %s, before anything is read', async (path, value) => {
    let reads = 0
    const read = async () => {
      reads += 1
    }
    expect(await problemsOf({ ...right, [path]: value }, read)).toEqual([
      {
        path,
        message: expect.stringMatching(/^(has to be a|is no option: there are until, timeoutMs, signal, )/),
      },
    ])
    expect(reads).toBe(0)
  })

  it('are refused with all that is wrong, the read too', async () => {
    expect(await problemsOf({ timeoutMs: 'x', wait: 1 }, null)).toMatchObject([
      { path: 'read' },
      { path: 'wait' },
      { path: 'until' },
      { path: 'timeoutMs' },
    ])
    for (const odd of [undefined, null, 5])
      expect(await problemsOf(odd)).toEqual([
        { path: 'options', message: 'have to be an object with until and timeoutMs' },
      ])
  })

  it('may leave out, or name as undefined, what is not asked for', async () => {
    const { signal } = new AbortController()
    for (const more of [{}, { signal: undefined, baseDelayMs: undefined }, { signal, baseDelayMs: 0.5 }])
      expect(await problemsOf({ ...right, ...more })).toBeUndefined()
  })
})
