import type { Description } from '@latchkey/core'
import { CliError } from '../../cli-error.js'
import { camelCase, pascalCase } from './words.js'

/** What the methods of a model are called that its constraints and indexes bring, by their names. */
export interface MethodNames {
  readonly find: ReadonlyMap<string, string>
  readonly findKey: ReadonlyMap<string, string>
  readonly follow: ReadonlyMap<string, string>
  readonly readPointer: ReadonlyMap<string, string>
  readonly rebuild: ReadonlyMap<string, string>
  readonly readSequence: ReadonlyMap<string, string>
  readonly reserve: ReadonlyMap<string, string>
  readonly query: ReadonlyMap<string, string>
  readonly each: ReadonlyMap<string, string>
}

type Kind = keyof MethodNames

/** What every repository has. */
const FIXED: readonly string[] =
  'create put upsert update modify delete createMany putMany deleteMany get getMany scan each plan constructor'.split(
    ' ',
  )

interface Wanted {
  readonly kind: Kind
  /** Of the constraint or the index. */
  readonly of: string
  readonly name: string
  /** What it is called where the name is taken. */
  readonly otherwise: string
}

type Named = Exclude<Description, { readonly kind: 'counter' }>

function wantedNames({ constraints, indexes }: Named, item: string): readonly Wanted[] {
  const want = (kind: Kind, of: string, name: string, what: string): Wanted => ({
    kind,
    of,
    name,
    otherwise: `${name}${what}`,
  })
  const ofConstraints = constraints.flatMap((constraint) => {
    if (!('name' in constraint)) return []
    const { kind, name: of } = constraint
    const [camel, pascal] = [camelCase(of), pascalCase(of)]
    if (kind === 'unique')
      return [
        want('find', of, `findBy${pascal}`, 'Constraint'),
        want('findKey', of, `findKeyBy${pascal}`, 'Constraint'),
      ]
    if (kind === 'pointer')
      return [
        want('follow', of, `${camel}${item}`, 'Pointer'),
        want('readPointer', of, `read${pascal}${item}`, 'Pointer'),
        want('rebuild', of, `rebuild${pascal}${item}`, 'Pointer'),
      ]
    if (kind !== 'sequence') return []
    return [
      want('readSequence', of, `read${pascal}`, 'Sequence'),
      want('reserve', of, `reserve${pascal}`, 'Sequence'),
    ]
  })
  const ofIndexes = indexes.flatMap(({ name: of }) => [
    want('query', of, `query${pascalCase(of)}`, 'Index'),
    want('each', of, `each${pascalCase(of)}`, 'Index'),
  ])
  return [...ofConstraints, ...ofIndexes]
}

/**
 * Names the methods of a repository. A name that is taken, by a method that every repository has or by two constraints,
 * gets behind it what it is: `lastOrderPointer`. Says so in `notes`.
 *
 * @throws CliError where two methods are left with one name
 */
export function nameMethods(
  model: string,
  description: Named,
  item: string,
): { readonly methods: MethodNames; readonly notes: readonly string[] } {
  const wanted = wantedNames(description, item)
  const isTaken = ({ name }: Wanted): boolean =>
    FIXED.includes(name) || wanted.filter((other) => other.name === name).length > 1
  const named = wanted.map((want) => ({ ...want, name: isTaken(want) ? want.otherwise : want.name }))
  const clash = named.find(({ name }, at) => named.findIndex((other) => other.name === name) !== at)
  if (clash !== undefined) {
    const both = named.filter(({ name }) => name === clash.name).map(({ of }) => of)
    throw new CliError(
      `${both.join(' and ')} of ${model} would both give the method ${clash.name}: rename one of them`,
    )
  }
  const namesOf = (kind: Kind): ReadonlyMap<string, string> =>
    new Map(named.filter((each) => each.kind === kind).map(({ of, name }) => [of, name]))
  return {
    methods: {
      find: namesOf('find'),
      findKey: namesOf('findKey'),
      follow: namesOf('follow'),
      readPointer: namesOf('readPointer'),
      rebuild: namesOf('rebuild'),
      readSequence: namesOf('readSequence'),
      reserve: namesOf('reserve'),
      query: namesOf('query'),
      each: namesOf('each'),
    },
    notes: wanted
      .filter(isTaken)
      .map(
        ({ name, otherwise, of }) =>
          `${model}: the name ${name} is taken, so the method of ${of} is ${otherwise}`,
      ),
  }
}
