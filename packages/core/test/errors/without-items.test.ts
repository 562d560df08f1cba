import { inspect } from 'node:util'
import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { describe, expect, it } from 'vitest'
import { InternalError } from '../../src/errors/internal-error.js'
import { withoutItems } from '../../src/errors/without-items.js'

const item = { email: { S: 'secret' } }
const cancelled = () =>
  new TransactionCanceledException({
    message: 'Transaction cancelled',
    $metadata: { attempts: 2, requestId: 'r' },
    CancellationReasons: [
      { Code: 'None' },
      { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed', Item: item },
    ],
  })

describe('a cause', () => {
  it('loses the items of a cancelled transaction, and nothing else', () => {
    const original = cancelled()
    const copy = withoutItems(original)
    expect(copy).toBeInstanceOf(TransactionCanceledException)
    expect(copy).toBeInstanceOf(Error)
    expect(copy).toMatchObject({
      name: 'TransactionCanceledException',
      message: 'Transaction cancelled',
      stack: original.stack,
      $metadata: { attempts: 2, requestId: 'r' },
      $fault: 'client',
      CancellationReasons: [
        { Code: 'None' },
        { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed' },
      ],
    })
    expect(inspect(copy, { depth: 9, showHidden: true })).not.toContain('secret')
    expect(original.CancellationReasons?.[1]?.Item).toEqual(item)
  })

  it('loses a raw response that comes with nothing else of the service', () => {
    const original = Object.assign(new SyntaxError('Unexpected token'), { $response: { body: 'secret' } })
    const copy = withoutItems(original)
    expect(copy).toBeInstanceOf(SyntaxError)
    expect(inspect(copy, { depth: 9, showHidden: true })).not.toContain('secret')
  })

  it('loses the item of a single write and the raw response', () => {
    const original = Object.assign(
      new ConditionalCheckFailedException({ message: 'refused', $metadata: {}, Item: item }),
      { $response: { body: 'secret' } },
    )
    const copy = withoutItems(original)
    expect(copy).toBeInstanceOf(ConditionalCheckFailedException)
    expect(inspect(copy, { depth: 9, showHidden: true })).not.toContain('secret')
    expect(original.Item).toEqual(item)
  })

  it('is cleaned however deep it lies', () => {
    class ElectroError extends Error {
      readonly code = 4001
    }
    const original = new ElectroError('refused', { cause: new Error('inner', { cause: cancelled() }) })
    const copy = withoutItems(original)
    expect(copy).toBeInstanceOf(ElectroError)
    expect(copy).toMatchObject({ message: 'refused', code: 4001, cause: { message: 'inner' } })
    expect(inspect(copy, { depth: 9, showHidden: true })).not.toContain('secret')
    expect((original.cause as Error).cause).toHaveProperty('CancellationReasons.1.Item')
  })

  it('is given back as it is where it holds no item', () => {
    const plain = new TypeError('x', { cause: new Error('y') })
    expect(withoutItems(plain)).toBe(plain)
    expect(withoutItems(undefined)).toBe(undefined)
    expect(withoutItems('text')).toBe('text')
    const circular = new Error('a')
    circular.cause = circular
    expect(withoutItems(circular)).toBe(circular)
  })

  it('tolerates reasons that are not there', () => {
    expect(withoutItems({ CancellationReasons: [null, undefined, {}] })).toMatchObject({
      CancellationReasons: [null, undefined, {}],
    })
    expect(withoutItems({ $metadata: {} })).not.toHaveProperty('CancellationReasons')
  })

  it('is cleaned by every error that carries it', () => {
    const error = new InternalError('x', { cause: cancelled() })
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('secret')
    expect(error.cause).toBeInstanceOf(TransactionCanceledException)
  })
})
