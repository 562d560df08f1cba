import { evaluateCondition } from '../condition/evaluate-condition.js'
import { evaluateExpected } from '../condition/evaluate-expected.js'
import type { DynaliteDb, ItemRequest } from '../dynalite/dynalite-modules.js'
import { emptyKind } from '../dynalite/key-problems.js'
import { conditionFailed, validationError } from '../engine/service-error.js'
import { itemSize } from '../item/item-size.js'
import { nestsTooDeep, TOO_DEEP } from '../item/nesting.js'
import type { Item } from '../item/value.js'
import { valueType } from '../item/value.js'
import { applyAttributeUpdates } from '../update/apply-attribute-updates.js'
import { applyUpdate } from '../update/apply-update.js'
import type { ItemWrite } from './item-write.js'
import { emptyUpdate } from './schema-problem.js'

/** The most bytes that an item may have. */
export const LARGEST_ITEM = 409_600

/**
 * What a write leaves of the item that it finds: pure, so a transaction can ask every action before it writes any.
 *
 * @returns the item afterwards, or nothing where the write deletes it
 * @throws ServiceError when the condition does not hold or the update cannot be applied
 */
export function applyWrite(db: DynaliteDb, write: ItemWrite, before: Item | undefined): Item | undefined {
  const { kind, request } = write
  if (!meetsCondition(request, before ?? {})) {
    const wanted = request.ReturnValuesOnConditionCheckFailure === 'ALL_OLD'
    throw conditionFailed(wanted ? before : undefined)
  }
  if (kind === 'put') return request.Item
  if (kind === 'check') return before
  return kind === 'delete' ? undefined : updated(db, write, before)
}

function meetsCondition(request: ItemRequest, item: Item): boolean {
  if (request._condition !== undefined) return evaluateCondition(request._condition.expression, item)
  return (
    request.Expected === undefined || evaluateExpected(request.Expected, request.ConditionalOperator, item)
  )
}

function updated(db: DynaliteDb, write: ItemWrite, before: Item | undefined): Item {
  const { _updates, AttributeUpdates, Key = {} } = write.request
  const after =
    _updates === undefined
      ? applyAttributeUpdates(AttributeUpdates ?? {}, before, Key)
      : applyUpdate(_updates.sections, before, Key)
  if (nestsTooDeep(after)) throw validationError(TOO_DEEP)
  if (itemSize(after) > LARGEST_ITEM) {
    throw validationError('Item size to update has exceeded the maximum allowed size')
  }
  checkIndexKeys(db, write, after)
  return after
}

function checkIndexKeys(db: DynaliteDb, write: ItemWrite, after: Item): void {
  db.traverseIndexes(write.table, (attribute, type) => {
    const value = after[attribute]
    if (value === undefined) return undefined
    if (valueType(value) !== type) {
      throw validationError(
        'The update expression attempted to update the secondary index key to unsupported type',
      )
    }
    const kind = emptyKind(value)
    if (kind !== undefined) throw validationError(emptyUpdate(kind))
    return undefined
  })
}
