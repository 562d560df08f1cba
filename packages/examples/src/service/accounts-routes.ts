import { Hono } from 'hono'
import type { AccountChanges, AccountsRepository, NewAccount, SettingsRepository } from './generated/index.js'
import { expectedVersion, pageOf, readFields, sending, stop } from './read-request.js'
import { gone, refuse, respondItem } from './respond.js'

/** What these routes need: a part of what is generated, so that a test has little to replace. */
export interface AccountsNeeds {
  readonly accounts: Pick<AccountsRepository, 'create' | 'get' | 'update' | 'delete' | 'queryByTenant'>
  readonly settings: Pick<SettingsRepository, 'cached'>
}

type Patch = { [P in keyof NonNullable<AccountChanges['set']>]: NonNullable<AccountChanges['set']>[P] | null }

/** A JSON merge patch as changes: null takes a field away. */
function changesOf(patch: Patch): AccountChanges {
  const entries = Object.entries(patch)
  const removed = entries.flatMap(([name, value]) => (value === null ? [name] : []))
  return {
    set: Object.fromEntries(entries.filter(([, value]) => value !== null)),
    ...(removed.length === 0 ? {} : { remove: removed as NonNullable<AccountChanges['remove']> }),
  }
}

const ACCOUNT = '/tenants/:tenantId/accounts/:accountId'

export function accountsRoutes({ accounts, settings }: AccountsNeeds): Hono {
  const live = settings.cached({ ttlMs: 5_000, staleWhileRevalidateMs: 60_000 })
  return new Hono()
    .post('/tenants/:tenantId/accounts', async (context) => {
      const tenantId = context.req.param('tenantId')
      const { signupEnabled } = await live.get()
      if (!signupEnabled)
        stop(context, { status: 403, code: 'SIGNUP_DISABLED', title: 'No accounts are taken now' })
      const fields = await readFields<NewAccount>(context, ['email', 'username', 'plan'])
      const created = await accounts.create({ ...fields, tenantId }, sending(context, tenantId)).result()
      if (!created.ok) return refuse(context, created.error)
      if (created.data === null) return gone(context)
      context.header('Location', `${context.req.path}/${created.data.accountId}`)
      return respondItem(context, created.data, 201)
    })
    .get('/tenants/:tenantId/accounts', async (context) => {
      const page = await accounts.queryByTenant(
        { tenantId: context.req.param('tenantId') },
        { ...pageOf(context), consistent: true },
      )
      return context.json({ items: page.data, cursor: page.cursor })
    })
    .get(ACCOUNT, async (context) => {
      const account = await accounts.get(context.req.param(), { signal: context.req.raw.signal })
      return account === null
        ? stop(context, { status: 404, code: 'NOT_FOUND', title: 'There is no such account' })
        : respondItem(context, account)
    })
    .patch(ACCOUNT, async (context) => {
      const key = context.req.param()
      const version = expectedVersion(context)
      const patch = await readFields<Patch>(context, ['email', 'username', 'plan'])
      const options = { version, ...sending(context, key.tenantId, key.accountId) }
      const updated = await accounts.update(key, changesOf(patch), options).result()
      if (!updated.ok) return refuse(context, updated.error)
      return updated.data === null ? gone(context) : respondItem(context, updated.data)
    })
    .delete(ACCOUNT, async (context) => {
      const key = context.req.param()
      const options = { version: expectedVersion(context), ...sending(context, key.tenantId, key.accountId) }
      const deleted = await accounts.delete(key, options).result()
      return deleted.ok ? context.body(null, 204) : refuse(context, deleted.error)
    })
}
