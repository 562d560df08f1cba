import type { AttributeValue, Plan, StoredItem } from '@latchkey/core'
import type { RehearsedWrite } from './rehearsal.js'

/** One write of a request, with what it was planned for. */
export interface InputWrite {
  readonly action: Plan['writes'][number]['action']
  readonly role: string
  readonly capacity: number
  readonly key: StoredItem
  readonly item: StoredItem | undefined
  /** What an update does, and what has to hold, in field names and values. */
  readonly update: string | undefined
  readonly condition: string | undefined
}

/** The members of the SDK's input that a write can have. */
interface Member {
  readonly Key?: StoredItem
  readonly Item?: StoredItem
  readonly UpdateExpression?: string
  readonly ConditionExpression?: string
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>
  readonly ExpressionAttributeValues?: Readonly<Record<string, AttributeValue>>
}

/** An expression with names and values in it. */
function spelt(
  text: string | undefined,
  member: Member,
  show: (value: AttributeValue) => string,
): string | undefined {
  return text?.replaceAll(/[#:][A-Za-z0-9_]+/g, (placeholder) => {
    const value = member.ExpressionAttributeValues?.[placeholder]
    return value === undefined ? (member.ExpressionAttributeNames?.[placeholder] ?? placeholder) : show(value)
  })
}

/** The writes of a request in their order. */
export function inputWrites(
  { plan, input }: RehearsedWrite,
  keyFields: readonly string[],
  show: (value: AttributeValue) => string,
): readonly InputWrite[] {
  const members = (input['TransactItems'] ?? [{ single: input }]) as readonly Readonly<
    Record<string, Member>
  >[]
  return plan.writes.map(({ action, role, capacity }, at) => {
    const [member = {}] = Object.values(members[at] ?? {})
    const from = member.Key ?? member.Item ?? {}
    return {
      action,
      role,
      capacity,
      key: Object.fromEntries(keyFields.flatMap((field) => (from[field] ? [[field, from[field]]] : []))),
      item: member.Item,
      update: spelt(member.UpdateExpression, member, show),
      condition: spelt(member.ConditionExpression, member, show),
    }
  })
}
