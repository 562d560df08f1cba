import { dirname, sep } from 'node:path'
import { watch } from 'chokidar'
import { CliError } from '../cli-error.js'
import type { ExitCode, Io } from '../io.js'

/** What is watched, and what is done whenever it changes. */
export interface Watched {
  /** The models: everything below their folder is watched. */
  readonly file: string
  /** A folder that is not: what is written there must not start it again. */
  readonly except: string
  readonly io: Io
  readonly run: () => Promise<ExitCode>
}

/** Editors write several files at once. */
const QUIET_MS = 50

const SOURCE = /\.[cm]?[jt]sx?$/

/**
 * Runs once and then again whenever a source file changes, until the signal comes. What cannot run is said, and waits for
 * the next change.
 */
export async function watchSources({ file, except, io, run }: Watched): Promise<ExitCode> {
  const once = async (): Promise<void> => {
    try {
      await run()
    } catch (error) {
      if (!(error instanceof CliError)) throw error
      io.stderr(`latchkey: ${error.message}\n`)
    }
  }
  await once()
  const folder = dirname(file)
  const watcher = watch(folder, {
    ignoreInitial: true,
    ignored: (path, stats) =>
      path === except ||
      path.startsWith(except + sep) ||
      /[\\/](?:node_modules|\.git)(?:[\\/]|$)/.test(path.slice(folder.length)) ||
      (stats?.isFile() === true && !SOURCE.test(path)),
  })
  return new Promise<ExitCode>((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    let running: Promise<void> = Promise.resolve()
    const fail = (error: unknown): void => void watcher.close().then(() => reject(error))
    watcher.on('all', () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        running = running.then(once).catch(fail)
      }, QUIET_MS)
    })
    watcher.on('ready', () => io.stderr('latchkey: watching for changes; end with Ctrl+C\n'))
    watcher.on('error', fail)
    const end = (): void => {
      clearTimeout(timer)
      void running.then(() => watcher.close()).then(() => resolve(0))
    }
    if (io.signal?.aborted) end()
    else io.signal?.addEventListener('abort', end, { once: true })
  })
}
