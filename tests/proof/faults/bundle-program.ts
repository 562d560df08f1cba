import { join } from 'node:path'
import { build } from 'vite'

const conditions = ['latchkey-source', 'node']

/** Bundles the program with the library's source, for a Node that knows no types; gives the file. */
export async function bundleProgram(): Promise<string> {
  const root = join(import.meta.dirname, '..', '..', '..')
  // Among the modules, so that what is not bundled is found there.
  const outDir = join(root, 'node_modules', '.cache', 'latchkey-proof', String(process.pid))
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { conditions },
    ssr: { resolve: { conditions }, noExternal: [/^@latchkey\//, /^@noble\//] },
    build: {
      ssr: join(import.meta.dirname, 'program.ts'),
      outDir,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'program.mjs' } },
    },
  })
  return join(outDir, 'program.mjs')
}
