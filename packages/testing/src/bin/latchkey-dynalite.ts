#!/usr/bin/env node
import { readFile } from 'node:fs/promises'
import { serve } from './serve.js'
import { readServeOptions, USAGE } from './serve-options.js'

async function version(): Promise<string> {
  const manifest: { version: string } = JSON.parse(
    await readFile(new URL('../../package.json', import.meta.url), 'utf8'),
  )
  return manifest.version
}

try {
  const options = readServeOptions(process.argv.slice(2))
  if (options.ask === 'serve') {
    const served = await serve(options)
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void served.end())
    console.log(`dynalite with transactions listens at ${served.endpoint}`)
  } else console.log(options.ask === 'help' ? USAGE : await version())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
