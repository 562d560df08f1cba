import type { EndEvent, Observer } from '@latchkey/core'

/** Counts what happens, and how long each operation takes. */
export class Figures {
  readonly #durations = new Map<string, number[]>()
  readonly codes = new Map<string, number>()
  readonly heaps: number[] = []
  retries = 0

  readonly observer: Observer = {
    onOperation: ({ model, operation }) => ({ onEnd: (end) => this.#note(`${model}.${operation}`, end) }),
    onRetry: () => {
      this.retries += 1
    },
  }

  get operations(): number {
    return [...this.#durations.values()].reduce((sum, { length }) => sum + length, 0)
  }

  #note(name: string, { durationMs, error }: EndEvent): void {
    const durations = this.#durations.get(name) ?? []
    durations.push(durationMs)
    this.#durations.set(name, durations)
    const code = error === undefined ? 'done' : codeOf(error)
    this.codes.set(code, (this.codes.get(code) ?? 0) + 1)
  }

  /** As a table of a document. */
  toString(): string {
    const rows = [...this.#durations].map(([name, durations]) => {
      const sorted = durations.sort((left, right) => left - right)
      const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
      return `| \`${name}\` | ${sorted.length} | ${at(0.5)} | ${at(0.95)} | ${at(0.99)} |`
    })
    const codes = [...this.codes].sort(([, left], [, right]) => right - left)
    return [
      `${this.operations} operations, ${this.retries} retries; ${codes.map(([code, count]) => `${count} ${code}`).join(', ')}`,
      `heap in MB after each tenth: ${this.heaps.map((bytes) => Math.round(bytes / 2 ** 20)).join(', ')}`,
      '| operation | calls | p50 ms | p95 ms | p99 ms |',
      '| --- | --- | --- | --- | --- |',
      ...rows.sort(),
    ].join('\n')
  }
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error)
