import type { AttributeDescription, ConstraintDescription, Description } from '@latchkey/core'
import type { PropertyDocs } from '../print/print-type.js'
import type { AttributeDocs } from '../types/model-types.js'

/** Where attributes stand: in what is given back, or in what is given. */
export type DocPlace = 'item' | 'input' | 'change'

type Described = Exclude<Description, { readonly kind: 'counter' }>

/** What a constraint does to an attribute, in a sentence. */
function describeConstraint(constraint: ConstraintDescription, name: string): readonly string[] {
  switch (constraint.kind) {
    case 'version':
      return constraint.attribute === name ? ['The version: counted by the library alone.'] : []
    case 'expires':
      return constraint.attribute === name ? ['The time to live, in seconds since 1970.'] : []
    case 'unique': {
      if (!constraint.attributes.includes(name)) return []
      const within = constraint.scope.map((part) => `\`${part}\``).join(', ')
      const unless = constraint.unless === undefined ? '' : `, while there is no \`${constraint.unless}\``
      return [`Unique (\`${constraint.name}\`)${within === '' ? '' : ` within ${within}`}${unless}.`]
    }
    case 'pointer':
      return constraint.attribute === name ? [`Followed by the pointer \`${constraint.name}\`.`] : []
    case 'sequence':
      return constraint.attribute === name ? [`Numbered by the sequence \`${constraint.name}\`.`] : []
    case 'reference':
      return Object.values(constraint.attributes).includes(name)
        ? [`Refers to an item of \`${constraint.entity}\` (\`${constraint.name}\`).`]
        : []
  }
}

function describeDefault(
  { hasDefault, default: value, name }: AttributeDescription,
  described: Described,
): string[] {
  const { [name]: held } = described.kind === 'singleton' ? described.defaults : {}
  if (held !== undefined) return [`Default: \`${JSON.stringify(held)}\`.`]
  if (!hasDefault) return []
  return [value === undefined ? 'Filled in where it is left out.' : `Default: \`${JSON.stringify(value)}\`.`]
}

function facts(attribute: AttributeDescription, described: Described, place: DocPlace): readonly string[] {
  const { name, isKey, readOnly, hidden } = attribute
  if (place === 'change') return hidden ? ['Hidden: reads leave it out.'] : []
  const constraints = described.constraints.flatMap((constraint) => describeConstraint(constraint, name))
  return [
    ...(isKey ? ['Part of the key.'] : []),
    ...constraints,
    ...(readOnly && !isKey ? ['Read-only once it is stored.'] : []),
    ...(place === 'input' || described.kind === 'singleton' ? describeDefault(attribute, described) : []),
    ...(hidden ? ['Hidden: reads leave it out.'] : []),
  ]
}

/** The comments of a model's attributes: what the source says, and what is declared of them. */
export function describeAttributes(described: Described, docs: AttributeDocs, place: DocPlace): PropertyDocs {
  return Object.fromEntries(
    described.attributes.map((attribute) => {
      const { text, properties } = docs[attribute.name] ?? { text: '', properties: {} }
      // A tag ends the text of a comment, so that what is declared stands before it.
      const [said = '', ...tags] = text.split(/^(?=@)/m)
      const lines = [said.trim(), facts(attribute, described, place).join(' '), ...tags].filter(
        (line) => line !== '',
      )
      return [attribute.name, { text: lines.join('\n'), properties }]
    }),
  )
}
