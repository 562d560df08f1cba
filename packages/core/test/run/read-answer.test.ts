import {
  type CancellationReason,
  ConditionalCheckFailedException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb'
import { describe, expect, it } from 'vitest'
import { isUnanswered, readAnswer, readReasons } from '../../src/run/read-answer.js'
import { serviceError } from '../recording-store.js'

const item = { pk: { S: 'a' } }
const TEXT = 'Transaction cancelled, please refer cancellation reasons for specific reasons'

const cancelled = (codes: string, reasons?: readonly unknown[]): TransactionCanceledException =>
  new TransactionCanceledException({
    message: `${TEXT} [${codes}]`,
    ...(reasons === undefined ? {} : { CancellationReasons: reasons as CancellationReason[] }),
    $metadata: { httpStatusCode: 400 },
  })

const reasonsOf = (error: unknown, count: number): ReturnType<typeof readReasons> =>
  readReasons(error as Parameters<typeof readReasons>[0], count)

describe('a single write', () => {
  it.each([
    [item, item],
    [undefined, null],
  ])('that was refused comes back with %j', (Item, given) => {
    const error = new ConditionalCheckFailedException({
      message: 'The conditional request failed',
      $metadata: { httpStatusCode: 400 },
      ...(Item === undefined ? {} : { Item }),
    })
    expect(readAnswer(error, 1)).toEqual({
      kind: 'refused',
      reasons: [{ code: 'ConditionalCheckFailed', message: 'The conditional request failed', item: given }],
      error,
    })
  })
})

describe('a cancelled transaction', () => {
  it('is refused by position, with the items that failed', () => {
    const error = cancelled('None, ConditionalCheckFailed, ConditionalCheckFailed', [
      { Code: 'None' },
      { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed', Item: item },
      { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed' },
    ])
    expect(readAnswer(error, 3)).toEqual({
      kind: 'refused',
      reasons: [
        { code: 'None', message: '', item: null },
        { code: 'ConditionalCheckFailed', message: 'The conditional request failed', item },
        { code: 'ConditionalCheckFailed', message: 'The conditional request failed', item: null },
      ],
      error,
    })
  })

  it.each<[string, readonly unknown[] | undefined]>([
    ['a missing list', undefined],
    ['an empty list', []],
    ['a list of nulls', [null, null]],
    ['a list of nothing', [undefined, {}]],
    ['codes that are null', [{ Code: null }, { Code: null }]],
  ])('with %s is read from its message, and its items were not told', (_, reasons) => {
    expect(reasonsOf(cancelled('None, ConditionalCheckFailed', reasons), 2)).toEqual([
      { code: 'None', message: '', item: undefined },
      { code: 'ConditionalCheckFailed', message: '', item: undefined },
    ])
  })

  it('with a short list is filled up from its message', () => {
    const error = cancelled('ConditionalCheckFailed, None, ConditionalCheckFailed', [
      { Code: 'ConditionalCheckFailed', Item: item },
    ])
    expect(reasonsOf(error, 3)).toEqual([
      { code: 'ConditionalCheckFailed', message: '', item },
      { code: 'None', message: '', item: undefined },
      { code: 'ConditionalCheckFailed', message: '', item: undefined },
    ])
  })

  it('has as many reasons as the plan has writes', () => {
    expect(reasonsOf(cancelled('None'), 2)).toHaveLength(2)
    expect(reasonsOf(cancelled('None, None, ConditionalCheckFailed'), 2)).toHaveLength(2)
    expect(reasonsOf(serviceError('TransactionCanceledException'), 1)).toEqual([
      { code: 'None', message: '', item: undefined },
    ])
  })

  it.each([
    'TransactionConflict',
    'ThrottlingError',
    'ProvisionedThroughputExceeded',
    'RequestLimitExceeded',
    'TransactionInProgress',
  ])('for %s alone is contended, and nothing was applied', (code) => {
    const error = cancelled(`None, ${code}`, [{ Code: 'None' }, { Code: code }])
    expect(readAnswer(error, 2)).toEqual({ kind: 'contended', reason: code, isSettled: true, error })
    expect(readAnswer(cancelled(`None, ${code}`), 2)).toMatchObject({ kind: 'contended', reason: code })
  })

  it('is refused where a condition failed beside a conflict', () => {
    const error = cancelled('TransactionConflict, ConditionalCheckFailed')
    expect(readAnswer(error, 2)).toMatchObject({
      kind: 'refused',
      reasons: [{ code: 'TransactionConflict' }, { code: 'ConditionalCheckFailed' }],
    })
  })

  it.each([
    'ValidationError',
    'ItemCollectionSizeLimitExceeded',
    'ValidationError, TransactionConflict',
    'None',
  ])('for %s has failed for good', (codes) => {
    const error = cancelled(codes)
    expect(readAnswer(error, codes.split(', ').length)).toEqual({ kind: 'failed', error })
  })
})

describe('other errors', () => {
  it.each([
    'TransactionConflictException',
    'ReplicatedWriteConflictException',
    'ProvisionedThroughputExceededException',
    'ThrottlingException',
    'Throttling',
    'RequestLimitExceeded',
  ])('%s is contended, and nothing was applied', (name) => {
    const error = serviceError(name, { $metadata: { httpStatusCode: 400 } })
    expect(readAnswer(error, 1)).toEqual({ kind: 'contended', reason: name, isSettled: true, error })
  })

  it('TransactionInProgressException is contended, and its fate is open', () => {
    const error = serviceError('TransactionInProgressException', { $metadata: { httpStatusCode: 400 } })
    expect(readAnswer(error, 1)).toMatchObject({ kind: 'contended', isSettled: false })
  })

  it.each([
    'ValidationException',
    'ResourceNotFoundException',
    'IdempotentParameterMismatchException',
    'AccessDeniedException',
  ])('%s has failed for good', (name) => {
    const error = serviceError(name, { $metadata: { httpStatusCode: 400 } })
    expect(readAnswer(error, 1)).toEqual({ kind: 'failed', error })
  })

  it.each<[string, unknown]>([
    ['a failure of the service', serviceError('InternalServerError', { $metadata: { httpStatusCode: 500 } })],
    ['a service that is away', serviceError('ServiceUnavailable', { $metadata: { httpStatusCode: 503 } })],
    ['a broken connection', serviceError('Error', { code: 'ECONNRESET' })],
    ['a timeout', serviceError('TimeoutError')],
    ['a metadata without a status', serviceError('TimeoutError', { $metadata: { attempts: 3 } })],
    ['an abort under way', serviceError('AbortError')],
    ['what is no error', 'lost'],
    ['nothing', undefined],
  ])('%s leaves the fate open', (_, error) => {
    expect(isUnanswered(error)).toBe(true)
    expect(readAnswer(error, 1)).toEqual({ kind: 'unanswered', error })
  })

  it('are known by their name and message, whatever class they have', () => {
    const foreign = { name: 'ThrottlingException', message: '' }
    expect(readAnswer(foreign, 1)).toMatchObject({ kind: 'contended', reason: 'ThrottlingException' })
    for (const odd of [null, { name: 'ThrottlingException' }, { message: '' }, () => {}])
      expect(readAnswer(odd, 1)).toEqual({ kind: 'unanswered', error: odd })
    expect(
      readAnswer(
        Object.assign(() => {}, { message: '' }),
        1,
      ),
    ).toMatchObject({ kind: 'unanswered' })
  })

  it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'])('%s was never sent', (code) => {
    const error = serviceError('Error', { code })
    expect(isUnanswered(error)).toBe(false)
    expect(readAnswer(error, 1)).toEqual({ kind: 'failed', error })
  })
})
