import { connect, eachOf, InvalidInputError, type PlainQuery, pageOf } from '@latchkey/core'
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
const byTenant = (): PlainQuery => plain(db.accounts.query.byTenant({ tenantId: 't1' }))

const usernames = async (options?: object) => {
  const { data } = await pageOf<{ username: string }>(byTenant(), options)
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
  const query = () => {
    queries += 1
    return byTenant()
  }
  const seen: unknown[] = []
  for await (const item of eachOf<{ username: string }>(query, { limit: 1 })) {
    seen.push(item.username)
    if (seen.length === 2) break
  }
  expect({ seen, queries }).toEqual({ seen: ['ada', 'bob'], queries: 2 })
  const all = []
  for await (const { username } of eachOf<{ username: string }>(query, { limit: 3 })) all.push(username)
  expect(all).toEqual(['ada', 'bob', 'cyd', 'dan'])
})

test('a scan gives all items', async () => {
  const { data } = await pageOf(plain(db.accounts.scan), { consistent: true })
  expect(data).toHaveLength(4)
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
  await expect(pageOf(plain(scan), { begins: {} })).rejects.toThrow(/begins.*a scan has no sort key/)
})
