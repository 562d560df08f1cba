import { defineConfig } from 'vitest/config'
import { brokenBuilds } from './tests/proof/broken/broken-builds.ts'

// Tests run from source: the condition names the package's TypeScript entry, so no build comes first.
// No more conditions than these: Node gets them too, and would give ES modules to a `require` with `import` among them.
const conditions = ['latchkey-source', 'node']
const source = { resolve: { conditions }, ssr: { resolve: { conditions, externalConditions: conditions } } }

export default defineConfig({
  ...source,
  test: {
    projects: [
      { ...source, test: { name: 'core', include: ['packages/core/test/**/*.test.ts'] } },
      { ...source, test: { name: 'testing', include: ['packages/testing/test/**/*.test.ts'] } },
      { ...source, test: { name: 'cli', include: ['packages/cli/test/**/*.test.ts'], testTimeout: 60_000 } },
      { ...source, test: { name: 'constraints', include: ['tests/*.test.ts'] } },
      {
        ...source,
        plugins: [brokenBuilds()],
        test: { name: 'proof', include: ['tests/proof/**/*.test.ts'] },
      },
      { ...source, test: { name: 'examples', include: ['packages/examples/test/**/*.test.ts'] } },
    ],
  },
})
