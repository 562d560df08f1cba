import { defineConfig } from 'vitest/config'

// The unit tests of the core alone: what Stryker runs against each mutant.
const conditions = ['latchkey-source', 'node']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: { include: ['packages/core/test/**/*.test.ts'], testTimeout: 60_000 },
})
