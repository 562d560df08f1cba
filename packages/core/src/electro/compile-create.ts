import { keyOf, type StoredItem } from '../plan/attribute-value.js'
import type { EntityFacts } from '../plan/entity-facts.js'
import type { EntityWrite } from '../plan/entity-write.js'
import { toStoredItem } from '../plan/native-value.js'
import { compiling } from './compile-error.js'
import type { ElectroEntity } from './electro-entity.js'

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
    const key = keyOf(after, facts.keyFields)
    return {
      write: { action: 'Put', table, key, item: after, clauses: [], condition, hasWhere: false },
      after,
    }
  })
}
