import type { InputWrite } from './input-writes.js'

type Role = Pick<InputWrite, 'action' | 'role' | 'condition'>

const ENTITY: Readonly<Record<InputWrite['action'], string>> = {
  Put: 'Stores the item.',
  Update: 'Changes the item.',
  Delete: 'Deletes the item.',
  ConditionCheck: 'Checks the item.',
}

/** What a write is for, by the beginning of its role. */
const SENTENCES: readonly (readonly [start: string, sentence: (name: string) => string])[] = [
  ['claim of ', (name) => `Claims ${name}: puts its guard, if that is free or this item's already.`],
  ['refresh of ', (name) => `Refreshes ${name}: its guard ends when the item does.`],
  ['release of ', (name) => `Releases ${name}: deletes its guard, if that is this item's or gone.`],
  ['advance of ', (name) => `Moves the pointer ${name} on, if it is behind.`],
  ['draw of ', (name) => `Takes a number of the sequence ${name}.`],
  ['reference of ', (name) => `Checks that what ${name} refers to is there.`],
  ['increment of ', (name) => `Counts ${name} on.`],
  ['reset of ', (name) => `Deletes a shard of ${name}.`],
  ['check of ', (name) => `Checks ${name}: it has to be as it was read.`],
]

/** One write in a sentence. */
export function sentenceOf({ action, role, condition }: Role): string {
  if (role === 'entity') {
    const isNew = action === 'Put' && /^attribute_not_exists\((?!.* OR )/.test(condition ?? '')
    return isNew ? 'Stores the item, if there is none.' : ENTITY[action]
  }
  const found = SENTENCES.find(([start]) => role.startsWith(start))
  return found === undefined ? `${action}: ${role}.` : found[1](role.slice(found[0].length))
}
