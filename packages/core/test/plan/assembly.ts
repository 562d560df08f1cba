import { type Assembly, assemblePart } from '../../src/plan/assemble.js'
import type { StoredItem } from '../../src/plan/attribute-value.js'
import { type Contribution, type Finding, NO_CONTRIBUTION } from '../../src/plan/contribution.js'
import type { Clause, EntityWrite } from '../../src/plan/entity-write.js'
import { joinParts } from '../../src/plan/join-parts.js'
import { CompiledPlan } from '../../src/plan/plan.js'
import type { Write } from '../../src/plan/write.js'
import { facts, keyOfAccount, stored, updating } from '../constraint/account.js'

/** An account as it is stored, with what a decision can rely on. */
export const ada = stored('1', { em: { S: 'a' }, rev: { N: '3' } })
export const key = keyOfAccount('1')
export const exists = {
  text: 'attribute_exists(#pk)',
  names: { '#pk': 'pk', '#unused': 'x' },
  values: {},
} as const

/** A clause that stores a whole attribute. */
export const set = (field: string, value: string): Clause => ({
  section: 'SET',
  text: `#${field} = :${field}`,
  field,
  isWhole: true,
  value: `:${value}`,
})

/** An update of a nickname as ElectroDB compiles it, with placeholders that nothing uses. */
export const updateOf = (given: Partial<EntityWrite> = {}): EntityWrite => ({
  action: 'Update',
  table: 'shop',
  key,
  clauses: [set('nickname', 'nickname')],
  condition: {
    text: exists.text,
    names: { ...exists.names, '#nickname': 'nickname' },
    values: { ':nickname': { S: 'n' }, ':unused': { S: 'u' } },
  },
  hasWhere: false,
  ...given,
})

/** A put of an item with no condition of ElectroDB's own. */
export const putOf = (item: StoredItem): EntityWrite =>
  updateOf({ action: 'Put', item, clauses: [], condition: { text: '', names: {}, values: {} } })

/** A delete with no condition of ElectroDB's own. */
export const deletion = (): EntityWrite =>
  updateOf({ action: 'Delete', clauses: [], condition: { text: '', names: {}, values: {} } })

export const contribution = (given: Partial<Contribution>): Contribution => ({ ...NO_CONTRIBUTION, ...given })

const assembly = (given: Partial<Assembly>): Assembly => ({
  facts,
  change: updating(ada, { nickname: { S: 'n' } }),
  write: updateOf(),
  expectation: { kind: 'none' },
  contributions: [],
  versionField: 'rev',
  ...given,
})

/** The plan of one change, an update of an account where nothing else is given. */
export function planned(given: Partial<Assembly> = {}): {
  readonly plan: CompiledPlan
  readonly explains: ReturnType<typeof joinParts>['explains']
  readonly writes: readonly Write[]
} {
  const { plan, explains } = joinParts([assemblePart(assembly(given))], 'shop')
  return { plan, explains, writes: CompiledPlan.compiled(plan) }
}

/** What the refusal of the entity's own write means, where the store sends this item back. */
export const explained = (
  item: StoredItem | null,
  given: Partial<Assembly> = {},
): readonly Finding[] | undefined => planned(given).explains[0]?.(item)

export const about = { model: 'account', key: { accountId: '1' } } as const

export const refusedWith = (code: string, more: object = {}): object[] => [
  { kind: 'violation', violation: { code, ...about, ...more } },
]
