import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CliError } from '../../src/cli-error.js'
import { describeAwsError } from '../../src/connect/describe-aws-error.js'
import { endpointOf, hasCredentials, isLoopback } from '../../src/connect/endpoint.js'

test('only addresses of this machine are loopback', () => {
  for (const host of ['localhost', '127.0.0.1', '127.1.2.3', '[::1]'])
    expect(isLoopback(`http://${host}:8000`)).toBe(true)
  for (const url of [
    'http://10.0.0.1',
    'http://localhost.evil.org',
    'https://dynamodb.aws',
    'nonsense',
    undefined,
  ])
    expect(isLoopback(url)).toBe(false)
})

test('the endpoint is the option, or what the SDK reads from the environment', () => {
  const env = { AWS_ENDPOINT_URL: 'http://a', AWS_ENDPOINT_URL_DYNAMODB: 'http://b' }
  expect(endpointOf({ endpoint: 'http://c' }, { env })).toBe('http://c')
  expect(endpointOf({}, { env })).toBe('http://b')
  expect(endpointOf({}, { env: { AWS_ENDPOINT_URL: 'http://a' } })).toBe('http://a')
  expect(endpointOf({}, { env: {} })).toBeUndefined()
  for (const endpoint of ['8000', 'localhost:8000', 'ftp://x'])
    expect(() => endpointOf({ endpoint }, { env })).toThrow(CliError)
})

test('credentials are configured by the environment, a profile or the files of the home folder', async () => {
  const home = await mkdtemp(join(tmpdir(), 'latchkey-home-'))
  const env = { HOME: home }
  expect(hasCredentials({}, { env })).toBe(false)
  expect(hasCredentials({ profile: 'x' }, { env })).toBe(true)
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_PROFILE', 'AWS_WEB_IDENTITY_TOKEN_FILE', 'AWS_CONFIG_FILE'])
    expect(hasCredentials({}, { env: { ...env, [name]: 'x' } })).toBe(true)
  await mkdir(join(home, '.aws'))
  await writeFile(join(home, '.aws', 'credentials'), '')
  expect(hasCredentials({}, { env })).toBe(true)
  await rm(home, { recursive: true })
})

describe('errors on the way to the service', () => {
  const failed = (name: string, message = '', more: object = {}) =>
    Object.assign(new Error(message), { name, ...more })
  const target = { table: 'shop', endpoint: 'http://localhost:8000' }

  test.each([
    [failed('CredentialsProviderError', 'none'), /there are no AWS credentials \(none\): set AWS_PROFILE/],
    [failed('Error', 'Region is missing'), /there is no AWS region: set AWS_REGION/],
    [
      failed('Error', '', { code: 'ECONNREFUSED' }),
      /http:\/\/localhost:8000 cannot be reached \(ECONNREFUSED\)/,
    ],
    [failed('AggregateError', '', { errors: [{ code: 'ENOTFOUND' }] }), /cannot be reached \(ENOTFOUND\)/],
    [failed('TimeoutError'), /cannot be reached \(TimeoutError\)/],
    [failed('ResourceNotFoundException'), /there is no table shop there: say which with --table/],
    [failed('ExpiredTokenException'), /credentials are refused \(ExpiredTokenException\): log in again/],
    [failed('AccessDeniedException', 'not you\nmore'), /^not you: give the credentials this right/],
    [
      failed('ValidationException', 'no', { $fault: 'client' }),
      /the service refuses: ValidationException: no/,
    ],
    [
      failed('Unknown', 'UnknownError', { $fault: 'client', $metadata: { httpStatusCode: 502 } }),
      /^http:\/\/localhost:8000 does not answer as DynamoDB does \(HTTP 502\): is --endpoint right\?$/,
    ],
  ])('%s is told with a remedy', (error, message) => {
    const told = describeAwsError(error, target)
    expect(told).toBeInstanceOf(CliError)
    expect((told as CliError).message).toMatch(message)
    expect((told as CliError).message).not.toContain('\n')
  })

  test('any other error stays as it is', () => {
    const errors = [new TypeError('x'), new CliError('y')]
    expect(errors.map((error) => describeAwsError(error, target))).toEqual(errors)
  })
})
