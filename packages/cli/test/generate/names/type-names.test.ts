import { expect, test } from 'vitest'
import { nameModels } from '../../../src/generate/names/type-names.js'

const model = (name: string, entity: string, ...indexes: string[]) => ({ model: name, entity, indexes })
const itemsOf = (...models: ReturnType<typeof model>[]) =>
  Object.fromEntries(nameModels(models).names.map(({ model: name, item }) => [name, item]))

test('an item is named after its entity, and everything else after both', () => {
  const { names, notes } = nameModels([model('orderLines', 'taskapp-order_line', 'byOrder')])
  expect({ names, notes }).toEqual({
    names: [
      {
        model: 'orderLines',
        file: 'order-lines',
        item: 'TaskappOrderLine',
        key: 'TaskappOrderLineKey',
        input: 'NewTaskappOrderLine',
        changes: 'TaskappOrderLineChanges',
        attributes: 'TaskappOrderLineAttributes',
        dataAttributes: 'TaskappOrderLineDataAttributes',
        errors: 'TaskappOrderLineErrors',
        scope: 'TaskappOrderLineScope',
        stored: 'StoredTaskappOrderLine',
        starts: { byOrder: 'TaskappOrderLineByOrderKey' },
        repository: 'OrderLinesRepository',
        inTransaction: 'OrderLinesInTransaction',
        class: 'DynamoOrderLinesRepository',
      },
    ],
    notes: [],
  })
})

test.each([
  ['HTTPLog', 'HttpLog'],
  ['größe', 'Größe'],
  ['2fa', 'Item2Fa'],
  ['_', 'Unnamed'],
  ['line_2', 'Line2'],
])('the words of %s', (entity, item) => {
  expect(itemsOf(model('m', entity))).toEqual({ m: item })
})

test('entities with one name go by their repositories, in whatever order', () => {
  const two = [model('accounts', 'account'), model('oldAccounts', 'Account')] as const
  expect(itemsOf(...two)).toEqual({ accounts: 'Accounts', oldAccounts: 'OldAccounts' })
  expect(itemsOf(two[1], two[0])).toEqual(itemsOf(...two))
  expect(nameModels(two).notes).toEqual([
    'accounts: other models have the entity account too, so its item is called Accounts',
    'oldAccounts: other models have the entity Account too, so its item is called OldAccounts',
  ])
})

test.each([
  ['a name that everybody knows', [model('dates', 'date')], { dates: 'DateItem' }],
  ['a name of this package', [model('pages', 'page')], { pages: 'PageItem' }],
  ['a name of the index', [model('all', 'repositories')], { all: 'RepositoriesItem' }],
  [
    'a name that another entity gives',
    [model('orders', 'order'), model('keys', 'orderKey')],
    { orders: 'Order', keys: 'OrderKeyItem' },
  ],
])('%s gets Item behind it', (_, models, expected) => {
  expect(itemsOf(...models)).toEqual(expected)
  expect(nameModels(models).notes).toHaveLength(1)
})

test.each([[[model('my-orders', 'a'), model('myOrders', 'b')]], [[model('a1', 'a'), model('a-1', 'b')]]])(
  'two repositories with one name are an error that says what to do: %j',
  (models) => {
    expect(() => nameModels(models)).toThrow(
      /^the models \S+ and \S+ would both give \S+: export one of them under another name, or rename its entity$/,
    )
  },
)
