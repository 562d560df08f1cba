import { violation } from './commit.js'
import type { Attributes, Operation, Step } from './operation.js'
import type { Oracle, Outcome, Wanted } from './oracle.js'
import type { EntityName } from './shape.js'
import { keyOf } from './state.js'
import { asText, type Stored } from './stored.js'

interface Written extends Promise<unknown> {}
type Options = Readonly<Record<string, unknown>>

/** A repository of a model that is drawn at random, of which types know nothing. */
export interface Repository {
  create(item: object, options?: Options): Written
  put(item: object, options?: Options): Written
  upsert(item: object, options?: Options): Written
  update(key: object, changes: object, options?: Options): Written
  modify(key: object, change: (item: object) => object | null, options?: Options): Written
  delete(key: object, options?: Options): Written
  createMany(rows: readonly object[], options: Options): Promise<readonly Row[]>
  putMany(rows: readonly object[], options: Options): Promise<readonly Row[]>
  deleteMany(rows: readonly object[], options: Options): Promise<readonly Row[]>
  get(key: object, options: Options): Promise<object | null>
  getMany(keys: readonly object[], options: Options): Promise<readonly (object | null)[]>
  readonly by: Readonly<Record<string, Lookup>>
  readonly pointers: Readonly<Record<string, Pointer>>
  readonly query: Readonly<Record<string, Query>>
}
type Query = (values: object) => { go(options: Options): Promise<{ readonly data: readonly Attributes[] }> }
type Row = { readonly ok: true; readonly data: unknown } | { readonly ok: false; readonly error: unknown }
type Lookup = ((values: object) => Promise<unknown>) & { key(values: object): Promise<unknown> }
interface Pointer {
  read(scope: object, options: Options): Promise<unknown>
  follow(scope: object): Promise<unknown>
}

interface InTransaction {
  create(item: object): unknown
  put(item: object, options?: Options): unknown
  update(key: object, changes: object, options?: Options): unknown
  delete(key: object, options?: Options): unknown
  get(key: object): Promise<unknown>
  check(key: object): { exists(): void; absent(): void }
}

type Transaction = Readonly<Record<EntityName, InTransaction>> & {
  readonly hits: { increment(by: number): void }
}

/** A database of two models and a counter. */
export interface Database extends Readonly<Record<EntityName, Repository>> {
  readonly hits: { increment(by: number): Promise<unknown>; read(): Promise<number> }
  $transaction(run: (tx: Transaction) => Promise<unknown>, options?: Options): Promise<unknown>
}

/** An item that was seen, and what was stored then. */
interface Seen {
  readonly item: object
  readonly stored: Stored
}

/** An operation has not come to what it has to come to. */
export class Mismatch extends Error {}

interface Refused {
  readonly code?: string
  readonly violations?: readonly {
    readonly code: string
    readonly model: EntityName
    readonly key: Attributes
    readonly constraint?: string
    readonly fields?: readonly string[]
    readonly owner?: Attributes
  }[]
}

/** Why something was refused, in the oracle's words. */
function reasonsOf(error: unknown): readonly string[] {
  const { code, violations }: Refused = typeof error === 'object' && error !== null ? error : {}
  if (violations === undefined) return [code ?? String(error)]
  return [
    ...new Set(
      // What can hold values is not enumerable: it has to be asked for by name.
      violations.map(({ code: each, model, key, constraint, fields, owner }) =>
        violation(each, model, key, { constraint, fields, owner }),
      ),
    ),
  ].sort()
}

function compare(expected: Outcome, actual: Outcome): void {
  if (expected.kind === 'rows' && actual.kind === 'rows') {
    for (const [at, row] of expected.rows.entries())
      compare(row, actual.rows[at] ?? { kind: 'rows', rows: [] })
    return
  }
  if (expected.kind === 'refused' && actual.kind === 'refused') {
    const [reasons] = actual.reasons
    if (expected.reasons.some((each) => asText(each) === asText(reasons))) return
  }
  if (expected.kind === 'done' && actual.kind === 'done' && asText(expected.value) === asText(actual.value))
    return
  throw new Mismatch(`expected ${JSON.stringify(expected)}\nbut it was ${JSON.stringify(actual)}`)
}

async function outcomeOf(run: () => Promise<unknown>): Promise<{ outcome: Outcome; value: unknown }> {
  try {
    const value = await run()
    return { outcome: { kind: 'done', value }, value }
  } catch (error) {
    return {
      outcome: { kind: 'refused', reasons: [reasonsOf(error)], said: String(error) },
      value: undefined,
    }
  }
}

/** Carries operations out on a database and on the oracle, side by side. */
export class Runner {
  readonly #db: Database
  readonly #oracle: Oracle
  readonly #seen = new Map<string, Seen[]>()

  constructor(db: Database, oracle: Oracle) {
    this.#db = db
    this.#oracle = oracle
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

  async #single(
    operation: Exclude<
      Operation,
      { op: 'transaction' | 'many' | 'swap' | 'getMany' | 'lookup' | 'pointer' | 'wrong' }
    >,
  ): Promise<void> {
    const { of, op } = operation
    const { wanted, options: wants } = this.#wanted(operation)
    const where = 'where' in operation ? operation.where : undefined
    const options: Options = {
      ...wants,
      ...(operation.once === undefined ? {} : { idempotencyKey: operation.once }),
      ...(where === undefined ? {} : { where: noteIs(where) }),
      ...('onInsert' in operation ? { onInsert: operation.onInsert } : {}),
    }
    const repository = this.#db[of]
    const run = async (): Promise<unknown> => {
      if (op === 'create' || op === 'put' || op === 'upsert') return repository[op](operation.item, options)
      const key = this.#key(of, operation.key)
      if (op === 'update') return repository.update(key, operation.changes, options)
      if (op === 'modify') return repository.modify(key, () => operation.changes, options)
      return repository.delete(key, options)
    }
    const { outcome, value } = await outcomeOf(run)
    compare(this.#oracle.single(operation, wanted), outcome)
    if (op !== 'delete') this.#remember(of, value)
  }

  async #transaction(operation: Operation & { readonly op: 'transaction' }): Promise<void> {
    const versions = operation.steps.map((step) =>
      'expected' in step && step.expected?.kind === 'version'
        ? this.#oracle.versionFor(step.of, step.key, step.expected.off)
        : undefined,
    )
    const usable = withoutUnknowable(operation, versions)
    const read: unknown[] = []
    const run = (): Promise<unknown> =>
      this.#db.$transaction(
        async (tx) => {
          read.length = 0
          const handles: unknown[] = []
          for (const [at, step] of usable.steps.entries()) {
            const made = await this.#step(tx, step, versions[at])
            if (step.op === 'get') read.push(made)
            else if (step.op !== 'check' && step.op !== 'increment') handles.push(made)
          }
          return handles
        },
        usable.once === undefined ? {} : { idempotencyKey: usable.once },
      )
    const { outcome } = await outcomeOf(async () => [...((await run()) as unknown[]), ...read])
    compare(this.#oracle.transaction(usable), outcome)
  }

  async #step(tx: Transaction, step: Step, version: number | undefined): Promise<unknown> {
    if (step.op === 'increment') return tx.hits.increment(step.by)
    if (step.op === 'create') return tx[step.of].create(step.item)
    const where = 'where' in step && step.where !== undefined ? { where: noteIs(step.where) } : {}
    if (step.op === 'put') return tx[step.of].put(step.item, where)
    const key = this.#key(step.of, step.key)
    if (step.op === 'get') return tx[step.of].get(key)
    if (step.op === 'check') return tx[step.of].check(key)[step.exists ? 'exists' : 'absent']()
    const options = { ...where, ...(version === undefined ? {} : { version }) }
    if (step.op === 'update') return tx[step.of].update(key, step.changes, options)
    return tx[step.of].delete(key, options)
  }

  async #many(operation: Operation & { readonly op: 'many' }): Promise<void> {
    const { of, method, atomic } = operation
    const rows = method === 'deleteMany' ? operation.rows.map((row) => this.#key(of, row)) : operation.rows
    const { outcome } = await outcomeOf(() => this.#db[of][method](rows, { atomic, concurrency: 1 }))
    const isRows = outcome.kind === 'done' && Array.isArray(outcome.value)
    const actual: Outcome = isRows
      ? { kind: 'rows', rows: (outcome.value as Row[]).map(rowOutcome) }
      : outcome
    compare(this.#oracle.many({ ...operation, rows: operation.rows }), actual)
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

const rowOutcome = (row: Row): Outcome =>
  row.ok
    ? { kind: 'done', value: row.data }
    : { kind: 'refused', reasons: [reasonsOf(row.error)], said: String(row.error) }

type Where = (
  item: { readonly note: unknown },
  op: { readonly eq: (one: unknown, two: unknown) => string },
) => string
const noteIs =
  (value: string): Where =>
  (item, { eq }) =>
    eq(item.note, value)

/** An idempotency key goes with an input that is the same each time: not with reads, nor with versions that move on. */
function withoutUnknowable(
  operation: Operation & { readonly op: 'transaction' },
  versions: readonly (number | undefined)[],
): Operation & { readonly op: 'transaction' } {
  const isKnown = operation.steps.every(({ op }, at) => op !== 'get' && versions[at] === undefined)
  return isKnown ? operation : { op: 'transaction', steps: operation.steps }
}
