import type { ConstraintDescription, OwnItemKey, UniqueDescription } from '@latchkey/core'
import { listWords } from '../text/list-words.js'

const within = (scope: readonly string[]): string => (scope.length === 0 ? '' : ` within ${listWords(scope)}`)

function describeUnique(unique: UniqueDescription): string {
  const { attributes, scope, unless, normalize, isShared, namespace, hash, key } = unique
  const details = [
    normalize.length === 0 ? '' : `compared as ${normalize.join(', then ')}`,
    hash === undefined ? '' : `kept as ${hash}`,
    key === undefined ? 'with a key of its own function' : '',
    isShared ? `shared in ${namespace}` : '',
    unless === undefined ? '' : `not while there is ${unless}`,
  ].filter((detail) => detail !== '')
  return [`${listWords(attributes)}${within(scope)}`, ...details].join('; ')
}

/** What was declared, as its kind and name and what it says. */
export function describeConstraint(constraint: ConstraintDescription): readonly [string, string] {
  switch (constraint.kind) {
    case 'version':
      return ['version', `${constraint.attribute} counts the writes of an item`]
    case 'expires':
      return ['expires', `${constraint.attribute} is when an item ends, and its guards with it`]
    case 'unique':
      return [`unique ${constraint.name}`, describeUnique(constraint)]
    case 'pointer': {
      const { name, attribute, scope, order, stale, advance } = constraint
      const most = order === 'max' ? 'greatest' : 'least'
      const late = stale === 'skip' ? 'what comes late is passed over' : 'what comes late is refused'
      const after = advance === 'after' ? '; moved after the commit' : ''
      return [`pointer ${name}`, `the ${most} ${attribute}${within(scope)}; ${late}${after}`]
    }
    case 'sequence': {
      const { name, attribute, scope, start, step, gapless, format } = constraint
      const shown = format === undefined ? '' : ` as ${format}`
      const steps = step === 1 ? '' : ` in steps of ${step}`
      return [
        `sequence ${name}`,
        `numbers ${attribute}${within(scope)} from ${start}${steps}${shown}; ${gapless ? 'without gaps' : 'gaps may be'}`,
      ]
    }
    case 'reference': {
      const { name, service, entity, attributes } = constraint
      const parts = Object.entries(attributes).map(([key, attribute]) => `${key} is ${attribute}`)
      return [`reference ${name}`, `to ${service}.${entity}, whose ${listWords(parts)}`]
    }
  }
}

const keyText = ({ partitionKey, sortKey }: OwnItemKey): string =>
  sortKey === undefined || sortKey === partitionKey ? partitionKey : `${partitionKey} | ${sortKey}`

/** The kind and the key of the items that a constraint keeps beside those of the model; nothing where it keeps none. */
export function describeOwnItem(constraint: ConstraintDescription): readonly [string, string] | undefined {
  if (constraint.kind === 'unique')
    return [
      `guard of ${constraint.name}`,
      constraint.key === undefined ? 'made by a function' : keyText(constraint.key),
    ]
  if (constraint.kind === 'pointer' || constraint.kind === 'sequence')
    return [`${constraint.kind} ${constraint.name}`, keyText(constraint.key)]
  return undefined
}
