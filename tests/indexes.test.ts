import { constrain } from '@latchkey/core'
import { testDatabase } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { expect, test } from 'vitest'
import { expectSound, Requests, readTable } from './table.js'

const Task = new Entity({
  model: { entity: 'task', version: '1', service: 'desk' },
  attributes: {
    id: { type: 'string', required: true },
    team: { type: 'string' },
    status: { type: 'string' },
    due: { type: 'string' },
    title: { type: 'string' },
    slug: {
      type: 'string',
      watch: ['title', 'team'],
      set: (_?: string, item?: { title?: string; team?: string }) => `${item?.team}-${item?.title}`,
    },
    hits: { type: 'number' },
  },
  indexes: {
    primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } },
    byTeam: {
      index: 'team-index',
      pk: { field: 'g1pk', composite: ['team', 'status'] },
      sk: { field: 'g1sk', composite: ['due'] },
    },
    bySlug: {
      index: 'slug-index',
      pk: { field: 'g2pk', composite: ['slug'] },
      sk: { field: 'g2sk', composite: [] },
    },
  },
})
const tasks = constrain(Task, { unique: { title: { attributes: ['title'], scope: ['team'] } } })
const slugs = constrain(Task, { unique: { slug: ['slug'] } })

const open = async () => {
  const requests = new Requests()
  const db = await testDatabase({ tasks }, { observe: requests.observe })
  await db.tasks.create({ id: '1', team: 'a', status: 'open', due: '1', title: 't' })
  requests.take()
  return { db, requests }
}
const stored = async (db: object) => (await readTable(db)).find((item) => item['_lk'] === undefined)

/** The keys that a create of the same item would have. */
async function expectKeysAsCreated(db: object): Promise<void> {
  const item = await stored(db)
  const attributes = Object.fromEntries(
    Object.keys(Task.schema.attributes).flatMap((name) =>
      item?.[name]?.S === undefined ? [] : [[name, item[name].S]],
    ),
  )
  const params = Task.create(attributes as { id: string }).params<{ Item: Record<string, string> }>({
    table: 't',
  })
  for (const field of ['g1pk', 'g1sk', 'g2pk', 'g2sk'])
    expect([field, item?.[field]?.S]).toEqual([field, params.Item[field]])
}

test('an update of part of an index’s attributes takes the rest from the stored item', async () => {
  const { db, requests } = await open()
  await db.tasks.update({ id: '1' }, { set: { status: 'done' } })
  expect(requests.take()).toEqual(['GetItem', 'UpdateItem'])
  await expectKeysAsCreated(db)
  expect((await db.tasks.query.byTeam({ team: 'a', status: 'done' }).go()).data).toHaveLength(1)
  expect((await db.tasks.query.byTeam({ team: 'a', status: 'open' }).go()).data).toEqual([])
})

test('and is fenced on it: two updates of two halves leave a key of both', async () => {
  const { db } = await open()
  await Promise.all([
    db.tasks.update({ id: '1' }, { set: { status: 'done' } }),
    db.tasks.update({ id: '1' }, { set: { team: 'b' } }),
  ])
  expect(await stored(db)).toMatchObject({ team: { S: 'b' }, status: { S: 'done' } })
  expect((await stored(db))?.['g1pk']?.S).toBe('$desk#team_b#status_done')
  await expectSound(db)
})

test('a removed attribute takes the item out of the index, and a set one brings it back', async () => {
  const { db } = await open()
  await db.tasks.update({ id: '1' }, { remove: ['status'], set: { due: '2' } })
  const item = await stored(db)
  expect([item?.['g1pk'], item?.['g1sk'], item?.['status']]).toEqual([undefined, undefined, undefined])
  expect(item?.['due']).toEqual({ S: '2' })
  await db.tasks.update({ id: '1' }, { set: { status: 'open' } })
  await expectKeysAsCreated(db)
  await expectSound(db)
})

test('a computed unique value in an index is refused unless all that it is computed from is named', async () => {
  const db = await testDatabase({ slugs })
  await db.slugs.create({ id: '1', team: 'a', title: 't', status: 's', due: 'd' })
  await expect(db.slugs.update({ id: '1' }, { set: { title: 'u' } })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    problems: [{ path: 'slug', message: expect.stringContaining('team') }],
  })
  await db.slugs.update({ id: '1' }, { set: { title: 'u', team: 'b' } })
  await expectKeysAsCreated(db)
  await expectSound(db)
  expect(await db.slugs.by.slug({ slug: 'b-u' })).toMatchObject({ id: '1' })
})

test('a partition key that an update gives gets the sort key that a create would', async () => {
  const { db, requests } = await open()
  await db.tasks.create({ id: '2', title: 'x' })
  requests.take()
  await db.tasks.update({ id: '2' }, { set: { team: 'z', status: 'new', hits: 1 } }, { returns: 'none' })
  expect((await db.tasks.query.byTeam({ team: 'z', status: 'new' }).go()).data).toMatchObject([{ id: '2' }])
  await db.tasks.update({ id: '2' }, { set: { due: '9' } })
  expect((await db.tasks.query.byTeam({ team: 'z', status: 'new', due: '9' }).go()).data).toMatchObject([
    { id: '2' },
  ])
  await db.tasks.update({ id: '2' }, { set: { team: 'y', status: 'new' } })
  expect((await db.tasks.query.byTeam({ team: 'y', status: 'new', due: '9' }).go()).data).toMatchObject([
    { id: '2' },
  ])
})

const App = new Entity({
  model: { entity: 'app', version: '1', service: 'store' },
  attributes: {
    id: { type: 'string', required: true },
    featuredAt: { type: 'string' },
    rank: { type: 'string' },
    name: { type: 'string' },
    revision: { type: 'number' },
  },
  indexes: {
    primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } },
    featured: {
      index: 'team-index',
      pk: { field: 'g1pk', composite: [] },
      sk: { field: 'g1sk', composite: ['featuredAt'] },
    },
    ranked: {
      index: 'slug-index',
      pk: { field: 'g2pk', composite: [] },
      sk: { field: 'g2sk', composite: ['rank', 'id'] },
    },
  },
})
const sparse = [
  ['without constraints', constrain(App, {})],
  ['with a version', constrain(App, { version: 'revision' })],
  ['with a unique value in the index', constrain(App, { unique: { at: ['featuredAt'] } })],
] as const

test.each(sparse)(
  'an index of no partition attribute lists what its sort key is about, %s',
  async (_, apps) => {
    const db = await testDatabase({ apps })
    await db.apps.create({ id: '1', featuredAt: 'f', rank: 'r', name: 'n' })
    const listed = async () => [
      (await db.apps.query.featured({}).go()).data.length,
      (await db.apps.query.ranked({}).go()).data.length,
    ]
    expect(await listed()).toEqual([1, 1])
    await db.apps.update({ id: '1' }, { remove: ['featuredAt'] })
    expect(await listed()).toEqual([0, 1])
    await db.apps.update({ id: '1' }, { remove: ['rank'], set: { name: 'm' } })
    expect(await listed()).toEqual([0, 0])
    const item = await stored(db)
    expect(['g1pk', 'g1sk', 'g2pk', 'g2sk'].filter((field) => item?.[field] !== undefined)).toEqual([])
    await db.apps.update({ id: '1' }, { set: { featuredAt: 'g', rank: 's' } })
    expect(await listed()).toEqual([1, 1])
    expect(await stored(db)).toMatchObject({
      g1pk: { S: '$store' },
      g1sk: { S: '$app_1#featuredat_g' },
      g2pk: { S: '$store' },
      g2sk: { S: '$app_1#rank_s#id_1' },
    })
    await expectSound(db)
  },
)

const Job = new Entity({
  model: { entity: 'job', version: '1', service: 'desk' },
  attributes: {
    id: { type: 'string', required: true },
    owner: { type: 'string' },
    status: { type: ['open', 'done'] as const },
    slug: { type: 'string' },
  },
  indexes: {
    primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } },
    byOwner: {
      index: 'team-index',
      condition: ({ status }) => status === 'open',
      pk: { field: 'g1pk', composite: ['owner'] },
      sk: { field: 'g1sk', composite: ['status'] },
    },
  },
})

test('an index with a condition lists what meets it, also after an update of a guarded attribute', async () => {
  const jobs = constrain(Job, { unique: { slug: ['slug'] } })
  const db = await testDatabase({ jobs })
  const listed = async () => (await db.jobs.query.byOwner({ owner: 'ada' }).go()).data.length
  await db.jobs.create({ id: '1', owner: 'ada', status: 'open', slug: 'a' })
  expect(await listed()).toBe(1)
  await db.jobs.update({ id: '1' }, { set: { status: 'done', slug: 'b' } })
  expect(await listed()).toBe(0)
  await db.jobs.update({ id: '1' }, { set: { status: 'open', slug: 'c' } })
  expect(await listed()).toBe(1)
  await expectSound(db)
})
