import {
  connect,
  eachOf,
  eachOfScan,
  InvalidInputError,
  type Page,
  type PlainQuery,
  pagesOf,
  scanPagesOf,
} from '@latchkey/core'
import { testDatabase } from '@latchkey/testing'
import { beforeAll, expect, test } from 'vitest'
import { accounts } from './models.js'

const open = () => testDatabase({ accounts })
let db: Awaited<ReturnType<typeof open>>

beforeAll(async () => {
  db = await open()
  for (const username of ['ada', 'bob', 'cyd', 'dan'])
    await db.accounts.create({ accountId: username, tenantId: 't1', username, logins: username.length })
})

/** As generated repositories see queries. */
const plain = (query: unknown): PlainQuery => query as PlainQuery
const byTenant = (key: unknown): PlainQuery => plain(db.accounts.query.byTenant(key as { tenantId: string }))
const key = { tenantId: 't1' }

interface Item {
  readonly username: string
}

const usernames = async (options?: object) => {
  const page: Promise<Page<Item>> = pagesOf(byTenant)(key, options)
  const { data } = await page
  return data.map(({ username }) => username)
}

test.each([
  [undefined, ['ada', 'bob', 'cyd', 'dan']],
  [{ order: 'desc', limit: 2 }, ['dan', 'cyd']],
  [{ begins: { username: 'b' } }, ['bob']],
  [{ between: [{ username: 'bob' }, { username: 'cyd' }] }, ['bob', 'cyd']],
  [{ gt: { username: 'bob' } }, ['cyd', 'dan']],
  [{ lte: { username: 'bob' } }, ['ada', 'bob']],
  [
    { where: (a: { username: string }, op: { ne(...given: string[]): string }) => op.ne(a.username, 'bob') },
    ['ada', 'cyd', 'dan'],
  ],
])('a page takes ranges and conditions among its options: %j', async (options, expected) => {
  expect(await usernames(options)).toEqual(expected)
})

test('what follows its pages gives every item once, and goes on only as it is asked', async () => {
  let queries = 0
  const all: AsyncIterable<Item> = eachOf(byTenant)(key, { limit: 3 })
  const query = (given: unknown) => {
    const plainly = byTenant(given)
    return {
      ...plainly,
      go(options?: object) {
        queries += 1
        return plainly.go(options)
      },
    }
  }
  const one: AsyncIterable<Item> = eachOf(query)(key, { limit: 1 })
  const seen: unknown[] = []
  for await (const item of one) {
    seen.push(item.username)
    if (seen.length === 2) break
  }
  expect({ seen, queries }).toEqual({ seen: ['ada', 'bob'], queries: 2 })
  const names: string[] = []
  for await (const { username } of all) names.push(username)
  expect(names).toEqual(['ada', 'bob', 'cyd', 'dan'])
})

test('a scan gives all items', async () => {
  const scan = plain(db.accounts.scan)
  const page: Promise<Page<Item>> = scanPagesOf(scan)({ consistent: true })
  const { data } = await page
  expect(data).toHaveLength(4)
  const items: AsyncIterable<Item> = eachOfScan(scan)({ limit: 1 })
  const seen: string[] = []
  for await (const { username } of items) seen.push(username)
  expect(seen.toSorted()).toEqual(['ada', 'bob', 'cyd', 'dan'])
})

test.each([
  ['two ranges', { gt: { username: 'a' }, lt: { username: 'b' } }, /lt.*cannot stand beside gt/],
  ['no object', 7, /have to be an object/],
  ['an unknown option', { size: 7 }, /size.*is no option here/],
])('options that cannot work are refused: %s', async (_, options, message) => {
  const refused = usernames(options as object)
  await expect(refused).rejects.toThrow(InvalidInputError)
  await expect(usernames(options as object)).rejects.toThrow(message)
})

test('a scan has no range', async () => {
  const { scan } = connect({ accounts }, { client: { send() {} } as never, table: 't' }).accounts
  const refused: Promise<unknown> = scanPagesOf(plain(scan))({ begins: {} })
  await expect(refused).rejects.toThrow(/begins.*a scan has no sort key/)
})
