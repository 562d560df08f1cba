import { CliError } from '../cli-error.js'

interface Target {
  readonly table: string
  readonly endpoint: string | undefined
}

const text = (error: unknown, property: string): string => {
  const value: unknown =
    typeof error === 'object' && error !== null ? Reflect.get(error, property) : undefined
  return typeof value === 'string' ? value : ''
}

const UNREACHABLE = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ETIMEDOUT']
const REFUSED = [
  'UnrecognizedClientException',
  'InvalidSignatureException',
  'IncompleteSignatureException',
  'MissingAuthenticationTokenException',
  'ExpiredTokenException',
  'ExpiredToken',
  'InvalidClientTokenId',
]

/** What a node error says that is made of others: each address that was tried. */
function codeOf(error: unknown): string {
  const errors: unknown =
    typeof error === 'object' && error !== null ? Reflect.get(error, 'errors') : undefined
  return text(error, 'code') || (Array.isArray(errors) ? text(errors[0], 'code') : '')
}

/** What to do about an error of the SDK; undefined where it is none that is known. */
function remedyFor(error: unknown, { table, endpoint }: Target): string | undefined {
  const name = text(error, 'name')
  const [message = ''] = text(error, 'message').split('\n')
  const code = codeOf(error)
  if (name === 'CredentialsProviderError')
    return `there are no AWS credentials (${message}): set AWS_PROFILE or AWS_ACCESS_KEY_ID, or name a profile with --profile`
  if (message.startsWith('Region is missing'))
    return 'there is no AWS region: set AWS_REGION, or say it with --region'
  if (UNREACHABLE.includes(code) || name === 'TimeoutError')
    return `${endpoint ?? 'the service'} cannot be reached (${code || name}): is it running, and is --endpoint or the region right?`
  if (name === 'ResourceNotFoundException')
    return `there is no table ${table} there: say which with --table, or make it from what latchkey table prints`
  if (REFUSED.includes(name))
    return `the AWS credentials are refused (${name}): log in again, or name another profile with --profile`
  if (name.startsWith('AccessDenied'))
    return `${message}: give the credentials this right, or name another profile with --profile`
  if (text(error, '$fault') === '') return undefined
  // What is no service of DynamoDB answers in no way that the SDK knows.
  if (name === '' || name.startsWith('Unknown'))
    return `${endpoint ?? 'the service'} does not answer as DynamoDB does (${statusOf(error)}): is --endpoint right?`
  return `the service refuses: ${name}: ${message}`
}

function statusOf(error: unknown): string {
  const metadata: unknown = Reflect.get(Object(error), '$metadata')
  const status: unknown = Reflect.get(Object(metadata), 'httpStatusCode')
  return typeof status === 'number' ? `HTTP ${status}` : 'no HTTP status'
}

/** An error on the way to the service or of the service, in one line; any other as it is. */
export function describeAwsError(error: unknown, target: Target): unknown {
  if (error instanceof CliError) return error
  const remedy = remedyFor(error, target)
  return remedy === undefined ? error : new CliError(remedy, { cause: error })
}
