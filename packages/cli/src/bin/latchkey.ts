#!/usr/bin/env node
import { run } from '../run.js'

// The SDK says on standard error that a later release wants a later Node: nothing that a command has to say. Its own switch.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true'

// What models print is for a person: the standard output is the command's own, so that a program can read it.
const print = process.stdout.write.bind(process.stdout)
process.stdout.write = process.stderr.write.bind(process.stderr)

let isRunning = true
process.on('exit', () => {
  if (!isRunning) return
  process.stderr.write(
    'latchkey: importing the models ends the process, or never comes to an end: models should need no services and no settings\n',
  )
  process.exitCode = 2
})

// Whoever reads the output has read enough, as `head` has.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  isRunning = false
  process.exit()
})

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())

const code = await run(process.argv.slice(2), {
  stdout: (text) => void print(text),
  stderr: (text) => void process.stderr.write(text),
  isTerminal: process.stdout.isTTY === true,
  columns: process.stdout.columns ?? 80,
  env: process.env,
  cwd: process.cwd(),
  signal: interrupted.signal,
})
isRunning = false

// Models can have opened what keeps a process alive. It ends here, after a pipe has got everything that was written.
await new Promise((resolve) => print('', resolve))
process.exit(code)
