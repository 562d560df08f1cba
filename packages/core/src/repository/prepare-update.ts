import type { UpdateVerbs } from '../electro/compile-update.js'
import { isOwnItem } from '../electro/format.js'
import { generatedFields } from '../interpret/generated-fields.js'
import { type ChangePart, decisionFence } from '../plan/assemble.js'
import type { StoredItem } from '../plan/attribute-value.js'
import type { Change, Expectation } from '../plan/change.js'
import { type Adjustment, type EntityCondition, NO_CONTRIBUTION } from '../plan/contribution.js'
import { fieldOf } from '../plan/entity-facts.js'
import type { Prepared, Runtime } from '../run/execute.js'
import { type Binding, planChange } from './binding.js'
import { returned } from './create.js'
import { type Applied, namedValues } from './draft-update.js'
import { followUp, isFollowed } from './follow-up.js'

/** Plans an update of an item as it was read or, with nothing that needs it, of one that was not. */
export function planUpdate(
  binding: Binding,
  applied: Applied,
  about: {
    readonly before: StoredItem | undefined
    readonly keyAttributes: StoredItem
    /** Whether somebody decided on the item with more in view than the plan knows. */
    readonly isDecidedOn: boolean
  },
  expectation: Expectation,
  adjustments: readonly Adjustment[],
): ChangePart {
  const { before, keyAttributes, isDecidedOn } = about
  const isVersioned = binding.constraints.version !== undefined
  // With a version nobody else may have written the item anyway: fenced on all of it, what it will be is known exactly.
  const isWhole = before !== undefined && (isDecidedOn || isVersioned)
  const whole = isWhole ? decisionFence(before, binding.facts, isVersioned) : []
  const change: Change = {
    operation: 'update',
    key: applied.write.key,
    keyAttributes,
    before,
    after: applied.after,
    touched: new Set(applied.write.clauses.map(({ field }) => field)),
    reliesOn: [...applied.reliesOn, ...whole],
  }
  return requiring(planChange(binding, change, applied.write, expectation, adjustments), applied.requires)
}

/** A part whose item has to have these fields; where it has not, it is read. */
function requiring(part: ChangePart, fields: readonly string[]): ChangePart {
  if (fields.length === 0) return part
  const conditions = fields.map(
    (field): EntityCondition => ({
      condition: { op: 'exists', field },
      explain: () => [{ kind: 'lost-fence' }],
    }),
  )
  const contributions = [...part.entity.contributions, { ...NO_CONTRIBUTION, conditions }]
  return { ...part, entity: { ...part.entity, contributions } }
}

/** What an update stores beside what it names: the version, or of an item that was not read whose it is. */
function computedBeside(
  { constraints, facts }: Binding,
  before: StoredItem | undefined,
  keyAttributes: StoredItem,
): StoredItem {
  const { version } = constraints
  if (before !== undefined)
    return version === undefined ? {} : { [version]: { N: String(Number(before[version]?.N ?? 0) + 1) } }
  const { identifiers, entity } = facts
  const key = Object.entries(keyAttributes).map(([name, value]) => [fieldOf(facts, name), value])
  return {
    ...Object.fromEntries(key),
    [identifiers.entity]: { S: entity },
    [identifiers.version]: { S: facts.version },
  }
}

/** The item after a transaction, which gives nothing back: computed where nothing else can have moved, else read. */
async function afterCommit(
  binding: Binding,
  runtime: Runtime,
  applied: Applied,
  { before, keyAttributes }: { readonly before: StoredItem | undefined; readonly keyAttributes: StoredItem },
): Promise<StoredItem> {
  const { constraints, table, store, facts } = binding
  const { version } = constraints
  const beside = computedBeside(binding, before, keyAttributes)
  const computed = { ...applied.write.key, ...applied.after, ...beside }
  const isFenced =
    before !== undefined && version !== undefined && decisionFence(before, facts, true).length > 0
  if (isFenced && applied.isExact) return computed
  // The change is committed: where it cannot be read back, or the caller gives up now, it is not to be reported as failed.
  const item = await store
    .get({ table, key: applied.write.key, consistent: true }, { ...runtime.context, signal: undefined })
    .catch(() => undefined)
  return item !== undefined && isOwnItem(item, facts) ? item : computed
}

/** Makes one plan of an update ready to be sent. */
export function prepareUpdate(
  binding: Binding,
  runtime: Runtime,
  applied: Applied,
  part: ChangePart,
  subject: { readonly before: StoredItem | undefined; readonly expectation: Expectation },
  call: { readonly verbs: UpdateVerbs; readonly returns: unknown },
): Prepared<unknown> {
  const { facts, constraints } = binding
  const { before, expectation } = subject
  const { keyAttributes } = part.entity.change
  const touched = new Set(applied.write.clauses.map(({ field }) => field))
  const isItemWanted = call.returns !== 'none' || isFollowed(binding, touched)
  const readVersion = constraints.version === undefined ? undefined : before?.[constraints.version]?.N
  const expectedVersion =
    expectation.kind === 'version'
      ? expectation.version
      : readVersion === undefined
        ? undefined
        : Number(readVersion)
  return {
    parts: [part],
    returnValues: isItemWanted ? 'ALL_NEW' : 'NONE',
    doubt: () => {
      const stores = namedValues(applied.write)
      return {
        operation: 'update',
        stores,
        versionField: constraints.version,
        expectedVersion,
        generated: generatedFields(facts, stores, call.verbs.set ?? {}),
      }
    },
    finish: async (item) => {
      if (!isItemWanted) return undefined
      const stored = item ?? (await afterCommit(binding, runtime, applied, { before, keyAttributes }))
      await followUp(binding, runtime, stored, touched)
      return returned(binding, stored, call.returns)
    },
  }
}
