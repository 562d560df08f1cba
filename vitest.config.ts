import { defineConfig } from 'vitest/config'

// Tests run from source: the condition names the package's TypeScript entry, so no build comes first.
const conditions = ['latchkey-source', 'node', 'import', 'module', 'default']
const source = { resolve: { conditions }, ssr: { resolve: { conditions, externalConditions: conditions } } }

export default defineConfig({
  ...source,
  test: {
    projects: [
      { ...source, test: { name: 'core', include: ['packages/core/test/**/*.test.ts'] } },
      { ...source, test: { name: 'testing', include: ['packages/testing/test/**/*.test.ts'] } },
      { ...source, test: { name: 'constraints', include: ['tests/*.test.ts'] } },
      { ...source, test: { name: 'examples', include: ['packages/examples/test/**/*.test.ts'] } },
    ],
  },
})
