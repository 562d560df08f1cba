import { composeKeys } from '../electro/index-keys.js'
import type { StoredItem } from '../plan/attribute-value.js'
import { type Condition, compileCondition, isAs } from '../plan/condition.js'
import { fieldOf, type IndexFacts } from '../plan/entity-facts.js'
import { toAttributeValue } from '../plan/native-value.js'
import { Placeholders } from '../plan/placeholders.js'
import type { Runtime } from '../run/execute.js'
import type { PageRequest } from '../run/store.js'
import type { Binding } from './binding.js'

/** An index whose partition key the scope gives, the table's own before others. */
function indexFor({ facts }: Binding, scopeFields: readonly string[]): IndexFacts | undefined {
  const fits = facts.indexes.filter(
    ({ pk, isComposite, isConditional, holds }) =>
      holds === undefined &&
      !isComposite &&
      !isConditional &&
      scopeFields.length > 0 &&
      pk.composite.every((name) => scopeFields.includes(fieldOf(facts, name))),
  )
  return fits.find(({ index }) => index === undefined) ?? fits[0]
}

/** A query of the smallest part of the table that holds the scope, or a scan where no index leads there. */
function requestFor(binding: Binding, scopeFields: readonly string[], scope: StoredItem): PageRequest {
  const { facts, entity, table } = binding
  const placeholders = new Placeholders()
  const { entity: entityField, version } = facts.identifiers
  const conditions: Condition[] = [
    isAs(entityField, { S: facts.entity }),
    isAs(version, { S: facts.version }),
    ...scopeFields.map((field) => isAs(field, scope[field])),
  ]
  const index = indexFor(binding, scopeFields)
  const filter = compileCondition({ op: 'all', of: conditions }, placeholders)
  const keyed =
    index === undefined
      ? {}
      : {
          KeyConditionExpression: compileCondition(
            isAs(index.pk.field, toAttributeValue(composeKeys(entity, facts, scope)[index.pk.field])),
            placeholders,
          ),
        }
  return {
    TableName: table,
    ...keyed,
    ...(index?.index === undefined ? { ConsistentRead: true } : { IndexName: index.index }),
    FilterExpression: filter,
    ExpressionAttributeNames: placeholders.names(),
    ExpressionAttributeValues: placeholders.values(),
  }
}

/** Every item of a model in a scope, as it is stored: through an index the newest may lack. */
export async function scanScope(
  binding: Binding,
  { context }: Runtime,
  scopeFields: readonly string[],
  scope: StoredItem,
): Promise<readonly StoredItem[]> {
  const request = requestFor(binding, scopeFields, scope)
  const kind = 'KeyConditionExpression' in request ? 'Query' : 'Scan'
  const items: StoredItem[] = []
  let start: StoredItem | undefined
  do {
    context.signal?.throwIfAborted()
    const page = await binding.store.page(
      kind,
      start === undefined ? request : { ...request, ExclusiveStartKey: start },
      context,
    )
    items.push(...page.items)
    start = page.next
  } while (start !== undefined)
  return items
}
