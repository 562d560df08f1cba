import type { AttributeDescription, ConstraintDescription, Description } from '@latchkey/core'
import { describeConstraint, describeOwnItem } from './describe-constraint.js'
import { typeText } from './describe-text.js'

/** A name or a comment in quotation marks: Mermaid knows no escapes, and takes % and \ for its own. */
const quoted = (text: string): string => `"${text.replaceAll('"', "'").replaceAll(/[%\\\r\n]/g, ' ')}"`

/** A word of Mermaid: what else stands in a name is left out, and a keyword gets an underscore. */
function word(text: string): string {
  const kept = text.replaceAll(/[^A-Za-z0-9_-]/g, '_')
  const named = /^[A-Za-z_]/.test(kept) ? kept : `_${kept}`
  return /^(?:pk|fk|uk)$/i.test(named) ? `${named}_` : named
}

const uniqueIn = (constraints: readonly ConstraintDescription[]): ReadonlySet<string> =>
  new Set(constraints.flatMap((each) => (each.kind === 'unique' ? each.attributes : [])))

const referringIn = (constraints: readonly ConstraintDescription[]): ReadonlySet<string> =>
  new Set(constraints.flatMap((each) => (each.kind === 'reference' ? Object.values(each.attributes) : [])))

function attributeLine(
  attribute: AttributeDescription,
  unique: ReadonlySet<string>,
  referring: ReadonlySet<string>,
): string {
  const { name, type, isKey, values, items } = attribute
  const keys = [isKey && 'PK', referring.has(name) && 'FK', unique.has(name) && 'UK'].filter(
    (key) => typeof key === 'string',
  )
  const isTold = values !== undefined || items !== undefined
  const told = [word(name) === name ? '' : name, isTold ? typeText(attribute) : ''].filter(
    (text) => text !== '',
  )
  const comment = told.length === 0 ? '' : ` ${quoted(told.join(': '))}`
  return `    ${word(type)} ${word(name)}${keys.length === 0 ? '' : ` ${keys.join(', ')}`}${comment}`
}

const itemLine = (key: string): string => `    string key PK ${quoted(key)}`

function entityLines(name: string, description: Description): readonly string[] {
  const block = (lines: readonly string[]): readonly string[] => [`  ${quoted(name)} {`, ...lines, '  }']
  if (description.kind === 'counter') return block([itemLine(description.key)])
  const { attributes, constraints } = description
  const unique = uniqueIn(constraints)
  const referring = referringIn(constraints)
  return block(attributes.map((attribute) => attributeLine(attribute, unique, referring)))
}

/** Items of its own, and what it refers to. */
function relationLines(
  name: string,
  constraint: ConstraintDescription,
  nameOf: (service: string, entity: string) => string,
): readonly string[] {
  const item = describeOwnItem(constraint)
  if (item !== undefined && 'name' in constraint) {
    const [what, key] = item
    const own = quoted(`${name}: ${what}`)
    const many = constraint.kind === 'unique' ? '||--o|' : '}o--||'
    const [, label] = describeConstraint(constraint)
    return [`  ${own} {`, itemLine(key), '  }', `  ${quoted(name)} ${many} ${own} : ${quoted(label)}`]
  }
  if (constraint.kind !== 'reference') return []
  const target = quoted(nameOf(constraint.service, constraint.entity))
  return [`  ${target} ||--o{ ${quoted(name)} : ${quoted(constraint.name)}`]
}

/** An entity relationship diagram in Mermaid: the models, the items that constraints keep, and references. */
export function describeMermaid(models: Readonly<Record<string, Description>>): string {
  const entries = Object.entries(models)
  const nameOf = (service: string, entity: string): string =>
    entries.find(
      ([, each]) => each.kind !== 'counter' && each.service === service && each.entity === entity,
    )?.[0] ?? `${service}.${entity}`
  return [
    'erDiagram',
    ...entries.flatMap(([name, description]) => [
      ...entityLines(name, description),
      ...(description.kind === 'counter'
        ? []
        : description.constraints.flatMap((constraint) => relationLines(name, constraint, nameOf))),
    ]),
    '',
  ].join('\n')
}
