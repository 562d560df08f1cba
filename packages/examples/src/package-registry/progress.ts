import { SingleBar } from 'cli-progress'

/** A bar on standard error, which ends at the total; where that is no terminal, a line now and then. */
export function showProgress(total: number): (done: number) => void {
  const bar = new SingleBar({
    format: 'Loading {bar} {value} of {total} packages, {duration_formatted}',
    barCompleteChar: '#',
    barIncompleteChar: '-',
    noTTYOutput: true,
    notTTYSchedule: 1000,
  })
  bar.start(total, 0)
  return (done) => {
    bar.update(done)
    if (done === total) bar.stop()
  }
}
