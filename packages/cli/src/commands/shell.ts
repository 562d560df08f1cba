import type { Command } from 'commander'
import type { ExitCode, Io } from '../io.js'

/** What a command gets: the world, and a way to say how it ended. */
export interface Shell {
  readonly io: Io
  /** Makes an action of commander's of one that says how it ended. */
  readonly action: <A extends unknown[]>(
    run: (...args: A) => Promise<ExitCode>,
  ) => (...args: A) => Promise<void>
}

/** Adds a command to the program. Each file of this folder that is named after a command exports one. */
export type Register = (program: Command, shell: Shell) => void
