import { Entity } from 'electrodb'
import { describe, expect, it } from 'vitest'
import { constrain } from '../../src/define/constrain.js'
import { counter } from '../../src/define/counter.js'
import { singleton } from '../../src/define/singleton.js'
import { describeModel } from '../../src/describe/describe-model.js'

// biome-ignore lint/suspicious/noTemplateCurlyInString: ElectroDB's templates look like this
const TEMPLATE = 'T#${tenant}'

const Account = new Entity({
  model: { entity: 'account', version: '1', service: 'shop' },
  attributes: {
    id: { type: 'string', required: true },
    tenant: { type: 'string', required: true },
    email: { type: 'string', field: 'mail', required: true, set: (value) => value?.trim() },
    plan: { type: ['free', 'pro'] as const, default: 'free' },
    secret: { type: 'string', hidden: true },
    joined: { type: 'string', readOnly: true, default: () => new Date().toISOString() },
    tags: { type: 'set', items: 'string', default: ['new'] },
    levels: { type: 'set', items: ['low', 'high'] as const },
    profile: {
      type: 'map',
      properties: {
        first: { type: 'string', required: true },
        notes: { type: 'list', items: { type: 'map', properties: { at: { type: 'number' } } } },
      },
    },
    revision: { type: 'number' },
    member: { type: 'string' },
    placed: { type: 'number' },
    deleted: { type: 'number', field: 'gone' },
    ttl: { type: 'number' },
    shown: { type: 'string', watch: ['email'], set: (_, { email }) => email },
  },
  indexes: {
    primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } },
    byTenant: {
      index: 'gsi1',
      collection: ['people', 'staff'] as const,
      type: 'clustered',
      condition: () => true,
      projection: 'keys_only',
      pk: { field: 'gsi1pk', composite: ['tenant'], template: TEMPLATE, casing: 'none' },
      sk: { field: 'gsi1sk', composite: ['placed'] },
    },
  },
})
const model = constrain(Account, {
  version: 'revision',
  expires: 'ttl',
  unique: {
    email: { attributes: ['email'], normalize: (value) => value.trim(), unless: 'deleted' },
    name: { attributes: ['member', 'plan'], scope: ['tenant'], hash: { secret: 'hush' }, prefix: 'T#' },
    own: { attributes: ['secret'], key: ([secret]) => ({ pk: `S#${secret}` }) },
    shared: {
      attributes: ['joined'],
      namespace: 'names',
      hash: true,
      sortKey: 'LOCK',
      prefix: ([a]) => `${a}#`,
    },
  },
  pointers: { last: { attribute: 'placed', scope: ['tenant'], stale: 'reject' } },
  sequences: { member: { attribute: 'member', scope: ['tenant'], start: 5, format: 'M-{000}' } },
  references: { parent: { entity: Account, attributes: { id: 'shown' } } },
})

describe('a model', () => {
  const described = describeModel(model)

  it('is plain data that JSON holds', () => {
    expect(JSON.parse(JSON.stringify(described))).toEqual(described)
    expect(described).toMatchObject({ kind: 'model', service: 'shop', entity: 'account', version: '1' })
  })

  it('has its attributes, down to properties and members', () => {
    const plain = { required: false, readOnly: false, hidden: false, hasDefault: false }
    const own = { ...plain, watch: [], hooks: [], isManaged: false, isKey: false }
    expect(described.attributes).toEqual([
      { ...own, name: 'id', field: 'id', type: 'string', required: true, isKey: true },
      { ...own, name: 'tenant', field: 'tenant', type: 'string', required: true },
      { ...own, name: 'email', field: 'mail', type: 'string', required: true, hooks: ['set'] },
      {
        ...own,
        name: 'plan',
        field: 'plan',
        type: 'enum',
        values: ['free', 'pro'],
        hasDefault: true,
        default: 'free',
      },
      { ...own, name: 'secret', field: 'secret', type: 'string', hidden: true },
      { ...own, name: 'joined', field: 'joined', type: 'string', readOnly: true, hasDefault: true },
      {
        ...own,
        name: 'tags',
        field: 'tags',
        type: 'set',
        items: { type: 'string' },
        hasDefault: true,
        default: ['new'],
      },
      {
        ...own,
        name: 'levels',
        field: 'levels',
        type: 'set',
        items: { type: 'enum', values: ['low', 'high'] },
      },
      {
        ...own,
        name: 'profile',
        field: 'profile',
        type: 'map',
        properties: [
          { ...plain, name: 'first', type: 'string', required: true },
          {
            ...plain,
            name: 'notes',
            type: 'list',
            items: { type: 'map', properties: [{ ...plain, name: 'at', type: 'number' }] },
          },
        ],
      },
      { ...own, name: 'revision', field: 'revision', type: 'number', isManaged: true },
      { ...own, name: 'member', field: 'member', type: 'string', isManaged: true },
      { ...own, name: 'placed', field: 'placed', type: 'number' },
      { ...own, name: 'deleted', field: 'gone', type: 'number' },
      { ...own, name: 'ttl', field: 'ttl', type: 'number' },
      { ...own, name: 'shown', field: 'shown', type: 'string', watch: ['email'], hooks: ['set'] },
    ])
  })

  it('has its keys and indexes', () => {
    const none = { collections: [], isClustered: false, isConditional: false, projection: 'all' }
    expect(described.indexes).toEqual([
      {
        ...none,
        name: 'primary',
        pk: { field: 'pk', composite: ['id'], casing: 'default', type: 'string' },
        sk: { field: 'sk', composite: [], casing: 'default', type: 'string' },
      },
      {
        name: 'byTenant',
        index: 'gsi1',
        pk: {
          field: 'gsi1pk',
          composite: ['tenant'],
          template: TEMPLATE,
          casing: 'none',
          type: 'string',
        },
        sk: { field: 'gsi1sk', composite: ['placed'], casing: 'default', type: 'string' },
        collections: ['people', 'staff'],
        isClustered: true,
        isConditional: true,
        projection: 'keys_only',
      },
    ])
  })

  it('has its constraints in the order of their declaration, with the keys of what they store', () => {
    const key = (text: string, sortKey = text) => ({ partitionKey: text, sortKey })
    expect(described.constraints.map(({ writes: _, ...rest }) => rest)).toEqual([
      { kind: 'version', attribute: 'revision' },
      { kind: 'expires', attribute: 'ttl' },
      {
        kind: 'unique',
        name: 'email',
        attributes: ['email'],
        scope: [],
        unless: 'deleted',
        normalize: ['custom'],
        namespace: 'shop.account.email',
        isShared: false,
        key: key('UNIQ#shop.account.email#{email}'),
      },
      {
        kind: 'unique',
        name: 'name',
        attributes: ['member', 'plan'],
        scope: ['tenant'],
        normalize: [],
        namespace: 'shop.account.name',
        isShared: false,
        hash: 'hmac-sha256',
        key: key('T#UNIQ#shop.account.name#{tenant}#hmac-sha256({member}#{plan})'),
      },
      {
        kind: 'unique',
        name: 'own',
        attributes: ['secret'],
        scope: [],
        normalize: [],
        namespace: 'shop.account.own',
        isShared: false,
      },
      {
        kind: 'unique',
        name: 'shared',
        attributes: ['joined'],
        scope: [],
        normalize: [],
        namespace: 'names',
        isShared: true,
        hash: 'sha256',
        key: key('{prefix}UNIQ#names#sha256({joined})', 'LOCK'),
      },
      {
        kind: 'pointer',
        name: 'last',
        attribute: 'placed',
        scope: ['tenant'],
        order: 'max',
        stale: 'reject',
        advance: 'with',
        key: key('PTR#shop.account.last#{tenant}'),
      },
      {
        kind: 'sequence',
        name: 'member',
        attribute: 'member',
        scope: ['tenant'],
        start: 5,
        step: 1,
        gapless: true,
        format: 'M-{000}',
        key: key('SEQ#shop.account.member#{tenant}'),
      },
      { kind: 'reference', name: 'parent', service: 'shop', entity: 'account', attributes: { id: 'shown' } },
    ])
  })

  it('says by attribute names when each write is made', () => {
    const [email] = described.constraints.filter(({ kind }) => kind === 'unique')
    const counts = { has: ['email'], hasNot: 'deleted' }
    const counted = { had: ['email'], hadNot: 'deleted' }
    const touches = ['email', 'deleted']
    const claim = { action: 'Put', role: 'claim of email', timing: 'with' }
    const release = { action: 'Delete', role: 'release of email', timing: 'with' }
    const refresh = {
      ...claim,
      role: 'refresh of email',
      when: { ...counts, touches: ['ttl'], moves: false },
    }
    expect(email?.writes).toEqual([
      { ...claim, operation: 'create', when: counts },
      { ...claim, operation: 'update', when: { ...counts, touches, moves: true } },
      { ...release, operation: 'update', when: { ...counted, touches, moves: true } },
      { ...refresh, operation: 'update' },
      { ...claim, operation: 'put', when: { ...counts, moves: true } },
      { ...release, operation: 'put', when: { ...counted, moves: true } },
      { ...refresh, operation: 'put' },
      { ...release, operation: 'delete', when: counted },
    ])
  })

  it('says that an index which holds a part of its items costs a read of the rest', () => {
    const { operations } = describeModel(model)
    const readsOf = (wanted: string) =>
      operations
        .find(({ name }) => name === wanted)
        ?.reads.map(({ request, consistent }) => [request, consistent])
    expect(readsOf('query.primary')).toEqual([['Query', false]])
    expect(readsOf('query.byTenant')).toEqual([
      ['Query', false],
      ['BatchGetItem', true],
    ])
  })

  it('names nothing of the key in what an update writes', () => {
    const keyed = constrain(Account, {
      unique: { id: ['id'], both: { attributes: ['email'], scope: ['id'] } },
      pointers: { last: { attribute: 'placed', scope: ['id'] } },
    })
    const update = describeModel(keyed).operations.find(({ name }) => name === 'update')
    expect(update?.reads[0]?.when).toEqual({ touches: ['email', 'placed'] })
    expect(update?.writes.map(({ role, when }) => [role, when.touches])).toEqual([
      ['entity', undefined],
      ['claim of both', ['email']],
      ['release of both', ['email']],
      ['advance of last', ['placed']],
    ])
  })

  it('says which request a write can be', () => {
    const requestsOf = (constraints: object) =>
      Object.fromEntries(
        describeModel(constrain(Account, constraints)).operations.map(({ name, requests }) => [
          name,
          requests,
        ]),
      )
    const both = (single: string) => [single, 'TransactWriteItems']
    expect(requestsOf({})).toMatchObject({
      create: ['PutItem'],
      update: ['UpdateItem'],
      delete: ['DeleteItem'],
      get: [],
    })
    // An e-mail is required, so that every create claims one; what is replaced may have it already.
    expect(requestsOf({ unique: { email: ['email'] } })).toMatchObject({
      create: ['TransactWriteItems'],
      put: both('PutItem'),
      upsert: ['TransactWriteItems', 'UpdateItem'],
      update: both('UpdateItem'),
      delete: both('DeleteItem'),
      'by.email': [],
    })
    expect(requestsOf({ unique: { secret: ['secret'] } })).toMatchObject({ create: both('PutItem') })
    expect(requestsOf({ pointers: { last: { attribute: 'placed', advance: 'after' } } })).toMatchObject({
      create: ['PutItem'],
      update: ['UpdateItem'],
    })
    expect(requestsOf({ sequences: { n: { attribute: 'revision', gapless: false } } })).toMatchObject({
      create: ['PutItem'],
    })
    expect(requestsOf({ sequences: { n: { attribute: 'revision' } } })).toMatchObject({
      create: ['TransactWriteItems'],
    })
  })

  it('takes the prefixes that a database was given', () => {
    const { constraints } = describeModel(constrain(Account, { unique: { email: ['email'] } }), {
      prefixes: { guard: 'LOCK' },
    })
    expect(constraints).toMatchObject([{ key: { partitionKey: 'LOCK#shop.account.email#{email}' } }])
  })

  it('reads every update first where a hook that watches all makes what a constraint looks at', () => {
    const Watching = new Entity({
      model: { entity: 'watching', version: '1', service: 'shop' },
      attributes: {
        id: { type: 'string', required: true },
        all: { type: 'string', watch: '*', set: (_, item) => JSON.stringify(item) },
      },
      indexes: { primary: { pk: { field: 'pk', composite: ['id'] } } },
    })
    const { attributes, constraints, operations } = describeModel(
      constrain(Watching, { unique: { all: ['all'] } }),
    )
    expect(attributes[1]).toMatchObject({ watch: '*' })
    // A table without a sort key.
    expect(constraints).toMatchObject([{ key: { partitionKey: 'UNIQ#shop.watching.all#{all}' } }])
    expect(operations.find(({ name }) => name === 'update')?.reads[0]?.when).toEqual({})
  })
})

const Flags = (version: string) =>
  new Entity({
    model: { entity: 'flags', version, service: 'shop' },
    attributes: {
      on: { type: 'boolean', required: true },
      tags: { type: 'set', items: 'string' },
      rev: { type: 'number' },
    },
    indexes: {
      primary: {
        pk: { field: 'pk', composite: [] },
        sk: { field: 'sk', composite: [], template: `V${version}` },
      },
    },
  })

describe('a singleton', () => {
  it('has one key, its defaults and what it takes the place of', () => {
    const described = describeModel(
      singleton(Flags('2'), {
        defaults: { on: false, tags: ['a'] },
        version: 'rev',
        supersedes: { model: Flags('1'), map: ({ on }) => ({ on }) },
      }),
    )
    expect(JSON.parse(JSON.stringify(described))).toEqual(described)
    expect(described).toMatchObject({
      kind: 'singleton',
      key: { pk: '$shop', sk: 'v2' },
      defaults: { on: false, tags: ['a'] },
      supersedes: { service: 'shop', entity: 'flags', version: '1' },
      constraints: [{ kind: 'version', attribute: 'rev' }],
    })
    expect(described.operations.map(({ name, requests }) => [name, requests])).toEqual([
      ['get', []],
      ['update', ['UpdateItem', 'TransactWriteItems']],
      ['modify', ['UpdateItem', 'TransactWriteItems']],
    ])
  })

  it('is one UpdateItem without an older record', () => {
    const { operations, ...rest } = describeModel(singleton(Flags('1'), { defaults: { on: true } }))
    expect(rest).not.toHaveProperty('supersedes')
    expect(operations.map(({ reads, requests }) => [reads.length, requests])).toEqual([
      [1, []],
      [0, ['UpdateItem']],
      [1, ['UpdateItem']],
    ])
  })
})

describe('a counter', () => {
  it('has its scope, its shards and their key', () => {
    const visits = counter({ service: 'shop', name: 'visits', scope: ['tenant'], shards: 2, formerShards: 8 })
    expect(describeModel(visits)).toMatchObject({
      kind: 'counter',
      service: 'shop',
      name: 'visits',
      scope: ['tenant'],
      shards: 2,
      readShards: 8,
      key: 'CTR#shop.visits#{tenant}#{shard}',
      operations: [
        { name: 'increment', requests: ['UpdateItem'] },
        { name: 'read', reads: [{ request: 'BatchGetItem', items: 8 }] },
        { name: 'reset', writes: [{ action: 'Delete', items: 8 }], requests: ['TransactWriteItems'] },
      ],
    })
    const [, , reset] = describeModel(counter({ service: 'shop', name: 'one' })).operations
    expect(reset?.requests).toEqual(['DeleteItem'])
  })
})

it('refuses what was not declared', () => {
  expect(() => describeModel({ ...model })).toThrow(/has to be what `constrain`/)
})

it('an attribute of the table key is not said to be removable, also where a default fills it in', () => {
  const Member = new Entity({
    model: { entity: 'member', version: '1', service: 'shop' },
    attributes: { id: { type: 'string', default: () => 'x' }, team: { type: 'string' } },
    indexes: {
      primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } },
      byTeam: {
        index: 'gsi1',
        pk: { field: 'gsi1pk', composite: ['team'] },
        sk: { field: 'gsi1sk', composite: ['id'] },
      },
    },
  })
  const { operations } = describeModel(constrain(Member, {}))
  const update = operations.find(({ name }) => name === 'update')
  expect(update?.reads.flatMap(({ when }) => when.removes ?? [])).toEqual(['team'])
})
