import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { connect } from '@latchkey/core'
import { testDatabase, testTable } from '@latchkey/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { declareModels } from '../model/declare-models.js'
import { guardsOf, ownerText, pointerText } from '../model/expected-keys.js'
import type { Attributes, Operation } from '../model/operation.js'
import { type Database, performSingle, performTransaction } from '../model/perform.js'
import { named, settingsFor } from '../model/settings.js'
import { type EntityName, fieldOf, keyFieldsOf, type Shape } from '../model/shape.js'
import { disturb, repeatable, steadyShapes } from './faulty-sequences.js'

type Raw = Readonly<Record<string, AttributeValue>>

const ATTRIBUTES = [
  'id',
  'org',
  'a',
  'b',
  'n',
  'f',
  't',
  'gone',
  'at',
  'no',
  'ref',
  'ttl',
  'rev',
  'w',
  'hid',
] as const

const attributesOf = (shape: Shape, raw: Raw): Attributes => {
  const item = unmarshall(raw)
  return Object.fromEntries(
    ATTRIBUTES.flatMap((name) => {
      const value: unknown = item[fieldOf(shape, name)]
      return value === undefined ? [] : [[name, value]]
    }),
  ) as Attributes
}

/** What has to be true of a table whoever wrote it in whatever order: each value has one guard, and that is its owner's. */
function findFaults(shape: Shape, table: readonly Raw[]): string[] {
  const keyFields = keyFieldsOf(shape)
  const keyOf = (raw: Raw): string[] => keyFields.map((field) => raw[field]?.S ?? '')
  const due = new Map<string, string>()
  const faults: string[] = []
  const items = table.filter((raw) => raw['_lk'] === undefined)
  for (const raw of items) {
    const of = raw['__edb_e__']?.S as EntityName
    const item = attributesOf(shape, raw)
    const owner = ownerText(keyOf(raw))
    for (const text of guardsOf(shape, of, item).keys()) {
      if (due.has(text)) faults.push(`two items have what ${text} guards`)
      due.set(text, owner)
    }
    for (const pointer of shape[of].pointers) {
      const [text, value] = [pointerText(of, pointer, item), item[pointer.attribute]]
      const found = table.find((other) => other['_lk']?.S === 'pointer' && keyOf(other)[0] === text)
      const reached: unknown = found === undefined ? undefined : unmarshall(found)['_lk_value']
      if (text === undefined || value === undefined) continue
      const isBehind =
        pointer.order === 'max'
          ? (one: never, two: never) => one < two
          : (one: never, two: never) => one > two
      if (reached === undefined || isBehind(reached as never, value as never))
        faults.push(`${text} is behind`)
    }
    const { sequence } = shape[of]
    if (sequence?.scope.length === 0) {
      const last = table.find(
        (other) => other['_lk']?.S === 'sequence' && keyOf(other)[0] === `SEQ#shop.${of}.s0`,
      )
      const number = Number(String(item['no']).replace('N-', ''))
      if (number > Number(last?.['_lk_value']?.N)) faults.push(`${number} was never drawn`)
      const same = items.filter(
        (other) => other['__edb_e__']?.S === of && attributesOf(shape, other)['no'] === item['no'],
      )
      if (same.length > 1) faults.push(`${number} was drawn twice`)
    }
  }
  const held = table.filter((raw) => raw['_lk']?.S === 'guard')
  for (const guard of held) {
    const [pk = '', sk] = keyOf(guard)
    const unscoped = JSON.stringify([pk, sk ?? pk])
    const text = due.has(unscoped) ? unscoped : JSON.stringify([pk, 'LOCK'])
    if (due.get(text) !== guard['_lk_owner']?.S) faults.push(`${pk} is not its owner's`)
    due.delete(text)
  }
  return [...faults, ...[...due.keys()].map((text) => `there is no guard ${text}`)]
}

const CODES =
  /^(NOT_FOUND|EXISTS|VERSION|UNIQUE|STALE_POINTER|REFERENCE|CONDITION|INVALID_INPUT|DUPLICATE_ITEM|IDEMPOTENCY_KEY_REUSED|CONTENTION|OUTCOME_UNKNOWN)$/

interface Run {
  readonly shape: Shape
  readonly workers: readonly (readonly Operation[])[]
  readonly seed: number
}

async function proveTogether({ shape: drawn, workers, seed }: Run): Promise<void> {
  // An expired item keeps its values for so long as nobody takes them: that is not for many at once.
  const shape: Shape = {
    ...drawn,
    thing: { ...drawn.thing, expires: false },
    other: { ...drawn.other, expires: false },
  }
  const retry = { attempts: 25, baseDelayMs: 0, maxDelayMs: 2 }
  const models = declareModels(shape)
  const table = testTable(await testDatabase(models))
  disturb(table.dynamo.faults, seed, shape)
  const work = async (operations: readonly Operation[]): Promise<void> => {
    const { client } = table.dynamo
    // Each as a process of its own.
    const db = connect(models, { client, table: table.name, retry }) as unknown as Database
    for (const operation of operations) {
      const running =
        operation.op === 'transaction'
          ? performTransaction(db, shape, operation, [])
          : 'item' in operation || 'key' in operation
            ? operation.op === 'wrong' || performSingle(db, shape, operation)
            : undefined
      await Promise.resolve(running).catch((error: unknown) => {
        const code = String(Reflect.get(Object(error), 'code') ?? error)
        if (!code.includes('ECONNRESET')) expect(code).toMatch(CODES)
      })
    }
  }
  await Promise.all(workers.map(work))
  table.dynamo.faults.clear()
  expect(findFaults(shape, await table.stored())).toEqual([])
}

const settings = settingsFor({ quick: 20, long: 1_000 })

test(`whatever several workers do at once under faults, the table is sound (${named(settings)})`, async () => {
  const operations = fc.array(repeatable, { minLength: 1, maxLength: 20, size: 'max' })
  const runs = fc.record({
    shape: steadyShapes,
    workers: fc.array(operations, { minLength: 2, maxLength: 4 }),
    seed: fc.nat(1_000_000),
  })
  await fc.assert(fc.asyncProperty(runs, proveTogether), settings)
}, 7_200_000)
