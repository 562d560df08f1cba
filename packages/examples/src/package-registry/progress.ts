import { SingleBar } from 'cli-progress'

/** A bar on standard error; where that is no terminal, a line now and then. */
export function showProgress(total: number): { update: (done: number) => void; stop: () => void } {
  const bar = new SingleBar({
    format: 'Loading {bar} {value} of {total} packages, {duration_formatted}',
    barCompleteChar: '#',
    barIncompleteChar: '-',
    hideCursor: true,
    noTTYOutput: true,
    notTTYSchedule: 1000,
  })
  bar.start(total, 0)
  return { update: (done) => bar.update(done), stop: () => bar.stop() }
}
