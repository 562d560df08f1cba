// Writes the same application twice: on ElectroDB alone, and on models with constraints.

const attributes = `
    id: { type: 'string', required: true },
    tenantId: { type: 'string', required: true },
    email: { type: 'string', required: true },
    username: { type: 'string' },
    nickname: { type: 'string' },
    plan: { type: ['free', 'pro'] as const, required: true, default: 'free' },
    logins: { type: 'number', default: 0 },
    verified: { type: 'boolean' },
    tags: { type: 'set', items: 'string' },
    profile: { type: 'map', properties: { first: { type: 'string' }, last: { type: 'string' } } },
    revision: { type: 'number' },
    createdAt: { type: 'string', readOnly: true, default: () => '' },`

const entity = (at) => `
export const Entity${at} = new Entity({
  model: { entity: 'Entity${at}', service: 'shop', version: '1' },
  attributes: {${attributes}
    own${at}: { type: 'string' },
  },
  indexes: {
    byId: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } },
    byTenant: { index: 'gsi1', pk: { field: 'gsi1pk', composite: ['tenantId'] }, sk: { field: 'gsi1sk', composite: ['plan', 'createdAt'] } },
  },
})`

const plainCalls = (at) => `
export async function use${at}() {
  const created = await Entity${at}.create({ id: 'a', tenantId: 't', email: 'e' }).go()
  const found = await Entity${at}.get({ id: 'a' }).go()
  const page = await Entity${at}.query.byTenant({ tenantId: 't' }).go()
  await Entity${at}.patch({ id: 'a' }).set({ email: 'f', own${at}: 'x' }).go({ response: 'all_new' })
  await Entity${at}.patch({ id: 'a' }).add({ logins: 1 }).where((a, op) => op.eq(a.plan, 'free')).go({ response: 'all_new' })
  await Entity${at}.delete({ id: 'a' }).go({ response: 'all_old' })
  return [created.data.email, found.data?.plan, page.data[0]?.logins]
}`

const numbering = `
  pointers: { last: { attribute: 'createdAt', scope: ['tenantId'], stale: 'reject' }, greatest: { attribute: 'username' } },
  sequences: { name: { attribute: 'nickname', scope: ['tenantId'], format: 'N-{000000}' } },`

const ourModel = (at, further = '') => `
const declared${at} = constrain(Entity${at}, {
  version: 'revision',
  unique: { email: { attributes: ['email'], normalize: 'lowercase' }, handle: { attributes: ['username'], scope: ['tenantId'] } },${further}
})
export interface Model${at} extends Named<typeof declared${at}> {}
export const model${at}: Model${at} = declared${at}`

/** A file of models alone, as an application declares them. */
export const declareModels = (size) =>
  [
    `import { Entity } from 'electrodb'`,
    `import { constrain, type Named } from '@latchkey/core'`,
    ...Array.from({ length: size }, (_, at) => entity(at) + ourModel(at)),
  ].join('\n')

const ourCalls = (at) => `
export async function use${at}() {
  const created = await db.model${at}.create({ id: 'a', tenantId: 't', email: 'e' })
  const found = await db.model${at}.get({ id: 'a' })
  const page = await db.model${at}.query.byTenant({ tenantId: 't' }).go()
  await db.model${at}.update({ id: 'a' }, { set: { email: 'f', own${at}: 'x' } })
  await db.model${at}.update({ id: 'a' }, { add: { logins: 1 } }, { where: (a, op) => op.eq(a.plan, 'free') })
  await db.model${at}.delete({ id: 'a' })
  return [created.email, found?.plan, page.data[0]?.logins]
}`

const furtherCalls = (at) => `
export async function further${at}() {
  const modified = await db.model${at}.modify({ id: 'a' }, (current) => (current.logins ? null : { set: { own${at}: 'x' } }))
  const owner = await db.model${at}.by.handle({ username: 'u', tenantId: 't' })
  const { data } = await db.model${at}.scan.go({ attributes: ['email'] })
  const result = await db.model${at}.create({ id: 'a', tenantId: 't', email: 'e' }).result()
  const taken = !result.ok && result.error.code === 'UNIQUE' && result.error.has('UNIQUE', 'handle')
  return [modified.email, owner?.plan, data[0]?.email, taken]
}`

const numberedCalls = (at) => `
export async function number${at}() {
  const last = await db.model${at}.pointers.last.read({ tenantId: 't' })
  const greatest = await db.model${at}.pointers.greatest.follow()
  const name = await db.model${at}.sequences.name.reserve({ tenantId: 't' }, 10)
  const result = await db.model${at}.create({ id: 'a', tenantId: 't', email: 'e' }, { reserved: { name } }).result()
  const late = !result.ok && result.error.code === 'STALE_POINTER' && result.error.has('STALE_POINTER', 'last')
  return [last?.value, last?.key.id, greatest?.plan, late]
}`

const togetherCalls = (at) => `
export async function together${at}() {
  const { made, changed } = await db.$transaction(async (tx) => {
    const made = tx.model${at}.create({ id: 'a', tenantId: 't', email: 'e' })
    const found = await tx.model${at}.get({ id: 'c' })
    return { made, changed: tx.model${at}.update({ id: 'b' }, { set: { email: found?.email ?? made.key.id } }) }
  })
  const seen = await db.$get((read) => [read.model${at}({ id: 'a' })])
  const result = await db.$transaction((tx) => tx.model${at}.delete({ id: 'a' })).result()
  const taken = !result.ok && result.error.code === 'UNIQUE' && result.error.has('UNIQUE', 'handle')
  const record = db.$record({ dynamodb: {} })
  const after = record.kind === 'item' && record.model === 'model${at}' ? record.after?.email : undefined
  return [made.email, changed.plan, seen[0]?.plan, taken, after]
}`

const referring = (at) => `
  references: {
    before: { entity: ${at === 0 ? 'Entity0' : `model${at - 1}`}, attributes: { id: 'nickname' } },
    above: { entity: Entity${at}, attributes: { id: 'username' } },
  },`

const referringCalls = (at) => `
export async function refer${at}() {
  const put = await db.model${at}.put({ id: 'a', tenantId: 't', email: 'e' }).result()
  const upserted = await db.model${at}.upsert({ id: 'a', tenantId: 't' }, { onInsert: { email: 'e', nickname: 'n' } })
  const rows = await db.model${at}.createMany([{ id: 'a', tenantId: 't', email: 'e' }], { concurrency: 4 })
  const gone = await db.model${at}.deleteMany([{ id: 'a' }], { atomic: true })
  const orphan = !put.ok && put.error.code === 'REFERENCE' && put.error.has('REFERENCE', 'above')
  return [upserted.email, rows.map((row) => (row.ok ? row.data.plan : row.error.code)), gone[0]?.data?.email, orphan]
}`

const range = (size) => Array.from({ length: size }, (_, at) => at)

/** The application of this many models, on ElectroDB alone. */
export const generatePlain = (size) =>
  [`import { Entity } from 'electrodb'`, ...range(size).map((at) => entity(at) + plainCalls(at))].join('\n')

/** What the application has and does besides. */
const additions = {
  same: { model: () => '', calls: () => '' },
  further: { model: () => '', calls: furtherCalls },
  numbered: { model: () => numbering, calls: numberedCalls },
  referring: { model: referring, calls: referringCalls },
  together: { model: () => '', calls: togetherCalls },
}

/** The same application with constraints, and on request with what ElectroDB does not have. */
export function generateOurs(size, addition) {
  const { model, calls } = additions[addition]
  return [
    `import { Entity } from 'electrodb'`,
    `import { type Client, connect, constrain, type Database, type Named } from '@latchkey/core'`,
    ...range(size).map((at) => entity(at) + ourModel(at, model(at))),
    `declare const client: Client`,
    `export const models = { ${range(size)
      .map((at) => `model${at}`)
      .join(', ')} }`,
    `export const db: Database<typeof models> = connect(models, { client, table: 'shop' })`,
    ...range(size).map((at) => ourCalls(at) + calls(at)),
  ].join('\n')
}
