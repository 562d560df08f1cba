import { type Change, commit, type Failing, violation } from './commit.js'
import { guardText, pointerText, sequenceText } from './expected-keys.js'
import type {
  Attributes,
  Create,
  Delete,
  Modify,
  Operation,
  Put,
  Step,
  Transaction,
  Update,
  Upsert,
} from './operation.js'
import type { EntityName, Shape } from './shape.js'
import { spell } from './shape.js'
import { idOf, keyOf, type RequestRecord, State } from './state.js'
import { asText, type Stored, shown, storedByCreate, storedByUpdate } from './stored.js'

/** What has to come of an operation. */
export type Outcome =
  | { readonly kind: 'done'; readonly value: unknown }
  /** Refused, for any one of these lists of reasons: violations, or the code of another error. */
  | { readonly kind: 'refused'; readonly reasons: readonly (readonly string[])[]; readonly said?: string }
  | { readonly kind: 'rows'; readonly rows: readonly Outcome[] }

/** What `version` or `current` comes to, for an operation of one item. */
export type Wanted =
  | { readonly kind: 'version'; readonly version: number }
  /** An item as it was seen; a copy shows what a caller sees of it, and nothing else. */
  | { readonly kind: 'current'; readonly item: Stored; readonly isCopy: boolean }

type Single = Create | Put | Upsert | Update | Modify | Delete

/** What an operation comes to before it is sent. */
type Planned =
  | { readonly kind: 'change'; readonly change: Change; readonly result: unknown }
  | { readonly kind: 'nothing'; readonly result: unknown; readonly left: RequestRecord['left'][number] }
  /** Refused before it is sent: what it would do is not known. */
  | ({ readonly kind: 'early' } & Failing)

const done = (value: unknown): Outcome => ({ kind: 'done', value })
const refused = (...reasons: (readonly string[])[]): Outcome => ({ kind: 'refused', reasons })

/** The rules of the library as its documentation has them, on plain maps: it predicts what comes of every operation. */
export class Oracle {
  readonly shape: Shape
  state: State = new State()

  constructor(shape: Shape) {
    this.shape = shape
  }

  item(of: EntityName, key: Attributes): Stored | null {
    return this.state.items[of].get(idOf(this.shape, of, key)) ?? null
  }

  shown(of: EntityName, key: Attributes): Attributes | null {
    const item = this.item(of, key)
    return item === null ? null : shown(this.shape[of], item)
  }

  single(operation: Single, wanted?: Wanted): Outcome {
    const version = wanted?.kind === 'version' ? wanted.version : undefined
    const input = asText([this.#inputOf(operation), version])
    return this.#once(`${operation.of}.${operation.op}`, operation.once, input, () => {
      const planned = this.#plan(operation, wanted, new Map())
      if (planned.kind === 'early') return refused([planned.reason])
      if (planned.kind === 'nothing') return this.#left(planned.result, [planned])
      const reasons = commit(this.shape, this.state, [planned.change])
      return reasons === null ? this.#left(planned.result, [planned]) : refused(reasons)
    })
  }

  transaction({ steps, once }: Transaction): Outcome {
    return this.#once('$transaction', once, asText(steps.map((step) => this.#inputOf(step))), () =>
      this.#together(steps),
    )
  }

  many(operation: Operation & { readonly op: 'many' }): Outcome {
    const { of, method, rows, atomic } = operation
    const steps = rows.map((row): Step & Single => {
      if (method === 'deleteMany') return { op: 'delete', of, key: row }
      return method === 'createMany' ? { op: 'create', of, item: row } : { op: 'put', of, item: row }
    })
    if (!atomic) return { kind: 'rows', rows: steps.map((step) => this.single(step)) }
    const outcome = this.#together(steps)
    if (outcome.kind !== 'done' || !Array.isArray(outcome.value)) return outcome
    return { kind: 'rows', rows: outcome.value.map(done) }
  }

  lookUp(of: EntityName, at: number, values: Attributes): { item: unknown; key: unknown } | undefined {
    const unique = this.shape[of].uniques[at]
    if (unique === undefined) return undefined
    const named = this.#spelt(of, values)
    const text = guardText(of, unique, named)
    const owner = this.state.guards.get(text)
    if (owner === undefined || owner.of !== of) return { item: null, key: null }
    const item = this.item(of, owner.key)
    // Another constraint of the same namespace finds its own items alone.
    const isIts =
      item !== null &&
      [...unique.attributes, ...unique.scope].every((name) => item[name] !== undefined) &&
      (unique.unless !== true || item['gone'] === undefined) &&
      guardText(of, unique, item) === text
    return { item: isIts && item !== null ? shown(this.shape[of], item) : null, key: owner.key }
  }

  pointer(of: EntityName, at: number, scope: Attributes): { read: unknown; follow: unknown } | undefined {
    const pointer = this.shape[of].pointers[at]
    if (pointer === undefined) return undefined
    const text = pointerText(of, pointer, this.#spelt(of, scope)) ?? ''
    const found = this.state.pointers.get(text)
    if (found === undefined) return { read: null, follow: null }
    const item = this.item(of, found.owner.key)
    const isThere =
      item !== null && pointerText(of, pointer, item) === text && item[pointer.attribute] === found.value
    return {
      read: { value: found.value, key: found.owner.key },
      follow: isThere && item !== null ? shown(this.shape[of], item) : null,
    }
  }

  /** Lookups take values as a caller writes them. */
  #spelt(of: EntityName, values: Attributes): Attributes {
    const { a, n } = values
    return {
      ...values,
      ...(n === 0 ? { n: 0 } : {}),
      ...(this.shape[of].spells && typeof a === 'string' ? { a: spell(a) } : {}),
    }
  }

  /** A request with a key that was used before is not carried out again. */
  #once(scope: string, once: string | undefined, input: string, run: () => Outcome): Outcome {
    if (once === undefined) return run()
    const name = `${scope} ${once}`
    const record = this.state.records.get(name)
    if (record === undefined) {
      this.#recording = { name, input }
      const outcome = run()
      this.#recording = undefined
      return outcome
    }
    if (record.input !== input) return refused(['IDEMPOTENCY_KEY_REUSED'])
    const left = record.left.map((each) => {
      const item = each === null ? undefined : this.state.items[each.of].get(each.id)
      return each === null || item === undefined ? null : shown(this.shape[each.of], item)
    })
    return done(scope === '$transaction' ? left : left[0])
  }
  #recording: { readonly name: string; readonly input: string } | undefined

  /** What was done is remembered, where there is a key to remember it by: also that there was nothing to do. */
  #left(result: unknown, planned: readonly Planned[]): Outcome {
    if (this.#recording === undefined) return done(result)
    const { name, input } = this.#recording
    const left = planned.map((each) => {
      if (each.kind === 'nothing') return each.left
      if (each.kind !== 'change' || each.change.after === null) return null
      return { of: each.change.of, id: each.change.id }
    })
    this.state.records.set(name, { input, left })
    return done(result)
  }

  /** What of an operation is its input: conditions are functions, which nobody can compare. */
  #inputOf(operation: Single | Step): unknown {
    const { once: _, where: __, expected: ___, ...input } = { once: 0, where: 0, expected: 0, ...operation }
    if (!('key' in input)) return input
    const named = { ...input, key: keyOf(this.shape, input.of, input.key) }
    return input.op === 'modify' ? { ...named, changes: undefined } : named
  }

  #together(steps: readonly Step[]): Outcome {
    const chain = new Map<string, number>()
    const planned: Planned[] = []
    const gets: unknown[] = []
    const wrong: string[] = []
    const unmet = new Set<string>()
    let added: number | undefined
    for (const step of steps) {
      if (step.op === 'increment') added = (added ?? 0) + step.by
      else if (step.op === 'get') gets.push(this.shown(step.of, step.key))
      else if (step.op === 'check') {
        const key = keyOf(this.shape, step.of, step.key)
        const isThere = this.item(step.of, step.key) !== null
        if (isThere === step.exists) continue
        wrong.push(violation(step.exists ? 'NOT_FOUND' : 'EXISTS', step.of, key))
        unmet.add(`${step.of} ${idOf(this.shape, step.of, key)}`)
      } else planned.push(this.#plan(step, this.#wantedIn(step), chain))
    }
    const early = planned.flatMap((each) => (each.kind === 'early' ? [each] : []))
    const changes = planned.flatMap((each) => {
      if (each.kind !== 'change') return []
      const { change } = each
      // That a condition of the caller's does not hold is known where nothing else is wrong with the item.
      return [unmet.has(`${change.of} ${change.id}`) ? { ...change, wrong: [] } : change]
    })
    const ids = [...early, ...changes].map(({ of, id }) => `${of} ${id}`)
    const alone = early.map(({ reason }) => [reason])
    if (new Set(ids).size < ids.length) return refused(...alone, ['DUPLICATE_ITEM'])
    const reasons = commit(this.shape, this.state, changes, { wrong, failing: early })
    if (reasons !== null) return refused(...alone, reasons)
    this.state.hits += added ?? 0
    const results = planned.map((each) => ('result' in each ? each.result : undefined))
    const values = [...results, ...gets]
    return this.#left(values, planned)
  }

  #wantedIn(step: Step): Wanted | undefined {
    const expected = 'expected' in step ? step.expected : undefined
    if (expected?.kind !== 'version' || !('key' in step)) return undefined
    const version = this.versionFor(step.of, step.key, expected.off)
    return version === undefined ? undefined : { kind: 'version', version }
  }

  /** A version beside the stored one; undefined for a model that has none. */
  versionFor(of: EntityName, key: Attributes, off: number): number | undefined {
    return this.shape[of].isVersioned ? Number(this.item(of, key)?.['rev'] ?? 1) + off : undefined
  }

  #plan(
    operation: Single | (Step & Single),
    wanted: Wanted | undefined,
    chain: Map<string, number>,
  ): Planned {
    if (operation.op === 'create') return this.#planWhole(operation.of, operation.item, 'create', chain)
    if (operation.op === 'put')
      return this.#planWhole(operation.of, operation.item, 'put', chain, operation.where)
    if (operation.op === 'upsert') return this.#planUpsert(operation, chain)
    return this.#planChanges(operation, wanted)
  }

  #planUpsert({ of, item, onInsert }: Upsert, chain: Map<string, number>): Planned {
    const before = this.item(of, item)
    if (before === null) return this.#planWhole(of, { ...onInsert, ...item }, 'create', chain)
    const set = Object.fromEntries(
      Object.entries(item).filter(
        ([name]) => name !== 'ro' && !this.shape[of].key.some((key) => key === name),
      ),
    )
    if (Object.keys(set).length === 0)
      return {
        kind: 'nothing',
        result: shown(this.shape[of], before),
        left: { of, id: idOf(this.shape, of, item) },
      }
    return this.#planChanges({ op: 'update', of, key: item, changes: { set } }, undefined)
  }

  #planWhole(
    of: EntityName,
    given: Attributes,
    kind: 'create' | 'put',
    chain: Map<string, number>,
    where?: string,
  ): Planned {
    const { shape } = this
    const before = this.item(of, given)
    const key = keyOf(shape, of, given)
    const whole = storedByCreate(shape[of], given)
    const { number, drawn } = this.#number(of, whole, kind === 'put' ? before : null, chain)
    const version = kind === 'put' && before !== null ? Number(before['rev']) + 1 : 1
    const after = {
      ...whole,
      ...(number === undefined ? {} : { no: number }),
      ...(shape[of].isVersioned ? { rev: version } : {}),
    }
    const wrong = [
      ...(kind === 'create' && before !== null ? [violation('EXISTS', of, key)] : []),
      ...(where !== undefined && before?.['note'] !== where ? [violation('CONDITION', of, key)] : []),
    ]
    const id = idOf(shape, of, given)
    const change: Change = { of, id, kind, before: kind === 'put' ? before : null, after, wrong, drawn }
    return { kind: 'change', change, result: shown(shape[of], after) }
  }

  /** An item keeps its number, unless what replaces it is of another scope. */
  #number(of: EntityName, after: Stored, before: Stored | null, chain: Map<string, number>) {
    const { sequence } = this.shape[of]
    const text = sequence === undefined ? undefined : sequenceText(of, sequence, after)
    if (sequence === undefined || text === undefined) return {}
    if (before?.['no'] !== undefined && sequenceText(of, sequence, before) === text)
      return { number: before['no'] }
    const last = chain.get(text) ?? this.state.sequences.get(text)
    const number = last === undefined ? sequence.start : last + sequence.step
    chain.set(text, number)
    return {
      number: sequence.isText ? `N-${String(number).padStart(3, '0')}` : number,
      drawn: { sequence: text, number },
    }
  }

  #planChanges(operation: Update | Modify | Delete, wanted: Wanted | undefined): Planned {
    const { of } = operation
    const { shape } = this
    const entity = shape[of]
    const key = keyOf(shape, of, operation.key)
    const id = idOf(shape, of, operation.key)
    const actual = this.item(of, operation.key)
    const where = 'where' in operation ? operation.where : undefined
    const early = (code: string): Planned => ({ kind: 'early', reason: violation(code, of, key), of, id })
    const isKnown = wanted?.kind === 'current' && !wanted.isCopy
    if (actual === null && !isKnown) {
      const isExpected = operation.op !== 'delete' || wanted !== undefined || where !== undefined
      return isExpected ? early('NOT_FOUND') : { kind: 'nothing', result: null, left: null }
    }
    if (actual !== null && wanted !== undefined && this.#isPast(of, actual, wanted)) {
      if (!isKnown) return early('VERSION')
    }
    // What is passed as current is decided on as it was seen, whatever has become of it.
    const before = isKnown ? wanted.item : actual
    if (before === null) return early('NOT_FOUND')
    if (operation.op === 'modify' && operation.changes === null)
      return { kind: 'nothing', result: shown(entity, before), left: { of, id } }
    const wrong = this.#wrongWith(of, key, actual, wanted, where)
    if (operation.op === 'delete')
      return {
        kind: 'change',
        change: { of, id, kind: 'delete', before, after: null, wrong },
        result: shown(entity, before),
      }
    const changed = storedByUpdate(entity, before, operation.changes ?? {})
    const after = entity.isVersioned ? { ...changed, rev: Number(before['rev']) + 1 } : changed
    return {
      kind: 'change',
      change: { of, id, kind: 'update', before, after, wrong },
      result: shown(entity, after),
    }
  }

  #wrongWith(
    of: EntityName,
    key: Attributes,
    actual: Stored | null,
    wanted: Wanted | undefined,
    where: string | undefined,
  ): string[] {
    if (actual === null) return [violation('NOT_FOUND', of, key)]
    if (wanted !== undefined && this.#isPast(of, actual, wanted)) return [violation('VERSION', of, key)]
    return where !== undefined && actual['note'] !== where ? [violation('CONDITION', of, key)] : []
  }

  /** Whether an item is not as somebody expects it. */
  #isPast(of: EntityName, actual: Stored, wanted: Wanted): boolean {
    if (wanted.kind === 'version') return wanted.version !== actual['rev']
    if (!wanted.isCopy) return asText(wanted.item) !== asText(actual)
    const [copy, fresh] = [shown(this.shape[of], wanted.item), shown(this.shape[of], actual)]
    return Object.entries(copy).some(([name, value]) => asText(value) !== asText(fresh[name]))
  }
}
