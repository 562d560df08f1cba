/** What a command knows of the world: tests give their own. */
export interface Io {
  readonly stdout: (text: string) => void
  readonly stderr: (text: string) => void
  /** Whether a person looks at the standard output. */
  readonly isTerminal: boolean
  /** How wide the terminal is. */
  readonly columns: number
  readonly env: Readonly<Record<string, string | undefined>>
  /** What paths are relative to. */
  readonly cwd: string
  /** Ends what would go on for ever, such as `--watch`. */
  readonly signal?: AbortSignal | undefined
}

/** How a command ends: well, with a problem found, or unable to run. */
export type ExitCode = 0 | 1 | 2
