import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'

const examples = join(import.meta.dirname, '../..')

// The program as it is built: what `npm run service` runs.
test('the program serves, and ends by itself when it is told to', async () => {
  const child = spawn(process.execPath, ['dist/service/main.js'], {
    cwd: examples,
    env: { ...process.env, PORT: '0', NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  try {
    const { value: listening } = await lines.next()
    const url = /http:\S+/.exec(String(listening))?.[0] ?? ''
    const response = await fetch(`${url}/tenants/t1/accounts`, {
      method: 'POST',
      body: JSON.stringify({ email: 'ada@x.io' }),
    })
    expect(response.status).toBe(201)
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await exit).toEqual([0, null])
    expect((await lines.next()).value).toBe('Stopped')
  } finally {
    child.kill('SIGKILL')
  }
}, 30_000)
