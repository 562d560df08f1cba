import { keyOf, type StoredItem, type TableKey } from '../plan/attribute-value.js'
import type { EntityFacts } from '../plan/entity-facts.js'
import type { EntityWrite } from '../plan/entity-write.js'
import { toStoredItem, UnstorableValue } from '../plan/native-value.js'
import { hasLoneSurrogate } from '../plan/own-key.js'
import { compiling } from './compile-error.js'
import { enclosed } from './compile-update.js'
import type { ElectroEntity, WhereText } from './electro-entity.js'

/** A create as ElectroDB compiled it, once: hooks and defaults have run, and what they gave is fixed. */
export interface CompiledCreate {
  readonly write: EntityWrite
  readonly after: StoredItem
}

export function compileCreate(
  entity: ElectroEntity,
  facts: EntityFacts,
  input: object,
  table: string,
): CompiledCreate {
  return compiling(facts, () => {
    const params = entity.create(input).params({ table })
    const after = toStoredItem(params.Item ?? {})
    const names = params.ExpressionAttributeNames ?? {}
    const condition = { text: params.ConditionExpression ?? '', names, values: {} }
    const key = checkedKey(keyOf(after, facts.keyFields))
    return {
      write: { action: 'Put', table, key, item: after, clauses: [], condition, hasWhere: false },
      after,
    }
  })
}

/** A create or replace: the caller's condition alone. Whether an item is there already is for the plan to say. */
export function compilePut(
  entity: ElectroEntity,
  facts: EntityFacts,
  input: object,
  where: WhereText | undefined,
  table: string,
): CompiledCreate {
  return compiling(facts, () => {
    const chain = entity.put(input)
    const params = (where === undefined ? chain : chain.where(enclosed(where))).params({ table })
    const after = toStoredItem(params.Item ?? {})
    const condition = {
      text: params.ConditionExpression ?? '',
      names: params.ExpressionAttributeNames ?? {},
      values: toStoredItem(params.ExpressionAttributeValues ?? {}),
    }
    const key = checkedKey(keyOf(after, facts.keyFields))
    return {
      write: {
        action: 'Put',
        table,
        key,
        item: after,
        clauses: [],
        condition,
        hasWhere: where !== undefined,
      },
      after,
    }
  })
}

/** Text that is not well-formed has no form in UTF-8: another key would be stored, and never found. */
function checkedKey(key: TableKey): TableKey {
  for (const [field, value] of Object.entries(key))
    if (value.S !== undefined && hasLoneSurrogate(value.S))
      throw new UnstorableValue('the key holds half of a surrogate pair: repair the text', [field])
  return key
}
