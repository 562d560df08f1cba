import { type ExitCode, run } from '../src/index.js'

/** What a command printed, and how it ended. */
export interface Ran {
  readonly code: ExitCode
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command line in this process, in a folder. */
export async function runCli(cwd: string, ...argv: readonly string[]): Promise<Ran> {
  let stdout = ''
  let stderr = ''
  const code = await run(argv, {
    stdout: (text) => {
      stdout += text
    },
    stderr: (text) => {
      stderr += text
    },
    isTerminal: false,
    columns: 80,
    env: {},
    cwd,
  })
  return { code, stdout, stderr }
}
