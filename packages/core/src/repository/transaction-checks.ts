import { compileDelete } from '../electro/compile-delete.js'
import type { WhereText } from '../electro/electro-entity.js'
import { isOwnItem } from '../electro/format.js'
import { InvalidInputError } from '../errors/invalid-input-error.js'
import type { Violation } from '../errors/violation.js'
import { decisionFence } from '../plan/assemble.js'
import type { StoredItem, TableKey } from '../plan/attribute-value.js'
import { type Condition, isAs, isMet } from '../plan/condition.js'
import type { Finding, GuardedWrite } from '../plan/contribution.js'
import type { Binding } from './binding.js'
import type { Options } from './read-options.js'

/** A check of an item within a request, with what it means that it does not hold. */
const checkOf = (
  role: string,
  key: TableKey,
  condition: Condition,
  explain: (item: StoredItem | undefined) => readonly Finding[],
): GuardedWrite => ({ action: 'ConditionCheck', role, key, condition, intent: { kind: 'check' }, explain })

/** What was read in a transaction has to be so when it commits; else the whole of it is decided anew. */
export function readFence(
  { facts, constraints }: Binding,
  key: TableKey,
  item: StoredItem | undefined,
): GuardedWrite {
  const [field = ''] = facts.keyFields
  const isHere = item !== undefined && isOwnItem(item, facts)
  const { version } = constraints
  const whole = isHere ? decisionFence(item, facts, version !== undefined) : []
  const fields = isHere && whole.length === 0 && version !== undefined ? [version] : whole
  const condition: Condition = isHere
    ? { op: 'all', of: fields.map((name) => isAs(name, item[name])) }
    : item === undefined
      ? { op: 'absent', field }
      : {
          op: 'all',
          of: [facts.identifiers.entity, facts.identifiers.version].map((name) => isAs(name, item[name])),
        }
  return checkOf('check of what was read', key, condition, (held) =>
    isMet(condition, held) ? [] : [{ kind: 'lost-fence' }],
  )
}

/** The three checks that a caller can make of an item. */
export function callerChecks(
  binding: Binding,
  key: TableKey,
  named: Options,
  add: (check: GuardedWrite) => void,
): object {
  const { facts, entity, table } = binding
  const [field = ''] = facts.keyFields
  const about = { model: facts.entity, key: named }
  const found = (violation: Violation): readonly Finding[] => [{ kind: 'violation', violation }]
  const { entity: entityField, version } = facts.identifiers
  const isThere: Condition = {
    op: 'all',
    of: [isAs(entityField, { S: facts.entity }), isAs(version, { S: facts.version })],
  }
  const absent: Condition = { op: 'absent', field }
  return {
    exists: () =>
      add(
        checkOf('check that it exists', key, isThere, (item) =>
          isMet(isThere, item) ? [] : found({ code: 'NOT_FOUND', ...about }),
        ),
      ),
    absent: () =>
      add(
        checkOf('check that it is absent', key, absent, (item) =>
          isMet(absent, item) ? [] : found({ code: 'EXISTS', ...about }),
        ),
      ),
    where: (where: unknown) => {
      if (typeof where !== 'function')
        throw new InvalidInputError([{ path: 'where', message: 'has to be a function' }], {
          model: facts.entity,
          operation: 'check',
        })
      const { condition } = compileDelete(entity, facts, named, where as WhereText, table)
      const text: Condition = { op: 'text', ...condition }
      add(checkOf('check of a condition', key, text, () => found({ code: 'CONDITION', ...about })))
    },
  }
}
