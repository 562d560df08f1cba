export type { ExitCode, Io } from './io.js'
export { run } from './run.js'
