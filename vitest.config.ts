import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { brokenBuilds } from './tests/proof/broken/broken-builds.ts'

// Tests run from source: the condition names the package's TypeScript entry, so no build comes first.
// No more conditions than these: Node gets them too, and would give ES modules to a `require` with `import` among them.
const conditions = ['latchkey-source', 'node']
const source = { resolve: { conditions }, ssr: { resolve: { conditions, externalConditions: conditions } } }

/** Long enough for a busy machine: no test is about time. */
const testTimeout = 60_000

const project = (name: string, ...include: string[]) => ({ ...source, test: { name, include, testTimeout } })

export default defineConfig({
  ...source,
  test: {
    // Vitest would leave one core free, which is half of two.
    maxWorkers: availableParallelism(),
    projects: [
      project('core', 'packages/core/test/**/*.test.ts'),
      project('testing', 'packages/testing/test/**/*.test.ts'),
      project('cli', 'packages/cli/test/**/*.test.ts'),
      project('constraints', 'tests/*.test.ts'),
      { ...project('proof', 'tests/proof/**/*.test.ts'), plugins: [brokenBuilds()] },
      project('examples', 'packages/examples/test/**/*.test.ts'),
    ],
  },
})
