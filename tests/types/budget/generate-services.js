// The same service twice: on repositories whose types are inferred, and on those that `latchkey generate` writes.
import { declareModels } from './generate.js'

const range = (size) => Array.from({ length: size }, (_, at) => at)

const calls = (at, { repository, find, query, narrow }) => `
export async function use${at}() {
  const created = await ${repository}.create({ id: 'a', tenantId: 't', email: 'e' })
  const found = await ${repository}.get({ id: 'a' })
  const page = await ${query}
  const pro = await ${narrow}
  const owner = await ${find}({ username: 'u', tenantId: 't' })
  await ${repository}.update({ id: 'a' }, { set: { email: 'f', own${at}: 'x' } })
  await ${repository}.update({ id: 'a' }, { add: { logins: 1 } }, { where: (a, op) => op.eq(a.plan, 'free') })
  await ${repository}.modify({ id: 'a' }, (current) => (current.logins ? null : { set: { own${at}: 'x' } }))
  await ${repository}.delete({ id: 'a' })
  const result = await ${repository}.create({ id: 'a', tenantId: 't', email: 'e' }).result()
  const taken = !result.ok && result.error.code === 'UNIQUE' && result.error.has('UNIQUE', 'handle')
  return [created.email, found?.plan, page.data[0]?.logins, pro.data[0]?.email, owner?.plan, taken]
}`

const inferredCalls = (at) =>
  calls(at, {
    repository: `db.model${at}`,
    find: `db.model${at}.by.handle`,
    query: `db.model${at}.query.byTenant({ tenantId: 't' }).go()`,
    narrow: `db.model${at}.query.byTenant({ tenantId: 't' }).begins({ plan: 'pro' }).go()`,
  })

const generatedCalls = (at) =>
  calls(at, {
    repository: `shop.model${at}`,
    find: `shop.model${at}.findByHandle`,
    query: `shop.model${at}.queryByTenant({ tenantId: 't' })`,
    narrow: `shop.model${at}.queryByTenant({ tenantId: 't' }, { begins: { plan: 'pro' } })`,
  })

/** The files of the service, by name. What is generated comes from the command. */
export const serviceFiles = (size) => ({
  'models.ts': [
    declareModels(size),
    `export const models = { ${range(size)
      .map((at) => `model${at}`)
      .join(', ')} }`,
  ].join('\n'),
  'inferred.ts': [
    `import { type Client, connect, type Database } from '@latchkey/core'`,
    `import { models } from './models.js'`,
    `declare const client: Client`,
    `const db: Database<typeof models> = connect(models, { client, table: 'shop' })`,
    ...range(size).map(inferredCalls),
  ].join('\n'),
  'service.ts': [
    `import type { Repositories } from './generated/index.js'`,
    `declare const shop: Repositories`,
    ...range(size).map(generatedCalls),
  ].join('\n'),
  'main.ts': [
    `import { type Client, connect, type Database } from '@latchkey/core'`,
    `import { repositories } from './generated/index.js'`,
    `import { models } from './models.js'`,
    `declare const client: Client`,
    `const db: Database<typeof models> = connect(models, { client, table: 'shop' })`,
    `export const shop = repositories(db)`,
  ].join('\n'),
})
