import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { CliError } from '../cli-error.js'
import type { Io } from '../io.js'
import type { ConnectOptions } from './connect-options.js'

/** The endpoint that is named, or that the SDK is told by the environment. */
export function endpointOf({ endpoint }: ConnectOptions, { env }: Pick<Io, 'env'>): string | undefined {
  if (endpoint !== undefined && !(URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol)))
    throw new CliError('--endpoint has to be a URL, such as http://localhost:8000')
  return endpoint ?? env['AWS_ENDPOINT_URL_DYNAMODB'] ?? env['AWS_ENDPOINT_URL']
}

/** Whether an endpoint is on this machine. */
export function isLoopback(endpoint: string | undefined): boolean {
  const host = endpoint !== undefined && URL.canParse(endpoint) ? new URL(endpoint).hostname : ''
  return host === 'localhost' || host === '[::1]' || /^127(?:\.\d+){3}$/.test(host)
}

const VARIABLES = [
  'AWS_ACCESS_KEY_ID',
  'AWS_PROFILE',
  'AWS_WEB_IDENTITY_TOKEN_FILE',
  'AWS_CONTAINER_CREDENTIALS_RELATIVE_URI',
  'AWS_CONTAINER_CREDENTIALS_FULL_URI',
  'AWS_SHARED_CREDENTIALS_FILE',
  'AWS_CONFIG_FILE',
]

/** Whether credentials are configured anywhere on this machine. */
export function hasCredentials({ profile }: ConnectOptions, { env }: Pick<Io, 'env'>): boolean {
  const home = env['HOME'] ?? env['USERPROFILE'] ?? homedir()
  return (
    profile !== undefined ||
    VARIABLES.some((name) => (env[name] ?? '') !== '') ||
    ['credentials', 'config'].some((name) => existsSync(join(home, '.aws', name)))
  )
}
