import { join } from 'node:path'
import { constrain, counter, describeModel } from '@latchkey/core'
import { Entity } from 'electrodb'
import { describe, expect, test } from 'vitest'
import { describeMermaid } from '../../src/describe/describe-mermaid.js'
import { describeText, typeText } from '../../src/describe/describe-text.js'
import { describeWhen } from '../../src/describe/describe-when.js'
import { PLAIN } from '../../src/text/screen.js'
import { runCli } from '../run-cli.js'
import { models } from '../shop/models.js'

const shop = join(import.meta.dirname, '..', 'shop')

// biome-ignore lint/suspicious/noTemplateCurlyInString: this is how ElectroDB spells a template
const TEMPLATE = 'X#${id}'

const Odd = new Entity({
  model: { service: 'a b', entity: 'x-1', version: '1' },
  attributes: {
    id: { type: 'string', required: true },
    pk: { type: 'number', readOnly: true },
    'say "hi"%': { type: ['a', 'b'] as const },
    other: { type: 'string' },
  },
  indexes: {
    primary: { pk: { field: '_pk', composite: ['id'], template: TEMPLATE } },
    some: { index: 'i', projection: ['pk'], pk: { field: 'ipk', composite: [] } },
  },
})
const odd = constrain(Odd, {
  unique: { own: { attributes: ['other'], key: ([value]) => ({ pk: `${value}` }) } },
  references: { other: { entity: Odd, attributes: { id: 'other' } } },
})

describe('as text', () => {
  test('a model is its attributes, keys, constraints and operations', () => {
    expect(describeText('odd', describeModel(odd), PLAIN)).toMatchInlineSnapshot(`
      "odd: model x-1 of a b, version 1

        Attributes
          id         string  key, required
          pk         number  read-only
          say "hi"%  a | b
          other      string

        Keys and indexes
          primary  table  _pk "X#\${id}"
          some     i      ipk; with pk

        Constraints
          unique own       other; with a key of its own function
          reference other  to a b.x-1, whose id is other

        Items of its own
          guard of own  made by a function

        Operations
          create                          PutItem or TransactWriteItems
            Put entity
            Put claim of own              if the item has other
            ConditionCheck reference of other
                                          if the item has other
          put                             PutItem or TransactWriteItems
            read item
            Put entity
            Put claim of own              if the item has other and the value moves
            Delete release of own         if the item had other and the value moves
            ConditionCheck reference of other
                                          if the item has other and the value moves
          update                          UpdateItem or TransactWriteItems
            read item                     if other is written
            then: read item               if the writes are a transaction
            Update entity
            Put claim of own              if other is written, the item has other and
                                          the value moves
            Delete release of own         if other is written, the item had other and
                                          the value moves
            ConditionCheck reference of other
                                          if other is written, the item has other and
                                          the value moves
          upsert                          PutItem or TransactWriteItems or UpdateItem
            read item
            then: read item               if the writes are a transaction
            writes                        as create or update
          modify                          UpdateItem or TransactWriteItems
            read item
            then: read item               if the writes are a transaction
            writes                        as update
          delete                          DeleteItem or TransactWriteItems
            read item
            Delete entity
            Delete release of own         if the item had other
          get                             GetItem
            read item                     eventually consistent
          by.own                          GetItem, GetItem
            read guard of own
            read owner
          by.own.key                      GetItem
            read guard of own
          query.primary                   Query
            read items                    eventually consistent
          query.some                      Query, BatchGetItem
            read items                    eventually consistent
            read the rest of each
      "
    `)
  })

  test('everything of every model fits 80 columns, and names what was declared', async () => {
    const { code, stdout, stderr } = await runCli(shop, 'describe')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
    expect(stdout).toMatch(/^Models of models.ts\n\naccounts: model account of shop, version 1\n/)
    for (const text of [
      'guard of handle  UNIQ#shop.account.handle#{tenantId}#{username}',
      'sequence invoice   numbers invoice within tenantId from 1 as INV-{0000};',
      'key      pk = "$shop"',
      'default  signupEnabled = false',
      'item    CTR#shop.visits#{tenantId}#{shard}',
      'by.email.key                GetItem',
    ])
      expect(stdout).toContain(text)
  })

  test('headings stand out on a terminal alone', () => {
    const loud = describeText('odd', describeModel(odd), { width: 80, heading: (text) => `<${text}>` })
    expect(loud).toContain('<Constraints>')
    expect(describeText('odd', describeModel(odd), PLAIN)).not.toContain('<')
  })

  test('one model by its name; a name that is none says which there are', async () => {
    const { stdout } = await runCli(shop, 'describe', 'settings')
    expect(stdout).toContain('settings: singleton')
    expect(stdout).not.toContain('accounts')
    expect(await runCli(shop, 'describe', 'account')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'latchkey: there is no model account: the models are accounts, orders, settings and visits\n',
    })
  })
})

test('when a request is made is said in one clause for each condition', () => {
  expect(describeWhen({})).toBe('')
  expect(describeWhen({ has: ['a', 'b'] }, new Set(['a', 'b']))).toBe('')
  expect(describeWhen({ had: ['a'], hadNot: 'd', touches: ['a', 'd'], moves: true })).toBe(
    'if a or d is written, the item had a, it had no d and the value moves',
  )
  expect(describeWhen({ touchesPartOf: ['a', 'b'], removes: ['c'], isTransaction: true, moves: false })).toBe(
    'if not all of a and b are written, but one is, c is removed, the value stays and the writes are a transaction',
  )
})

test('as JSON it is what the core says', async () => {
  const { code, stdout } = await runCli(shop, 'describe', 'accounts', 'visits', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual({
    models: { accounts: describeModel(models.accounts), visits: describeModel(models.visits) },
  })
})

describe('as Mermaid', () => {
  // From Mermaid's own grammar: what a quoted name, an attribute and a comment can be.
  const NAME = /"[^"%\r\n\\]+"/.source
  const LINES = [
    /^erDiagram$/,
    new RegExp(`^  ${NAME} \\{$`),
    /^ {2}\}$/,
    /^ {4}[A-Za-z_][A-Za-z0-9_-]* [A-Za-z_][A-Za-z0-9_-]*( (PK|FK|UK)(, (PK|FK|UK))*)?( "[^"]*")?$/,
    new RegExp(`^  ${NAME} (\\|\\||\\}o)--(o\\||\\|\\||o\\{) ${NAME} : "[^"]*"$`),
  ]

  test('every line is one that its grammar has', async () => {
    const { stdout } = await runCli(shop, 'describe', '--mermaid')
    const text = stdout + describeMermaid({ 'od"d%': describeModel(odd) })
    const wrong = text.split('\n').filter((line) => line !== '' && !LINES.some((form) => form.test(line)))
    expect(wrong).toEqual([])
  })

  test('models, guards and references are in it', async () => {
    const { stdout } = await runCli(shop, 'describe', '--mermaid')
    expect(stdout).toContain('    string accountId FK\n')
    expect(stdout).toContain('  "accounts" ||--o{ "orders" : "account"\n')
    expect(stdout).toContain('  "accounts" ||--o| "accounts: guard of handle" : "username within tenantId"\n')
    expect(stdout).toContain('    enum plan "free | pro"\n')
  })

  test('names that it cannot have are changed, and told in the comment', () => {
    const text = describeMermaid({ odd: describeModel(odd) })
    expect(text).toContain(`    number pk_ "pk"\n`)
    expect(text).toContain(`    enum say__hi__ "say 'hi' : a | b"\n`)
    expect(text).toContain('    string key PK "made by a function"')
  })
})

test('what there is one of is not counted', () => {
  const text = describeText('total', describeModel(counter({ service: 'shop', name: 'total' })), PLAIN)
  expect(text).toContain('\n      read shards\n')
  expect(text).toContain('\n      Delete reset of total\n')
  expect(text).not.toMatch(/(?:read|Delete) 1/)
})

test('literals that a reader would not see, or take for two, are in quotation marks', () => {
  const values = ['free', 'pay as you go', '', ' ', 'a|b', 'say "x"', 'line\nbreak', '-1', 'größe', 2, true]
  expect(typeText({ type: 'enum', values })).toBe(
    String.raw`free | pay as you go | "" | " " | "a|b" | "say \"x\"" | "line\nbreak" | -1 | größe | 2 | true`,
  )
})
