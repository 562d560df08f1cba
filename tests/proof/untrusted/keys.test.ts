import { type AttributeValue, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { type AnyModel, connect, constrain, counter, type Models } from '@latchkey/core'
import { Entity } from 'electrodb'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { named, settingsFor } from '../model/settings.js'
import { hostile, hostileShort } from './hostile-values.js'

interface Values {
  readonly a: string
  readonly b: string
  readonly s: string
  readonly t: string
}
type Name = keyof Values

const entityOf = (service: string, entity: string) =>
  new Entity({
    model: { service, entity, version: '1' },
    attributes: {
      id: { type: 'string', required: true },
      a: { type: 'string' },
      b: { type: 'string' },
      s: { type: 'string' },
      t: { type: 'string' },
      no: { type: 'number' },
    },
    indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
  })

/** Names that join to the same text, if nothing keeps them apart. */
const NAMES = [
  ['shop', 'a'],
  ['shop', 'a.b'],
  ['shop.a', 'b'],
] as const
const CONSTRAINTS = ['b', 'b.c', 'c', 'b#x', 'b%23x', '__proto__', 'constructor', 'toString']

interface Kept {
  readonly model: AnyModel
  /** What of an item tells the key apart, as it is normalised. */
  readonly tuple: (values: Values) => readonly string[]
}

/** The types of a declaration need names that are written down. */
const declare = constrain as unknown as (entity: object, constraints: object) => AnyModel

/** One constraint of each kind under each name, in a model of its own. */
function everyConstraint(): Kept[] {
  return NAMES.flatMap(([service, entity]) =>
    CONSTRAINTS.flatMap((name): Kept[] => {
      const declared = entityOf(service, entity)
      const under = <T>(options: T) => Object.fromEntries([[name, options]])
      const of = (constraints: object, kind: string, read: (values: Values) => readonly string[]): Kept => ({
        model: declare(declared, constraints),
        tuple: (values) => [kind, service, entity, name, ...read(values)],
      })
      const pick =
        (...names: readonly Name[]) =>
        (values: Values) =>
          names.map((each) => values[each])
      return [
        of({ unique: under({ attributes: ['a'] }) }, 'one', pick('a')),
        of({ sequences: under({ attribute: 'no', scope: ['s', 't'] }) }, 'sequence', pick('s', 't')),
        of({ pointers: under({ attribute: 'a', scope: ['s', 't'] }) }, 'pointer', pick('s', 't')),
      ]
    }),
  )
}

/** Constraints whose values and scopes could run into each other; each of a namespace of its own. */
function everyForm(): Kept[] {
  const forms: readonly [object, (values: Values) => readonly string[]][] = [
    [{ attributes: ['a', 'b'] }, ({ a, b }) => [a, b]],
    [{ attributes: ['b'], scope: ['t'] }, ({ b, t }) => [b, t]],
    [{ attributes: ['a', 'b'], scope: ['s', 't'] }, ({ a, b, s, t }) => [a, b, s, t]],
    [{ attributes: ['a'], normalize: 'lowercase' }, ({ a }) => [a.toLowerCase()]],
    [
      { attributes: ['a', 'b'], normalize: ['nfc', 'trim'] },
      ({ a, b }) => [a, b].map((x) => x.normalize('NFC').trim()),
    ],
    [{ attributes: ['a', 'b'], hash: true, scope: ['t'] }, ({ a, b, t }) => [a, b, t]],
    [{ attributes: ['a', 'b'], hash: { secret: 'secret' }, scope: ['s'] }, ({ a, b, s }) => [a, b, s]],
  ]
  return forms.map(([options, tuple], at) => ({
    model: declare(entityOf('shop', 'form'), { unique: Object.fromEntries([[`u${at}`, options]]) }),
    tuple: (values) => [`form ${at}`, ...tuple(values)],
  }))
}

const kept = [...everyConstraint(), ...everyForm()]
const models: Models = {
  ...Object.fromEntries(kept.map(({ model }, at) => [`m${at}`, model])),
  visits: counter({ service: 'shop', name: 'a', scope: ['s', 't'], shards: 1 }),
  others: counter({ service: 'shop', name: 'a.b', scope: ['s', 't'], shards: 1 }),
}

type Item = Readonly<Record<string, AttributeValue>>
interface Sent {
  readonly TransactItems?: readonly { readonly Put?: { readonly Item: Item } }[]
  readonly Key?: Item
}

/** A client that sends nothing, and keeps the keys of the library's own items that it was to write. */
function recordingClient(): { readonly client: DynamoDBClient; readonly take: () => string[] } {
  const client = new DynamoDBClient({
    region: 'us-east-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  })
  const keys: string[] = []
  client.middlewareStack.add(
    () =>
      async ({ input }) => {
        const { TransactItems = [], Key }: Sent = input as Sent
        for (const { Put } of TransactItems)
          if (Put?.Item['_lk'] !== undefined) keys.push(`${Put.Item['pk']?.S} ${Put.Item['sk']?.S}`)
        if (Key?.['pk']?.S?.startsWith('CTR') === true) keys.push(`${Key['pk'].S} ${Key['sk']?.S}`)
        return { output: { $metadata: {} }, response: {} } as never
      },
    { step: 'initialize', name: 'record' },
  )
  return { client, take: () => keys.splice(0) }
}

interface Writing {
  create(item: object, options?: object): Promise<unknown>
  put(item: object, options?: object): Promise<unknown>
  increment(scope: object): Promise<unknown>
}

const settings = settingsFor({ quick: 15, long: 500 })
const values = fc.record({ a: hostile, b: hostile, s: hostileShort, t: hostileShort })

test(`two constraints, scopes or lists of values never come to one key (${named(settings)})`, async () => {
  const { client, take } = recordingClient()
  const db = connect(models, { client, table: 'table' }) as unknown as Readonly<Record<string, Writing>>
  /** Across all runs: what each key was of. */
  const known = new Map<string, string>()
  const owners = new Map<string, string>()
  const keep = (tuple: readonly string[]): void => {
    const [key, ...more] = take()
    expect([key === undefined, more]).toEqual([false, []])
    const text = JSON.stringify(tuple)
    expect([known.get(key ?? '') ?? text, owners.get(text) ?? key]).toEqual([text, key])
    known.set(key ?? '', text)
    owners.set(text, key ?? '')
  }
  const prove = async (list: readonly Values[]): Promise<void> => {
    for (const each of list) {
      for (const [at, { tuple }] of kept.entries()) {
        await db[`m${at}`]?.create({ id: '1', ...each })
        keep(tuple(each))
      }
      const { s, t } = each
      await db['visits']?.increment({ s, t })
      keep(['counter', 'a', s, t])
      await db['others']?.increment({ s, t })
      keep(['counter', 'a.b', s, t])
    }
  }
  await fc.assert(fc.asyncProperty(fc.array(values, { minLength: 2, maxLength: 4 }), prove), settings)
}, 7_200_000)

test(`two models, methods or idempotency keys never come to one record (${named(settings)})`, async () => {
  const { client, take } = recordingClient()
  const plain: Models = Object.fromEntries(
    NAMES.map(([service, entity], at) => [`m${at}`, constrain(entityOf(service, entity), {})]),
  )
  const db = connect(plain, { client, table: 'table' }) as unknown as Readonly<Record<string, Writing>>
  const known = new Map<string, string>()
  const prove = async (keys: readonly string[]): Promise<void> => {
    for (const idempotencyKey of keys.filter((key) => key !== ''))
      for (const [at, names] of NAMES.entries())
        for (const method of ['create', 'put'] as const) {
          await db[`m${at}`]?.[method]({ id: '1' }, { idempotencyKey })
          const [key = ''] = take()
          expect(key).toMatch(/^IDEM#/)
          const tuple = JSON.stringify([names, method, idempotencyKey])
          expect(known.get(key) ?? tuple).toBe(tuple)
          known.set(key, tuple)
        }
  }
  await fc.assert(fc.asyncProperty(fc.array(hostile, { minLength: 2, maxLength: 4 }), prove), settings)
}, 7_200_000)
