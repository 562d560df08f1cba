import type { Attributes, Operation } from './operation.js'
import type { Oracle, Outcome, Wanted } from './oracle.js'
import { compare, outcomeOf } from './outcome.js'
import { type Database, type Options, performSingle, performTransaction, type Single } from './perform.js'
import type { EntityName } from './shape.js'
import { keyOf, type State } from './state.js'
import { asText, type Stored } from './stored.js'

/** An item that was seen, and what was stored then. */
interface Seen {
  readonly item: object
  readonly stored: Stored
}

/**
 * Decides what became of a write whose outcome tells nothing, or not all, by looking at the table; true where it has.
 * Gets what the oracle had before the write.
 */
type Settle = (outcome: Outcome, before: State) => Promise<boolean>

/** What operations meet with. */
export interface Circumstances {
  readonly settle?: Settle
  /** Options of the next write. */
  readonly options?: () => Options
}

/** Carries operations out on a database and on the oracle, side by side. */
export class Runner {
  readonly #db: Database
  readonly #oracle: Oracle
  readonly #under: Circumstances
  readonly #seen = new Map<string, Seen[]>()

  constructor(db: Database, oracle: Oracle, under: Circumstances = {}) {
    this.#db = db
    this.#oracle = oracle
    this.#under = under
  }

  /** @throws Mismatch where the two differ */
  async run(operation: Operation): Promise<void> {
    if (operation.op === 'transaction') return this.#transaction(operation)
    if (operation.op === 'many') return this.#many(operation)
    if (operation.op === 'swap') return this.#swap(operation)
    if (operation.op === 'getMany') return this.#getMany(operation)
    if (operation.op === 'lookup') return this.#lookUp(operation)
    if (operation.op === 'pointer') return this.#pointer(operation)
    if (operation.op === 'wrong') return this.#wrong(operation)
    return this.#single(operation)
  }

  #key(of: EntityName, item: Attributes): Attributes {
    return keyOf(this.#oracle.shape, of, item)
  }

  /** What was given back is remembered with what is stored, to be passed as `current` later. */
  #remember(of: EntityName, value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    const item = value as Attributes
    const stored = this.#oracle.item(of, item)
    if (stored === null) return
    const name = `${of} ${asText(this.#key(of, item)).toLowerCase()}`
    this.#seen.set(name, [...(this.#seen.get(name) ?? []), { item: value, stored }])
  }

  #wanted(operation: Operation): { readonly wanted?: Wanted; readonly options: Options } {
    if (!('expected' in operation) || operation.expected === undefined) return { options: {} }
    const { of, key, expected } = operation
    if (expected.kind === 'version') {
      const version = this.#oracle.versionFor(of, key, expected.off)
      return version === undefined
        ? { options: {} }
        : { wanted: { kind: 'version', version }, options: { version } }
    }
    const seen = this.#seen.get(`${of} ${asText(this.#key(of, key)).toLowerCase()}`) ?? []
    const one = expected.seen === 'first' ? seen[0] : seen.at(-1)
    // What is decided on as it was seen is another input each time.
    if (one === undefined || operation.once !== undefined) return { options: {} }
    const { isCopy } = expected
    const current: unknown = isCopy ? JSON.parse(JSON.stringify(one.item)) : one.item
    return { wanted: { kind: 'current', item: one.stored, isCopy }, options: { current } }
  }

  async #single(operation: Single): Promise<void> {
    const { wanted, options } = this.#wanted(operation)
    const value = await this.#write(
      () => this.#oracle.single(operation, wanted),
      () =>
        performSingle(this.#db, this.#oracle.shape, operation, { ...options, ...this.#under.options?.() }),
    )
    if (operation.op !== 'delete') this.#remember(operation.of, value)
  }

  /** Carries a write out, and looks at what came of it; what is uncertain is for somebody else to settle. */
  async #write(predict: () => Outcome, run: () => Promise<unknown>): Promise<unknown> {
    const { settle } = this.#under
    const saved = settle === undefined ? undefined : this.#oracle.state.clone()
    const { outcome, value } = await outcomeOf(run)
    const expected = predict()
    if (saved === undefined || (await settle?.(outcome, saved)) !== true) compare(expected, outcome)
    return value
  }

  async #transaction(operation: Operation & { readonly op: 'transaction' }): Promise<void> {
    const { shape } = this.#oracle
    const versions = operation.steps.map((step) =>
      'expected' in step && step.expected?.kind === 'version'
        ? this.#oracle.versionFor(step.of, step.key, step.expected.off)
        : undefined,
    )
    const usable = withoutUnknowable(operation, versions)
    await this.#write(
      () => this.#oracle.transaction(usable),
      () => performTransaction(this.#db, shape, usable, versions, this.#under.options?.()),
    )
  }

  async #many(operation: Operation & { readonly op: 'many' }): Promise<void> {
    const { of, method, atomic } = operation
    const rows = method === 'deleteMany' ? operation.rows.map((row) => this.#key(of, row)) : operation.rows
    const run = (): Promise<unknown> =>
      this.#db[of][method](rows, { atomic, concurrency: 1, ...this.#under.options?.() })
    await this.#write(() => this.#oracle.many(operation), run)
  }

  /** A transaction in which two items take each other's value, where both have one. */
  async #swap(operation: Operation & { readonly op: 'swap' }): Promise<void> {
    const { of, name } = operation
    const [one, two] = [this.#oracle.item(of, operation.one), this.#oracle.item(of, operation.two)]
    const [first, second] = [one?.[name], two?.[name]]
    if (first === undefined || second === undefined) return
    await this.#transaction({
      op: 'transaction',
      steps: [
        { op: 'update', of, key: operation.one, changes: { set: { [name]: second } } },
        { op: 'update', of, key: operation.two, changes: { set: { [name]: first } } },
      ],
    })
  }

  async #getMany({ of, keys }: Operation & { readonly op: 'getMany' }): Promise<void> {
    const named = keys.map((key) => this.#key(of, key))
    const consistent = { consistent: true }
    const expected = keys.map((key) => this.#oracle.shown(of, key))
    const many = await outcomeOf(() => this.#db[of].getMany(named, consistent))
    compare({ kind: 'done', value: expected }, many.outcome)
    for (const [at, key] of named.entries()) {
      const { outcome, value } = await outcomeOf(() => this.#db[of].get(key, consistent))
      compare({ kind: 'done', value: expected[at] }, outcome)
      this.#remember(of, value)
    }
  }

  async #lookUp({ of, at, values }: Operation & { readonly op: 'lookup' }): Promise<void> {
    const unique = this.#oracle.shape[of].uniques[at]
    const expected = this.#oracle.lookUp(of, at, values)
    if (unique === undefined || expected === undefined) return
    const named = pick(values, [...unique.scope, ...unique.attributes])
    const lookup = this.#db[of].by[unique.name]
    compare({ kind: 'done', value: expected.item }, (await outcomeOf(async () => lookup?.(named))).outcome)
    compare({ kind: 'done', value: expected.key }, (await outcomeOf(async () => lookup?.key(named))).outcome)
  }

  async #pointer({ of, at, scope }: Operation & { readonly op: 'pointer' }): Promise<void> {
    const shape = this.#oracle.shape[of].pointers[at]
    const expected = this.#oracle.pointer(of, at, scope)
    if (shape === undefined || expected === undefined) return
    const pointer = this.#db[of].pointers[shape.name]
    const named = pick(scope, shape.scope)
    const read = await outcomeOf(async () => pointer?.read(named, { consistent: true }))
    compare({ kind: 'done', value: expected.read }, read.outcome)
    const followed = await outcomeOf(async () => pointer?.follow(named))
    compare({ kind: 'done', value: expected.follow }, followed.outcome)
  }

  /** Asks the index for every partition that items are in: it has those that have its partition key, and no others. */
  async queryIndex(
    of: EntityName,
    items: readonly Stored[],
    show: (item: Stored) => Attributes,
  ): Promise<void> {
    const { index } = this.#oracle.shape[of]
    if (index === undefined) return
    const isIn = (item: Stored): boolean => index.pk.every((name) => item[name] !== undefined)
    // Keys of an index do not tell capitals from small letters.
    const partition = (item: Stored): string => asText(pick(item, index.pk)).toLowerCase()
    // An item without the partition key may be listed where the key is an empty text.
    for (const item of items.filter((each) => isIn(each) && index.pk.every((name) => each[name] !== ''))) {
      const expected = items.filter((other) => isIn(other) && partition(other) === partition(item))
      const values = pick(item, index.pk)
      const query = this.#db[of].query['secondary']
      const { outcome } = await outcomeOf(async () => (await query?.(values).go({ pages: 'all' }))?.data)
      const found = outcome.kind === 'done' && Array.isArray(outcome.value) ? outcome.value : [outcome]
      const texts = (list: readonly unknown[]): string[] => list.map(asText).sort()
      compare({ kind: 'done', value: texts(expected.map(show)) }, { kind: 'done', value: texts(found) })
    }
  }

  async #wrong({ of, key, how }: Operation & { readonly op: 'wrong' }): Promise<void> {
    const entity = this.#oracle.shape[of]
    const constrained = entity.uniques.flatMap(({ attributes }) => attributes).includes('n') ? 'n' : undefined
    const changes = {
      'unknown attribute': { set: { nothing: 'x' } },
      'version by hand': entity.isVersioned ? { set: { rev: 5 } } : { set: {} },
      'key changed': { set: { id: 'z' } },
      'named twice': { set: { a: 'x' }, remove: ['a'] },
      'nothing named': {},
      'wrong type': { set: { n: 'text' } },
      'read-only': { set: { ro: 'x' } },
      'arithmetic on a constrained attribute': constrained === undefined ? { set: {} } : { add: { n: 1 } },
    }[how]
    const { outcome } = await outcomeOf(() => this.#db[of].update(this.#key(of, key), changes))
    compare({ kind: 'refused', reasons: [['INVALID_INPUT']] }, outcome)
  }
}

const pick = (values: Attributes, names: readonly string[]): Attributes =>
  Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])))

/** An idempotency key goes with an input that is the same each time: not with reads, nor with versions that move on. */
function withoutUnknowable(
  operation: Operation & { readonly op: 'transaction' },
  versions: readonly (number | undefined)[],
): Operation & { readonly op: 'transaction' } {
  const isKnown = operation.steps.every(({ op }, at) => op !== 'get' && versions[at] === undefined)
  return isKnown ? operation : { op: 'transaction', steps: operation.steps }
}
