import type {
  Attributes,
  Create,
  Delete,
  Modify,
  Put,
  Step,
  Transaction,
  Update,
  Upsert,
} from './operation.js'
import type { EntityName, Shape } from './shape.js'
import { keyOf } from './state.js'

interface Written extends Promise<unknown> {}
export type Options = Readonly<Record<string, unknown>>

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
export type Row =
  | { readonly ok: true; readonly data: unknown }
  | { readonly ok: false; readonly error: unknown }
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

type InOne = Readonly<Record<EntityName, InTransaction>> & {
  readonly hits: { increment(by: number): void }
}

/** A database of two models and a counter. */
export interface Database extends Readonly<Record<EntityName, Repository>> {
  readonly hits: { increment(by: number): Promise<unknown>; read(): Promise<number> }
  $transaction(run: (tx: InOne) => Promise<unknown>, options?: Options): Promise<unknown>
}

export type Single = Create | Put | Upsert | Update | Modify | Delete

type Where = (
  item: { readonly note: unknown },
  op: { readonly eq: (one: unknown, two: unknown) => string },
) => string
const noteIs =
  (value: string): Where =>
  (item, { eq }) =>
    eq(item.note, value)

/** Carries one operation out; what it wants of the item is among the options. */
export async function performSingle(
  db: Database,
  shape: Shape,
  operation: Single,
  wants: Options = {},
): Promise<unknown> {
  const { of, op } = operation
  const where = 'where' in operation ? operation.where : undefined
  const options: Options = {
    ...wants,
    ...(operation.once === undefined ? {} : { idempotencyKey: operation.once }),
    ...(where === undefined ? {} : { where: noteIs(where) }),
    ...('onInsert' in operation ? { onInsert: operation.onInsert } : {}),
  }
  const repository = db[of]
  if (op === 'create' || op === 'put' || op === 'upsert') return repository[op](operation.item, options)
  const key = keyOf(shape, of, operation.key)
  if (op === 'update') return repository.update(key, operation.changes, options)
  if (op === 'modify') return repository.modify(key, () => operation.changes, options)
  return repository.delete(key, options)
}

async function performStep(
  tx: InOne,
  shape: Shape,
  step: Step,
  version: number | undefined,
): Promise<unknown> {
  if (step.op === 'increment') return tx.hits.increment(step.by)
  if (step.op === 'create') return tx[step.of].create(step.item)
  const where = 'where' in step && step.where !== undefined ? { where: noteIs(step.where) } : {}
  if (step.op === 'put') return tx[step.of].put(step.item, where)
  const key = keyOf(shape, step.of, step.key)
  if (step.op === 'get') return tx[step.of].get(key)
  if (step.op === 'check') return tx[step.of].check(key)[step.exists ? 'exists' : 'absent']()
  const options = { ...where, ...(version === undefined ? {} : { version }) }
  if (step.op === 'update') return tx[step.of].update(key, step.changes, options)
  return tx[step.of].delete(key, options)
}

/** Carries a transaction out: what its writes give, and then what it read. */
export async function performTransaction(
  db: Database,
  shape: Shape,
  { steps, once }: Transaction,
  versions: readonly (number | undefined)[],
  options: Options = {},
): Promise<unknown> {
  const read: unknown[] = []
  const written = await db.$transaction(
    async (tx) => {
      read.length = 0
      const handles: unknown[] = []
      for (const [at, step] of steps.entries()) {
        const made = await performStep(tx, shape, step, versions[at])
        if (step.op === 'get') read.push(made)
        else if (step.op !== 'check' && step.op !== 'increment') handles.push(made)
      }
      return handles
    },
    { ...options, ...(once === undefined ? {} : { idempotencyKey: once }) },
  )
  return [...(Array.isArray(written) ? written : [written]), ...read]
}
