import { constrain } from '@latchkey/core'
import { testDatabase, testTable } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { expect, test } from 'vitest'

/** An index of each kind, over attributes that reads hide, change and rename. */
const Note = new Entity({
  model: { service: 'notes', entity: 'note', version: '1' },
  attributes: {
    noteId: { type: 'string', required: true, field: 'i' },
    list: { type: 'string', required: true, get: (value: string) => `list ${value}` },
    rank: { type: 'string', required: true, hidden: true },
    size: { type: 'number', required: true, field: 'n' },
    text: { type: 'string' },
    /** Spelt as the placeholders of expressions are. */
    _lk0: { type: 'string' },
  },
  indexes: {
    table: { pk: { field: 'pk', composite: ['noteId'] } },
    byList: {
      index: 'gsi1',
      pk: { field: 'gsi1pk', composite: ['list'] },
      sk: { field: 'gsi1sk', composite: ['rank'] },
    },
    bySize: {
      index: 'gsi2',
      pk: { field: 'gsi2pk', composite: ['list'] },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of ElectroDB
      sk: { field: 'n', composite: ['size'], template: '${size}' },
    },
    keysByList: {
      index: 'gsi3',
      projection: 'keys_only',
      pk: { field: 'gsi3pk', composite: ['list'] },
      sk: { field: 'gsi3sk', composite: ['rank'] },
    },
    textsByList: {
      index: 'gsi4',
      projection: ['text'],
      pk: { field: 'gsi4pk', composite: ['list'] },
      sk: { field: 'gsi4sk', composite: ['rank'] },
    },
    allOfList: { index: 'gsi5', pk: { field: 'gsi5pk', composite: ['list'] } },
  },
})
const notes = constrain(Note, {})

const FOREIGN = { entity: 'foreign', version: '1' }

/** Seven items of a list, and one of another entity in the midst of every index. */
async function open() {
  const db = await testDatabase({ notes })
  const table = testTable(db)
  for (let at = 0; at < 7; at += 1)
    await db.notes.create({ noteId: `ü${at}`, list: 'a', rank: `${at}`, size: at, text: `t${at}`, _lk0: 'x' })
  const stored = (await table.items()).find(({ item }) => item['text'] === 't3')?.item
  await table.seed([{ ...stored, pk: 'foreign', __edb_e__: FOREIGN.entity, __edb_v__: FOREIGN.version }])
  return db
}
type Notes = Awaited<ReturnType<typeof open>>
interface Options {
  readonly limit?: number
  readonly count?: number
  readonly attributes?: readonly ['text']
}
type Read = (
  db: Notes,
  options: Options & { readonly cursor: string | null },
) => Promise<{
  readonly data: readonly { readonly text?: string | undefined }[]
  readonly cursor: string | null
}>

const READS: readonly (readonly [string, Read])[] = [
  ['byList', (db, options) => db.notes.query.byList({ list: 'a' }).go(options)],
  ['bySize', (db, options) => db.notes.query.bySize({ list: 'a' }).go(options)],
  ['keysByList', (db, options) => db.notes.query.keysByList({ list: 'a' }).go(options)],
  ['textsByList', (db, options) => db.notes.query.textsByList({ list: 'a' }).go(options)],
  ['allOfList', (db, options) => db.notes.query.allOfList({ list: 'a' }).go(options)],
  ['table', (db, options) => db.notes.query.table({ noteId: 'ü3' }).go(options)],
  ['scan', (db, options) => db.notes.scan.go(options)],
]
const OPTIONS: readonly Options[] = [
  {},
  { limit: 2 },
  { count: 2 },
  { count: 7 },
  { count: 3, limit: 2 },
  { count: 2, limit: 5 },
]

/** Page after page; ten of them at most, since a cursor that leads nowhere would never end. */
async function textsOf(db: Notes, read: Read, options: Options): Promise<(string | undefined)[]> {
  const texts: (string | undefined)[] = []
  let cursor: string | null = null
  for (let pages = 0; pages < 10; pages += 1) {
    const page: Awaited<ReturnType<Read>> = await read(db, { ...options, cursor })
    if (options.count !== undefined) expect(page.data.length).toBeLessThanOrEqual(options.count)
    texts.push(...page.data.map(({ text }) => text))
    cursor = page.cursor
    if (cursor === null) break
  }
  return texts.toSorted()
}

test.each(READS)('pages of %s give each item once, whatever is asked', async (name, read) => {
  const db = await open()
  const all = name === 'table' ? ['t3'] : ['t0', 't1', 't2', 't3', 't4', 't5', 't6']
  for (const options of OPTIONS)
    for (const asked of [options, { ...options, attributes: ['text'] as const }])
      expect(await textsOf(db, read, asked), JSON.stringify(asked)).toEqual(all)
})

test('a count is met exactly, and nothing behind it means that nothing follows', async () => {
  const db = await open()
  const page = await db.notes.query.byList({ list: 'a' }).go({ count: 7, limit: 20 })
  expect(page.data).toHaveLength(7)
  expect(page.cursor).toBeNull()
  const part = await db.notes.query.byList({ list: 'a' }).go({ count: 6 })
  expect(part.data).toHaveLength(6)
  expect(part.cursor).not.toBeNull()
})

test('a count reads one item more than it gives, and never the whole partition', async () => {
  const db = await open()
  const scanned: unknown[] = []
  testTable(db).dynamo.client.middlewareStack.add(
    (next) => async (args) => {
      const answer = await next(args)
      scanned.push(Reflect.get(Object(answer.output), 'ScannedCount'))
      return answer
    },
    { step: 'initialize' },
  )
  await db.notes.query.byList({ list: 'a' }).go({ count: 2 })
  expect(scanned).toEqual([3])
})

test('a count with a condition reads on until it is met', async () => {
  const db = await open()
  const even = () => db.notes.query.byList({ list: 'a' }).where((a, { eq }) => eq(a.text, 't6'))
  const page = await even().go({ count: 1, limit: 2 })
  expect(page.data.map(({ text }) => text)).toEqual(['t6'])
  const atMost = await even().go({ count: 1, limit: 2, pages: 2 })
  expect(atMost.data).toEqual([])
  expect(atMost.cursor).not.toBeNull()
})

test('an index that holds a part of its items gives them whole, as they are now', async () => {
  const db = await open()
  const whole = await db.notes.get({ noteId: 'ü3' })
  for (const pattern of ['keysByList', 'textsByList'] as const) {
    const page = await db.notes.query[pattern]({ list: 'a' }).go()
    expect(page.data).toHaveLength(7)
    expect(page.data[3]).toEqual(whole)
  }
})

test('a condition on what an index does not hold is refused: the service would take it for missing', async () => {
  const db = await open()
  const lacking = db.notes.query.textsByList({ list: 'a' }).where((a, { gt }) => gt(a.size, 3))
  await expect(lacking.go()).rejects.toMatchObject({ code: 'INVALID_INPUT', problems: [{ path: 'where' }] })
  const held = await db.notes.query
    .textsByList({ list: 'a' })
    .where((a, { eq }) => eq(a.text, 't2'))
    .go()
  expect(held.data).toMatchObject([{ size: 2 }])
})

test('an item of a page is a basis for a write, hidden attributes and all', async () => {
  const db = await open()
  const [first] = (await db.notes.query.byList({ list: 'a' }).go({ limit: 1 })).data
  if (first === undefined) throw new Error('there is one')
  await db.notes.update({ noteId: first.noteId }, { set: { rank: '9' } }, { current: first })
  const last = (await db.notes.query.byList({ list: 'a' }).go()).data.at(-1)
  expect(last).toMatchObject({ noteId: first.noteId })
})
