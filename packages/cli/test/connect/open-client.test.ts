import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CliError } from '../../src/cli-error.js'
import { withConnection } from '../../src/connect/open-client.js'

let home = ''
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'latchkey-home-'))
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) vi.stubEnv(name, undefined)
  vi.stubEnv('HOME', home)
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(home, { recursive: true })
})

const credentialsFor = (endpoint: string) =>
  withConnection({ endpoint, region: 'eu-central-1', table: 'shop' }, { env: { HOME: home } }, ({ client }) =>
    client.config.credentials(),
  )

test('credentials are made up for an engine on this machine, and for nothing else', async () => {
  expect(await credentialsFor('http://localhost:8000')).toMatchObject({ accessKeyId: 'latchkey' })
  await expect(credentialsFor('http://dynamodb.example:8000')).rejects.toThrow('there are no AWS credentials')
})

test('what was opened is closed, whatever becomes of its use', async () => {
  const options = { endpoint: 'http://localhost:8000', table: 'shop' }
  const closed: boolean[] = []
  for (const run of [async () => 'done', async () => Promise.reject(new CliError('failed'))])
    await withConnection(options, { env: { HOME: home } }, ({ client }) => {
      const destroy = vi.spyOn(client, 'destroy')
      closed.push(false)
      destroy.mockImplementation(() => void closed.splice(-1, 1, true))
      return run()
    }).catch(() => undefined)
  expect(closed).toEqual([true, true])
})
