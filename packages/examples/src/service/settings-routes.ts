import type { ConditionOperations } from '@latchkey/core'
import { Hono } from 'hono'
import type { Settings, SettingsAttributes, SettingsRepository } from './generated/index.js'
import { expectedVersion, readFields, sending } from './read-request.js'
import { refuse, respondItem } from './respond.js'

export interface SettingsNeeds {
  readonly settings: Pick<SettingsRepository, 'get' | 'update'>
}

/** The record as it is given out: before the first write its version is 0. */
const shown = ({ revision = 0, ...rest }: Settings): Settings => ({ ...rest, revision })

/** What is not stored has no version yet. */
const expected = (version: number) =>
  version > 0
    ? { version }
    : { where: (record: SettingsAttributes, is: ConditionOperations) => is.notExists(record.revision) }

export function settingsRoutes({ settings }: SettingsNeeds): Hono {
  return new Hono()
    .get('/settings', async (context) =>
      respondItem(context, shown(await settings.get({ consistent: true, signal: context.req.raw.signal }))),
    )
    .patch('/settings', async (context) => {
      const version = expectedVersion(context)
      const set = await readFields<Pick<Settings, 'signupEnabled'>>(context, ['signupEnabled'])
      const updated = await settings.update({ set }, { ...expected(version), ...sending(context) }).result()
      return updated.ok ? respondItem(context, shown(updated.data)) : refuse(context, updated.error)
    })
}
