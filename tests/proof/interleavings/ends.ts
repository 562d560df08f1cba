import type { Outcome } from './operation.js'

/** What came of a run: what each operation gave, and what the table holds. */
export interface End {
  readonly outcomes: readonly Outcome[]
  readonly content: string
}

/** Stands for a result that nothing is promised of, but that there is one. */
export const ANYTHING = 'anything'

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The reasons of a refusal, each as a text; undefined where it is none. */
const reasonsOf = (value: Readonly<Record<string, unknown>>): readonly string[] | undefined =>
  Array.isArray(value['violations']) ? value['violations'].map((each) => JSON.stringify(each)) : undefined

/** All reasons in an outcome, those of the rows of many too. */
function allReasons(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(allReasons)
  if (!isRecord(value)) return []
  return reasonsOf(value) ?? Object.values(value).flatMap(allReasons)
}

/** The ends that operations have one after another, in whatever order. */
export class Ends {
  readonly #ends = new Map<string, End>()
  readonly #reasons: Set<string>[] = []

  add(end: End): void {
    this.#ends.set(textOf(end), end)
    for (const [at, outcome] of end.outcomes.entries())
      this.#reasons[at] = new Set([...(this.#reasons[at] ?? []), ...allReasons(outcome)])
  }

  /** Whether an end is one of them. */
  has(end: End): boolean {
    if (this.#ends.has(textOf(end))) return true
    return [...this.#ends.values()].some(
      ({ outcomes, content }) =>
        content === end.content &&
        outcomes.every((outcome, at) =>
          this.#isSame(end.outcomes[at], outcome, this.#reasons[at] ?? new Set()),
        ),
    )
  }

  describe(): string {
    return [...this.#ends.keys()].join('\n  --\n')
  }

  #isSame(found: unknown, serial: unknown, known: ReadonlySet<string>): boolean {
    if (serial === ANYTHING) return true
    if (Array.isArray(found) && Array.isArray(serial))
      return (
        found.length === serial.length && found.every((each, at) => this.#isSame(each, serial[at], known))
      )
    if (!isRecord(found) || !isRecord(serial)) return found === serial
    const [reasons, those] = [reasonsOf(found), reasonsOf(serial)]
    if (reasons !== undefined && those !== undefined)
      return found['code'] === serial['code'] && isSameRefusal(reasons, those, known)
    const names = [...new Set([...Object.keys(found), ...Object.keys(serial)])]
    return names.every((name) => this.#isSame(found[name], serial[name], known))
  }
}

/**
 * A refusal names every reason. With several of them, what each comes to is read after the refusal, one by one: one may
 * be over by then, and is not named. So where one side has several, each that was found has to be a reason in some
 * order. Where an item is gone, what else is named is of a write that was planned while it was there; and of several
 * that are gone, one is named or more.
 */
function isSameRefusal(
  found: readonly string[],
  serial: readonly string[],
  known: ReadonlySet<string>,
): boolean {
  if (found[0]?.includes('"code":"NOT_FOUND"')) return true
  if (found.length === 1 && serial.length === 1) return found[0] === serial[0]
  return found.every((reason) => known.has(reason))
}

/** An end as a text: the same for two that are the same. */
export const textOf = ({ outcomes, content }: End): string =>
  [...outcomes.map((outcome) => JSON.stringify(outcome)), content].join('\n')
