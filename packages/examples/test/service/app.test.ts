import { connect } from '@latchkey/core'
import { createTestTable } from '@latchkey/testing'
import type { Hono } from 'hono'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../src/service/app.js'
import { type Account, repositories } from '../../src/service/generated/index.js'
import { models } from '../../src/service/models.js'

let table: Awaited<ReturnType<typeof createTestTable>>
let app: Hono
const reported: unknown[] = []

beforeAll(async () => {
  table = await createTestTable(models)
  const db = repositories(connect(models, { client: table.dynamo.client, table: table.name }))
  app = createApp({ ...db, report: (error) => reported.push(error) })
})
afterAll(() => table.drop())
// Whatever these tests send, nothing comes of it that nobody expected.
afterEach(() => expect(reported).toEqual([]))

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
  const response = await app.request(path, { method, headers, ...sent })
  const text = await response.text()
  return {
    status: response.status,
    etag: response.headers.get('ETag') ?? '',
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  }
}
let tenants = 0
const tenant = () => {
  tenants += 1
  return `tenant${tenants}`
}
const create = (tenantId: string, name: string, headers?: Record<string, string>) =>
  call('POST', `/tenants/${tenantId}/accounts`, { email: `${name}@${tenantId}.io`, username: name }, headers)

describe('accounts', () => {
  test('are created, read and paged', async () => {
    const tenantId = tenant()
    const ada = await create(tenantId, 'ada')
    expect(ada).toMatchObject({ status: 201, etag: '"1"', body: { tenantId, username: 'ada', plan: 'free' } })
    const location = ada.headers.get('Location') ?? ''
    expect(await call('GET', location)).toMatchObject({ status: 200, etag: '"1"', body: ada.body })
    await create(tenantId, 'bob')
    const first = await call('GET', `/tenants/${tenantId}/accounts?limit=1`)
    expect(first.body.items).toHaveLength(1)
    const cursor = encodeURIComponent(first.body.cursor)
    const second = await call('GET', `/tenants/${tenantId}/accounts?limit=1&cursor=${cursor}`)
    const names = [...first.body.items, ...second.body.items].map(({ username }: Account) => username)
    expect(names.sort()).toEqual(['ada', 'bob'])
  })

  test('with values that are taken are refused by field, both at once', async () => {
    const tenantId = tenant()
    await create(tenantId, 'ada')
    const response = await create(tenantId, 'ada')
    expect(response).toMatchObject({
      status: 409,
      body: {
        code: 'UNIQUE',
        problems: [
          { path: 'email', message: 'is taken' },
          { path: 'username', message: 'is taken' },
        ],
      },
    })
    expect(response.headers.get('Content-Type')).toBe('application/problem+json')
    expect(JSON.stringify(response.body)).not.toContain('ada@')
  })

  test('of a tenant are out of the reach of others, down to what a refusal says', async () => {
    const [tenantId, other] = [tenant(), tenant()]
    const { body, etag } = await create(tenantId, 'ada')
    const path = `/tenants/${other}/accounts/${body.accountId}`
    expect(await call('GET', path)).toMatchObject({ status: 404 })
    expect(await call('PATCH', path, { plan: 'pro' }, { 'If-Match': etag })).toMatchObject({ status: 404 })
    expect(await call('DELETE', path, undefined, { 'If-Match': etag })).toMatchObject({ status: 404 })
    const order = { accountId: body.accountId, total: 1 }
    expect(await call('POST', `/tenants/${other}/orders`, order)).toMatchObject({ status: 422 })
    const taken = await call('POST', `/tenants/${other}/accounts`, { email: body.email, username: 'ada' })
    expect(taken).toMatchObject({ status: 409, body: { problems: [{ path: 'email' }] } })
    expect(JSON.stringify(taken.body)).not.toMatch(new RegExp(`${tenantId}|${body.accountId}`))
    await create(tenantId, 'bob')
    const { cursor } = (await call('GET', `/tenants/${tenantId}/accounts?limit=1`)).body
    const stolen = await call('GET', `/tenants/${other}/accounts?cursor=${encodeURIComponent(cursor)}`)
    expect(stolen).toMatchObject({ status: 400, body: { problems: [{ path: 'cursor' }] } })
  })

  test('are changed from the version that was read alone', async () => {
    const { body, etag } = await create(tenant(), 'ada')
    const path = `/tenants/${body.tenantId}/accounts/${body.accountId}`
    const changed = await call('PATCH', path, { username: null, plan: 'pro' }, { 'If-Match': etag })
    expect(changed).toMatchObject({ status: 200, etag: '"2"', body: { plan: 'pro' } })
    expect(changed.body).not.toHaveProperty('username')
    expect(await call('PATCH', path, { plan: 'free' }, { 'If-Match': etag })).toMatchObject({
      status: 412,
      body: { code: 'VERSION' },
    })
    expect(await call('PATCH', path, { plan: 'free' })).toMatchObject({ status: 428 })
    for (const wrong of ['"x"', '2', 'W/"2"', '"99999999999999999999"'])
      expect(await call('PATCH', path, { plan: 'free' }, { 'If-Match': wrong })).toMatchObject({
        status: 412,
      })
    expect(await call('PATCH', path, { plan: 'free' }, { 'If-Match': '*' })).toMatchObject({ status: 428 })
    for (const [wrong, name] of [
      [{ email: 7 }, 'email'],
      [{ email: null }, 'email'],
      [{ plan: 'gold' }, 'plan'],
      [{}, ''],
    ] as const)
      expect(await call('PATCH', path, wrong, { 'If-Match': '"2"' })).toMatchObject({
        status: 400,
        body: { problems: [{ path: name }] },
      })
    expect(await call('DELETE', path, undefined, { 'If-Match': '"2"' })).toMatchObject({ status: 204 })
    expect(await call('GET', path)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect(await call('PATCH', path, { plan: 'pro' }, { 'If-Match': '"2"' })).toMatchObject({ status: 404 })
  })

  test.each([
    ['not JSON', '{', ''],
    ['a list', '[]', ''],
    ['a field that is none', { email: 'a@x.io', revision: 7 }, 'revision'],
    ['a wrong type', { email: 7 }, 'email'],
    ['a value that is none of the plan', { email: 'a@x.io', plan: 'gold' }, 'plan'],
    ['no e-mail', { username: 'a' }, 'email'],
  ])('with %s are invalid, by field', async (_, sent, path) => {
    const response = await call('POST', `/tenants/${tenant()}/accounts`, sent)
    expect(response).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT', problems: [{ path }] } })
  })

  test('are made once for one Idempotency-Key', async () => {
    const tenantId = tenant()
    const headers = { 'Idempotency-Key': 'k1' }
    const first = await create(tenantId, 'ada', headers)
    expect(await create(tenantId, 'ada', headers)).toMatchObject({ status: 201, body: first.body })
    expect(await create(tenantId, 'bob', headers)).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    })
    expect((await call('GET', `/tenants/${tenantId}/accounts`)).body.items).toHaveLength(1)
    // Another tenant's key is another key.
    expect(await create(tenant(), 'ada', headers)).toMatchObject({ status: 201 })
    expect(await create(tenantId, 'cyd', { 'Idempotency-Key': 'k'.repeat(4_000) })).toMatchObject({
      status: 201,
    })
  })

  test('are changed once for one Idempotency-Key, and a repeat is answered as well', async () => {
    const { body, etag } = await create(tenant(), 'ada')
    const path = `/tenants/${body.tenantId}/accounts/${body.accountId}`
    const headers = { 'If-Match': etag, 'Idempotency-Key': 'k1' }
    const changed = await call('PATCH', path, { plan: 'pro' }, headers)
    expect(changed).toMatchObject({ status: 200, etag: '"2"' })
    expect(await call('PATCH', path, { plan: 'pro' }, headers)).toMatchObject({
      status: 200,
      etag: '"2"',
      body: changed.body,
    })
    expect(await call('DELETE', path, undefined, { ...headers, 'If-Match': '"2"' })).toMatchObject({
      status: 204,
    })
    expect(await call('DELETE', path, undefined, { ...headers, 'If-Match': '"2"' })).toMatchObject({
      status: 204,
    })
  })

  test('that are gone are not made again for the same Idempotency-Key', async () => {
    const tenantId = tenant()
    const headers = { 'Idempotency-Key': 'k1' }
    const first = await create(tenantId, 'ada', headers)
    const path = `/tenants/${tenantId}/accounts/${first.body.accountId}`
    await call('DELETE', path, undefined, { 'If-Match': first.etag })
    expect(await create(tenantId, 'ada', headers)).toMatchObject({ status: 410 })
  })
})

describe('orders', () => {
  test('are numbered within their tenant, and refer to accounts that are there', async () => {
    const tenantId = tenant()
    const { body: account } = await create(tenantId, 'ada')
    const order = { accountId: account.accountId, total: 1250 }
    const path = `/tenants/${tenantId}/orders`
    expect(await call('GET', `${path}/last`)).toMatchObject({ status: 404 })
    expect(await call('POST', path, order)).toMatchObject({ status: 201, body: { invoice: 1, total: 1250 } })
    const second = await call('POST', path, order)
    expect(second.body).toMatchObject({ invoice: 2 })
    expect((await call('GET', `${path}/last`)).body).toEqual(second.body)
    expect(await call('POST', path, { ...order, accountId: 'nobody' })).toMatchObject({
      status: 422,
      body: { code: 'REFERENCE', problems: [{ path: 'accountId', message: 'does not exist' }] },
    })
    expect(await call('POST', path, { ...order, total: 0.5 })).toMatchObject({
      status: 400,
      body: { problems: [{ path: 'total' }] },
    })
    const ofAccount = `/tenants/${tenantId}/accounts/${account.accountId}/orders`
    expect((await call('GET', ofAccount)).body.items).toHaveLength(2)
    expect(await call('GET', `${ofAccount}?limit=0`)).toMatchObject({ status: 400 })
    expect(await call('GET', `${ofAccount}?cursor=x`)).toMatchObject({
      status: 400,
      body: { problems: [{ path: 'cursor' }] },
    })
  })
})

describe('settings', () => {
  test('are there before anybody wrote them, and close the signup', async () => {
    const before = await call('GET', '/settings')
    expect(before).toMatchObject({ status: 200, etag: '"0"', body: { signupEnabled: true } })
    const closed = await call('PATCH', '/settings', { signupEnabled: false }, { 'If-Match': '"0"' })
    expect(closed).toMatchObject({ status: 200, etag: '"1"', body: { signupEnabled: false } })
    expect(await create(tenant(), 'ada')).toMatchObject({ status: 403, body: { code: 'SIGNUP_DISABLED' } })
    expect(await call('PATCH', '/settings', { signupEnabled: true }, { 'If-Match': '"0"' })).toMatchObject({
      status: 412,
    })
    const headers = { 'If-Match': closed.etag, 'Idempotency-Key': 'k1' }
    for (let at = 0; at < 2; at += 1)
      expect(await call('PATCH', '/settings', { signupEnabled: true }, headers)).toMatchObject({
        status: 200,
        etag: '"2"',
      })
  })
})

test('what is not there, or too large, is said', async () => {
  expect(await call('GET', '/nowhere')).toMatchObject({ status: 404 })
  expect(await call('GET', '/health')).toMatchObject({ status: 200, body: { ok: true } })
  const large = { email: 'x'.repeat(70_000) }
  expect(await call('POST', `/tenants/${tenant()}/accounts`, large)).toMatchObject({ status: 413 })
})
