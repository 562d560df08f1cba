import { assertSound, type Dynamo, everyInterleaving, testDatabase, testTable } from '@latchkey/testing'
import { describe, expect, test } from 'vitest'
import { users } from './models.js'

const open = () => testDatabase({ users })
type Db = Awaited<ReturnType<typeof open>>
interface State {
  readonly db: Db
  readonly dynamo: Dynamo
}

const start = async (seed: (db: Db) => Promise<unknown>): Promise<State> => {
  const db = await open()
  await seed(db)
  return { db, dynamo: testTable(db).dynamo }
}

const statuses = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.map(({ status }) => status).sort()

describe('in every order in which their requests can arrive', { timeout: 60_000 }, () => {
  test('two creates with one e-mail leave one', async () => {
    const tried = await everyInterleaving<State>({
      start: () => start(async () => undefined),
      operations: ['a', 'b'].map(
        (id) =>
          ({ db }) =>
            db.users.create({ id, email: 'ada@x.org' }),
      ),
      check: async ({ db }, outcomes) => {
        expect(statuses(outcomes)).toEqual(['fulfilled', 'rejected'])
        await assertSound(db)
      },
    })
    expect(tried).toBeGreaterThan(1)
  })

  test('a change of an e-mail and a create that wants it leave one owner', async () => {
    const tried = await everyInterleaving<State>({
      start: () => start((db) => db.users.create({ id: 'a', email: 'old@x.org' })),
      operations: [
        ({ db }) => db.users.update({ id: 'a' }, { set: { email: 'new@x.org' } }),
        ({ db }) => db.users.create({ id: 'b', email: 'new@x.org' }),
      ],
      check: async ({ db }, outcomes) => {
        expect(statuses(outcomes)).toEqual(['fulfilled', 'rejected'])
        await assertSound(db)
      },
    })
    expect(tried).toBeGreaterThan(2)
  })

  test('a delete and a create that wants its e-mail are sound, whoever comes first', async () => {
    const results = new Set<string>()
    await everyInterleaving<State>({
      start: () => start((db) => db.users.create({ id: 'a', email: 'ada@x.org' })),
      operations: [
        ({ db }) => db.users.delete({ id: 'a' }),
        ({ db }) => db.users.create({ id: 'b', email: 'ada@x.org' }),
      ],
      check: async ({ db }, [deleted, created]) => {
        expect(deleted?.status).toBe('fulfilled')
        results.add(created?.status ?? '')
        await assertSound(db)
      },
    })
    expect(results).toEqual(new Set(['fulfilled', 'rejected']))
  })

  test('two changes that swap values one after the other never give both to one, or one to both', async () => {
    await everyInterleaving<State>({
      start: () =>
        start(async (db) => {
          await db.users.create({ id: 'a', email: 'a@x.org' })
          await db.users.create({ id: 'b', email: 'b@x.org' })
        }),
      operations: [
        ({ db }) => db.users.update({ id: 'a' }, { set: { email: 'b@x.org' } }),
        ({ db }) => db.users.update({ id: 'b' }, { set: { email: 'c@x.org' } }),
      ],
      check: async ({ db }, [, moved]) => {
        expect(moved?.status).toBe('fulfilled')
        await assertSound(db)
      },
    })
  })
})
