import type { EndEvent, Observer } from '@latchkey/core'

/** Counts what happens, and how long each operation takes. */
export class Figures {
  readonly #durations = new Map<string, number[]>()
  readonly #retries = new Map<string, number>()
  readonly codes = new Map<string, number>()
  readonly heaps: number[] = []

  readonly observer: Observer = {
    onOperation: ({ model, operation }) => ({ onEnd: (end) => this.#note(`${model}.${operation}`, end) }),
    onRetry: ({ reason }) => count(this.#retries, reason),
  }

  get operations(): number {
    return [...this.#durations.values()].reduce((sum, { length }) => sum + length, 0)
  }

  #note(name: string, { durationMs, error }: EndEvent): void {
    const durations = this.#durations.get(name) ?? []
    durations.push(durationMs)
    this.#durations.set(name, durations)
    count(this.codes, error === undefined ? 'done' : codeOf(error))
  }

  /** How the heap of the last third of the run is to that of its first third, whose first tenth is left out. */
  get growth(): number {
    const third = Math.floor(this.heaps.length / 3)
    return meanOf(this.heaps.slice(-third)) / meanOf(this.heaps.slice(1, 1 + third))
  }

  /** As a table of a document. */
  toString(): string {
    const rows = [...this.#durations].map(([name, durations]) => {
      const sorted = durations.sort((left, right) => left - right)
      const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
      return `| \`${name}\` | ${sorted.length} | ${at(0.5)} | ${at(0.95)} | ${at(0.99)} |`
    })
    return [
      `${this.operations} operations: ${describeCounts(this.codes)}`,
      `requests sent again: ${describeCounts(this.#retries)}`,
      `heap in MB after each tenth: ${this.heaps.map((bytes) => Math.round(bytes / 2 ** 20)).join(', ')}`,
      '| operation | calls | p50 ms | p95 ms | p99 ms |',
      '| --- | --- | --- | --- | --- |',
      ...rows.sort(),
    ].join('\n')
  }
}

const count = (counts: Map<string, number>, name: string): unknown =>
  counts.set(name, (counts.get(name) ?? 0) + 1)

const describeCounts = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .sort(([, left], [, right]) => right - left)
    .map(([name, times]) => `${times} ${name}`)
    .join(', ')

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error)
