import { type AnyModel, constrain, counter } from '@latchkey/core'
import { Entity, type Schema } from 'electrodb'
import {
  type AttributeName,
  customNormalize,
  type EntityName,
  type EntityShape,
  fieldOf,
  keyFieldsOf,
  SECRET,
  type Shape,
  show,
  spell,
  type UniqueShape,
  watched,
} from './shape.js'

type AnySchema = Schema<string, string, string>
export type AnyEntity = Entity<string, string, string, AnySchema>

const TYPES: Readonly<Record<AttributeName, string>> = {
  id: 'string',
  org: 'string',
  a: 'string',
  b: 'string',
  n: 'number',
  f: 'boolean',
  t: 'string',
  gone: 'number',
  at: 'number',
  no: 'number',
  ref: 'string',
  ttl: 'number',
  rev: 'number',
  w: 'string',
  note: 'string',
  count: 'number',
  tags: 'set',
  ro: 'string',
  hid: 'string',
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** What hooks, defaults and marks add to an attribute. */
function behaviourOf(name: AttributeName, entity: EntityShape): object {
  if (name === 'a' && entity.spells)
    return { set: (value: unknown) => (isText(value) ? spell(value) : value) }
  if (name === 'b' && entity.shows) return { get: (value: unknown) => (isText(value) ? show(value) : value) }
  if (name === 'w' && entity.watches)
    return {
      watch: ['a', 't'],
      set: (_: unknown, item: Readonly<Record<string, unknown>>) => watched(item['a'], item['t']),
    }
  if (name === 'count') return { default: 0 }
  if (name === 'ro') return { readOnly: true }
  return name === 'hid' ? { hidden: true } : {}
}

function attributesOf(shape: Shape, entity: EntityShape, isTwin: boolean): Record<string, unknown> {
  const names = (Object.keys(TYPES) as AttributeName[]).filter((name) => name !== 'w' || entity.watches)
  return Object.fromEntries(
    names.map((name) => {
      const type = name === 'no' && entity.sequence?.isText === true ? 'string' : TYPES[name]
      const field = fieldOf(shape, name)
      return [
        name,
        {
          type,
          ...(type === 'set' ? { items: 'string' } : {}),
          ...(field === name ? {} : { field }),
          ...(entity.key.includes(name) ? { required: true } : {}),
          ...(isTwin ? {} : behaviourOf(name, entity)),
        },
      ]
    }),
  )
}

function indexesOf(shape: Shape, { key, index }: EntityShape): Record<string, unknown> {
  const [pk, sk] = keyFieldsOf(shape)
  const inSortKey = sk !== undefined && key.length > 1 ? key.slice(1) : []
  const primary = {
    pk: { field: pk, composite: key.slice(0, key.length - inSortKey.length) },
    ...(sk === undefined ? {} : { sk: { field: sk, composite: inSortKey } }),
  }
  if (index === undefined) return { primary }
  const secondary = {
    index: 'gsi1',
    pk: { field: 'gsi1pk', composite: index.pk },
    sk: { field: 'gsi1sk', composite: index.sk },
  }
  return { primary, secondary }
}

/** The entity of a shape; its twin stores what it is given, without hooks and defaults. */
export function entityFor(shape: Shape, name: EntityName, isTwin: boolean): AnyEntity {
  const schema = {
    model: { entity: name, version: '1', service: 'shop' },
    attributes: attributesOf(shape, shape[name], isTwin),
    indexes: indexesOf(shape, shape[name]),
  }
  return new Entity(schema as unknown as AnySchema)
}

const NORMALIZE = {
  lowercase: 'lowercase',
  trim: 'trim',
  both: ['trim', 'lowercase'],
  custom: customNormalize,
} as const

function uniqueOf({ attributes, scope, normalize, unless, namespace, hash, prefix, sortKey }: UniqueShape) {
  return {
    attributes,
    ...(scope.length === 0 ? {} : { scope }),
    ...(normalize === undefined ? {} : { normalize: NORMALIZE[normalize] }),
    ...(unless === true ? { unless: 'gone' } : {}),
    ...(namespace === undefined ? {} : { namespace }),
    ...(hash === undefined ? {} : { hash: hash === 'plain' ? true : { secret: SECRET } }),
    ...(prefix === undefined ? {} : { prefix: prefix === 'text' ? 'P/' : PREFIX_OF_SCOPE }),
    ...(sortKey === true ? { sortKey: 'LOCK' } : {}),
  }
}

/** One function: constraints of one namespace have to have the same. */
export const PREFIX_OF_SCOPE = (scope: readonly string[]): string =>
  `${scope.map((value) => value.length).join()}/`

function constraintsOf(entity: EntityShape, other: AnyModel | undefined): object {
  const { uniques, pointers, sequence } = entity
  const byName = <T extends { readonly name: string }, V>(list: readonly T[], make: (each: T) => V) =>
    Object.fromEntries(list.map((each) => [each.name, make(each)]))
  return {
    ...(entity.isVersioned ? { version: 'rev' } : {}),
    ...(entity.expires ? { expires: 'ttl' } : {}),
    ...(uniques.length === 0 ? {} : { unique: byName(uniques, uniqueOf) }),
    ...(pointers.length === 0 ? {} : { pointers: byName(pointers, ({ name: _, ...pointer }) => pointer) }),
    ...(sequence === undefined
      ? {}
      : {
          sequences: {
            s0: {
              attribute: 'no',
              scope: sequence.scope,
              start: sequence.start,
              step: sequence.step,
              ...(sequence.isText ? { format: 'N-{000}' } : {}),
            },
          },
        }),
    ...(entity.refers === true && other !== undefined
      ? { references: { ref: { entity: other, attributes: { id: 'ref' } } } }
      : {}),
  }
}

/** The types of a declaration say what is declared: of one that is drawn at random they say nothing. */
const declare = constrain as unknown as (entity: AnyEntity, constraints: object) => AnyModel

/** The models of a shape, and a counter. */
export function declareModels(shape: Shape): {
  readonly thing: AnyModel
  readonly other: AnyModel
  readonly hits: ReturnType<typeof declareHits>
} {
  const other = declare(entityFor(shape, 'other', false), constraintsOf(shape.other, undefined))
  const thing = declare(entityFor(shape, 'thing', false), constraintsOf(shape.thing, other))
  return { thing, other, hits: declareHits() }
}

const declareHits = () => counter({ service: 'shop', name: 'hits', shards: 2 })
