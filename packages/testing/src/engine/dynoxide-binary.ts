import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The file of the independent engine, where its package for this platform is installed. */
export function dynoxideBinary(): string | undefined {
  const load = createRequire(import.meta.url)
  const isWindows = process.platform === 'win32'
  try {
    const manifest = load.resolve(`@dynoxide/${process.platform}-${process.arch}/package.json`)
    return join(dirname(manifest), isWindows ? 'dynoxide.exe' : 'dynoxide')
  } catch {
    return undefined
  }
}
