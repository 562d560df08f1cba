import { CliError } from '../../cli-error.js'
import { isReserved } from './reserved.js'
import { kebabCase, pascalCase } from './words.js'

/** What the types of one model are called. */
export interface TypeNames {
  /** The name of its repository, as the models have it. */
  readonly model: string
  /** The name of its file, without an extension. */
  readonly file: string
  readonly item: string
  readonly key: string
  readonly input: string
  readonly changes: string
  readonly attributes: string
  readonly dataAttributes: string
  readonly errors: string
  readonly scope: string
  /** What is stored of a singleton. */
  readonly stored: string
  /** What queries begin with, by index. */
  readonly starts: Readonly<Record<string, string>>
  readonly repository: string
  readonly inTransaction: string
  readonly class: string
}

/** What is named: a model under the name of its repository, and what its entity or its counter is called. */
export interface Nameable {
  readonly model: string
  readonly entity: string
  readonly indexes: readonly string[]
}

/** Names, and what has to be said about those that are not what one expects. */
export interface NamedModels {
  readonly names: readonly TypeNames[]
  readonly notes: readonly string[]
}

function namesFor({ model, indexes }: Nameable, item: string): TypeNames {
  const repository = pascalCase(model)
  return {
    model,
    file: kebabCase(model) === 'index' ? 'index-repository' : kebabCase(model),
    item,
    key: `${item}Key`,
    input: `New${item}`,
    changes: `${item}Changes`,
    attributes: `${item}Attributes`,
    dataAttributes: `${item}DataAttributes`,
    errors: `${item}Errors`,
    scope: `${item}Scope`,
    stored: `Stored${item}`,
    starts: Object.fromEntries(indexes.map((index) => [index, `${item}${pascalCase(index)}Key`])),
    repository: `${repository}Repository`,
    inTransaction: `${repository}InTransaction`,
    class: `Dynamo${repository}Repository`,
  }
}

/** The names of types that a model's file exports. */
const exported = ({ model: _, file: __, item, starts, ...derived }: TypeNames): readonly string[] => [
  item,
  ...Object.values(derived),
  ...Object.values(starts),
]

const repeated = (values: readonly string[]): ReadonlySet<string> =>
  new Set(values.filter((value, at) => values.indexOf(value) !== at))

/**
 * Names the types of every model: the item after its entity, its repository after the model.
 *
 * - Two entities with one name: the items of both are named after their repositories.
 * - A name that is taken, by TypeScript, by this package or by another type of the models: `Item` is added.
 *
 * The order of the models changes nothing.
 *
 * @throws CliError where two types are left with one name
 */
export function nameModels(models: readonly Nameable[]): NamedModels {
  const notes: string[] = []
  const shared = repeated(models.map(({ entity }) => pascalCase(entity)))
  const first = models.map((each) => {
    const { model, entity } = each
    const item = pascalCase(entity)
    if (!shared.has(item)) return namesFor(each, item)
    notes.push(
      `${model}: other models have the entity ${entity} too, so its item is called ${pascalCase(model)}`,
    )
    return namesFor(each, pascalCase(model))
  })
  const names = models.map((each, at) => {
    const own = first[at] ?? namesFor(each, pascalCase(each.model))
    const { model, item } = own
    const others = first.flatMap((other) => (other === own ? derivedOf(own) : exported(other)))
    if (!isReserved(item) && !others.includes(item)) return own
    notes.push(`${model}: the name ${item} is taken, so its item is called ${item}Item`)
    return namesFor(each, `${item}Item`)
  })
  refuseClashes(names)
  return { names, notes: notes.toSorted() }
}

const derivedOf = (own: TypeNames): readonly string[] => exported(own).slice(1)

function refuseClashes(names: readonly TypeNames[]): void {
  const [type] = repeated(names.flatMap(exported))
  const [file] = repeated(names.map(({ file: name }) => name))
  const clash = type ?? file
  if (clash === undefined) return
  const models = names
    .filter((each) => exported(each).includes(clash) || each.file === clash)
    .map(({ model }) => model)
  throw new CliError(
    `the models ${models.join(' and ')} would both give ${clash}: export one of them under another name, or rename its entity`,
  )
}
