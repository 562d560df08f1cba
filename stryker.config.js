// Mutation testing of the core's constraints, plans and sends by its unit tests: `npm run mutate`. Arguments of Stryker go
// behind `--`: `npm run mutate -- --mutate 'packages/core/src/plan/**/*.ts'` for one folder.
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutate.config.ts', related: true },
  mutate: ['constraint', 'plan', 'run'].map((folder) => `packages/core/src/${folder}/**/*.ts`),
  coverageAnalysis: 'perTest',
  concurrency: 2,
  incremental: true,
  incrementalFile: 'reports/mutation/incremental.json',
  tempDirName: '.stryker-tmp',
  reporters: ['clear-text', 'progress-append-only', 'json', 'html'],
  clearTextReporter: { allowColor: false, logTests: false },
  // What the unit tests of the core do not read. Its tsconfig.json names those of the other packages.
  ignorePatterns: [
    '/.stryker-tmp*',
    '/docs',
    '/tests',
    '/packages/{cli,examples,testing}/{src,test}',
    'dist',
  ],
  // Nothing is compiled, and Stryker reads this file with an API that TypeScript 7 does not have: it finds none.
  tsconfigFile: 'none.json',
  disableTypeChecks: false,
}
