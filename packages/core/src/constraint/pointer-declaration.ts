import { type EntityFacts, fieldOf } from '../plan/entity-facts.js'
import { encodeName } from '../plan/own-key.js'
import type { Declaring } from './constraint.js'
import {
  attributeFault,
  checkScope,
  isText,
  namesIn,
  numericKeyFault,
  type Options,
  type Report,
  readEntry,
} from './declared-options.js'

/** What was declared under `pointers`, checked and filled up. */
export interface PointerDeclaration {
  readonly facts: EntityFacts
  readonly name: string
  readonly attribute: string
  readonly field: string
  readonly scope: readonly string[]
  readonly scopeFields: readonly string[]
  readonly order: 'max' | 'min'
  readonly stale: 'skip' | 'reject'
  readonly advance: 'with' | 'after'
  /** `service.entity.name`, as it stands in keys and in `_lk_of`. */
  readonly origin: string
}

const OPTIONS = ['attribute', 'scope', 'order', 'stale', 'advance']
/** Ordered types of the service; `any` holds integers that JavaScript has no number for. */
const ORDERED = ['string', 'number', 'enum', 'any', 'custom']
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  order: ['max', 'min'],
  stale: ['skip', 'reject'],
  advance: ['with', 'after'],
}

function checkPointer(options: Options, facts: EntityFacts, report: Report): void {
  const { attribute, scope } = options
  const type = isText(attribute) ? facts.attributes.get(attribute)?.type : undefined
  const fault = isText(attribute) ? attributeFault(attribute, facts) : 'has to be the name of an attribute'
  if (fault !== undefined) report('attribute', fault)
  else if (!ORDERED.includes(type ?? ''))
    report('attribute', `is a ${type}: only strings and numbers have an order`)
  if (Array.isArray(scope) && scope.includes(attribute)) report('scope', 'names the tracked attribute itself')
  checkScope(scope, facts, report)
  for (const [option, choices] of Object.entries(CHOICES))
    if (options[option] !== undefined && !choices.some((choice) => choice === options[option]))
      report(option, `has to be ${choices.map((choice) => `'${choice}'`).join(' or ')}`)
  if (options['stale'] === 'reject' && options['advance'] === 'after')
    report(
      'stale',
      "cannot be 'reject' where the pointer is advanced after the commit: nothing can be refused then",
    )
  const keyFault = numericKeyFault(facts, 'pointer items')
  if (keyFault !== undefined) report('', keyFault)
}

export function declarePointer(
  name: string,
  entry: unknown,
  { facts, problems }: Declaring,
): PointerDeclaration | undefined {
  const options = readEntry(['pointers', name], entry, OPTIONS, problems, (given, report) =>
    checkPointer(given, facts, report),
  )
  if (options === undefined) return undefined
  const scope = namesIn(options['scope'])
  const attribute = String(options['attribute'])
  return {
    facts,
    name,
    attribute,
    field: fieldOf(facts, attribute),
    scope,
    scopeFields: scope.map((part) => fieldOf(facts, part)),
    order: options['order'] === 'min' ? 'min' : 'max',
    stale: options['stale'] === 'reject' ? 'reject' : 'skip',
    advance: options['advance'] === 'after' ? 'after' : 'with',
    origin: `${facts.label}.${encodeName(name)}`,
  }
}
