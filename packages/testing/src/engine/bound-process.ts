import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'

/** A process that ends with this one, however this one ends. */
export interface BoundProcess {
  /** Ends it, and waits until it has gone. */
  end(): Promise<void>
}

/** Runs the program until its standard input is closed: what the system does when the process that holds it is gone. */
const UNTIL_INPUT_ENDS = '"$0" "$@" < /dev/null & child=$!; cat > /dev/null; kill "$child"; wait "$child"'

/** Starts a program that neither keeps this process alive nor outlives it, not even when it is killed. */
export function startBound(program: string, args: readonly string[]): BoundProcess {
  const child =
    process.platform === 'win32'
      ? spawn(program, [...args], { stdio: ['pipe', 'ignore', 'ignore'] })
      : spawn('/bin/sh', ['-c', UNTIL_INPUT_ENDS, program, ...args], { stdio: ['pipe', 'ignore', 'ignore'] })
  const kill = (): void => endInput(child)
  process.once('exit', kill)
  child.on('error', () => undefined)
  child.unref()
  if (child.stdin !== null && 'unref' in child.stdin && typeof child.stdin.unref === 'function')
    child.stdin.unref()
  return {
    async end() {
      process.removeListener('exit', kill)
      if (child.exitCode !== null || child.pid === undefined) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.ref()
      endInput(child)
      await ended
    },
  }
}

function endInput(child: ChildProcess): void {
  child.stdin?.destroy()
  if (process.platform === 'win32') child.kill()
}
