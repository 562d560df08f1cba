import type { TableKey } from '../plan/attribute-value.js'
import type { EntityFacts } from '../plan/entity-facts.js'
import type { EntityWrite } from '../plan/entity-write.js'
import { toStoredItem } from '../plan/native-value.js'
import { compiling } from './compile-error.js'
import { enclosed } from './compile-update.js'
import type { ElectroEntity, WhereText } from './electro-entity.js'

/** Compiles a delete; unlike `remove` it has no condition of its own. */
export function compileDelete(
  entity: ElectroEntity,
  facts: EntityFacts,
  key: object,
  where: WhereText | undefined,
  table: string,
): EntityWrite {
  return compiling(facts, () => {
    const chain = entity.delete(key)
    const params = (where === undefined ? chain : chain.where(enclosed(where))).params({ table })
    const condition = {
      text: params.ConditionExpression ?? '',
      names: params.ExpressionAttributeNames ?? {},
      values: toStoredItem(params.ExpressionAttributeValues ?? {}),
    }
    const stored = toStoredItem(params.Key ?? {})
    return { action: 'Delete', table, key: stored, clauses: [], condition, hasWhere: where !== undefined }
  })
}

/** The table key that ElectroDB composes of key attributes. */
export function compileKey(entity: ElectroEntity, facts: EntityFacts, key: object, table: string): TableKey {
  return compiling(facts, () => toStoredItem(entity.get(key).params({ table }).Key ?? {}))
}
