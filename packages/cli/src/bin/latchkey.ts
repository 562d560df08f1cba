#!/usr/bin/env node
import { run } from '../run.js'

// The SDK says on standard error that a later release wants a later Node: nothing that a command has to say. Its own switch.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true'

// Whoever reads the output has read enough, as `head` has.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())

// The code is left to the end of the process, so that a pipe gets everything that was written.
process.exitCode = await run(process.argv.slice(2), {
  stdout: (text) => void process.stdout.write(text),
  stderr: (text) => void process.stderr.write(text),
  isTerminal: process.stdout.isTTY === true,
  columns: process.stdout.columns ?? 80,
  env: process.env,
  cwd: process.cwd(),
  signal: interrupted.signal,
})
