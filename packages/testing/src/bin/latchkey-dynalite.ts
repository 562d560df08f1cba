#!/usr/bin/env node
import { readFile } from 'node:fs/promises'
import { DynaliteEngine } from '../engine/dynalite-engine.js'
import { listen } from '../transport/http-server.js'
import type { ServeOptions } from './serve-options.js'
import { readServeOptions, USAGE } from './serve-options.js'

/** Listens until the process is asked to end, and closes the data then. */
async function serve({ host, port, path }: Extract<ServeOptions, { ask: 'serve' }>): Promise<void> {
  const engine = new DynaliteEngine(path === undefined ? {} : { path })
  const server = await listen((request) => engine.handle(request), { host, port, keepsProcess: true })
  console.log(`dynalite with transactions listens at ${server.endpoint}`)
  const end = async (): Promise<void> => {
    await server.stop()
    await engine.stop()
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void end())
}

async function version(): Promise<string> {
  const manifest: { version: string } = JSON.parse(
    await readFile(new URL('../../package.json', import.meta.url), 'utf8'),
  )
  return manifest.version
}

try {
  const options = readServeOptions(process.argv.slice(2))
  if (options.ask === 'serve') await serve(options)
  else console.log(options.ask === 'help' ? USAGE : await version())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
