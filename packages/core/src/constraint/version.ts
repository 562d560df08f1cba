import type { StoredItem } from '../plan/attribute-value.js'
import type { Change, Expectation } from '../plan/change.js'
import type { Contribution, EntityCondition } from '../plan/contribution.js'
import { type AttributeFacts, type EntityFacts, fieldOf } from '../plan/entity-facts.js'
import { toNativeItem } from '../plan/native-value.js'
import {
  type Constraint,
  type ConstraintKind,
  type Declaring,
  NO_EXTRAS,
  type PlanContext,
} from './constraint.js'

function faultOf(
  attribute: string,
  known: AttributeFacts | undefined,
  facts: EntityFacts,
): string | undefined {
  if (known === undefined) return `${attribute} is no attribute of ${facts.entity}`
  if (known.type !== 'number') return `${attribute} has to be a number: it counts the writes of an item`
  if (known.isSettable) return `${attribute} has a set hook, which would change the count: remove the hook`
  const index = facts.indexes.find(({ pk, sk }) =>
    [...pk.composite, ...(sk?.composite ?? [])].includes(attribute),
  )
  if (index !== undefined)
    return `${attribute} is part of the key of ${index.accessPattern}: a version cannot be in a key`
  const watcher = [...facts.attributes.values()].find(
    ({ watch }) => watch !== '*' && watch.includes(attribute),
  )
  if (watcher !== undefined)
    return `${watcher.name} watches ${attribute}, but a version is counted by the store, unseen`
  return undefined
}

/** The version that an item stores, if any. */
const versionOf = (item: StoredItem, field: string): number | undefined =>
  item[field]?.N === undefined ? undefined : Number(item[field].N)

function expected(
  change: Change,
  expectation: Expectation,
  facts: EntityFacts,
  field: string,
): readonly EntityCondition[] {
  if (expectation.kind !== 'version') return []
  const { version } = expectation
  const key = toNativeItem(change.keyAttributes)
  return [
    {
      condition: { op: 'equals', field, value: { N: String(version) } },
      explain: (item) => [
        {
          kind: 'violation',
          violation: {
            code: 'VERSION',
            model: facts.entity,
            key,
            expected: version,
            actual: versionOf(item, field),
          },
        },
      ],
    },
  ]
}

/** `version`: every write counts an attribute up by one, and can ask that nobody else did since. */
export const version: ConstraintKind = {
  declare(declared: unknown, { facts, problems }: Declaring): Constraint | undefined {
    if (typeof declared !== 'string') {
      problems.push({ path: 'version', message: 'has to be the name of a number attribute' })
      return undefined
    }
    const fault = faultOf(declared, facts.attributes.get(declared), facts)
    if (fault !== undefined) {
      problems.push({ path: 'version', message: fault })
      return undefined
    }
    const field = fieldOf(facts, declared)
    return {
      ...NO_EXTRAS,
      kind: 'version',
      managed: [declared],
      guarded: [field],
      needs: () => [],
      supply: (operation) => (operation === 'create' ? { [declared]: 1 } : {}),
      describe: () => [{ kind: 'version', attribute: declared, writes: [] }],
      plan: (change: Change, context: PlanContext): Contribution => ({
        writes: [],
        fence: change.before === undefined || change.before === null ? [] : [field],
        conditions: expected(change, context.expectation, facts, field),
        increments: change.operation === 'update' ? { [field]: 1 } : {},
      }),
    }
  },
}
