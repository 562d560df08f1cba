import { describe, expect, it } from 'vitest'
import { CompiledPlan } from '../../src/plan/plan.js'
import type { Write } from '../../src/plan/write.js'
import { creating } from '../constraint/account.js'
import { ada, contribution, exists, planned, updateOf } from './assembly.js'

const noWrite: Write = {
  action: 'Put',
  role: 'entity',
  table: 'shop',
  key: { pk: { S: 'a' } },
  condition: '',
  names: {},
  values: {},
}

describe('a compiled plan', () => {
  const write = updateOf({
    condition: {
      text: exists.text,
      names: { '#pk': 'pk', '#nickname': 'nickname' },
      values: { ':nickname': { S: 'n' } },
    },
  })

  it('is one operation of the document client for one write', () => {
    const { plan } = planned({ write })
    expect(plan.toRequest()).toStrictEqual({
      TableName: 'shop',
      Key: { pk: '$shop#accountid_1', sk: '$account_1' },
      UpdateExpression: 'SET #nickname = :nickname',
      ConditionExpression: '(attribute_exists(#pk)) AND (#_lk2 = :_lk1 AND #_lk3 = :_lk2)',
      ExpressionAttributeNames: {
        '#pk': 'pk',
        '#nickname': 'nickname',
        '#_lk2': '__edb_e__',
        '#_lk3': '__edb_v__',
      },
      ExpressionAttributeValues: { ':nickname': 'n', ':_lk1': 'account', ':_lk2': '1' },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    })
    expect(plan).toMatchObject({ operation: 'UpdateItem', capacity: 1 })
    expect(plan.toString()).toBe(
      'Update entity, SET nickname = ?, if (attribute_exists(pk)) AND (__edb_e__ = ? AND __edb_v__ = ?)',
    )
  })

  it('is a transaction for several, in the order of its writes', () => {
    const { plan } = planned({
      write,
      contributions: [
        contribution({
          writes: [
            {
              action: 'Put',
              role: 'claim of email',
              key: { pk: { S: 'UNIQ#a' } },
              item: { pk: { S: 'UNIQ#a' }, seats: { N: '1' } },
              condition: { op: 'absent', field: 'pk' },
              intent: { kind: 'claim', owner: 'me', refuse: () => [] },
              explain: () => [],
            },
          ],
        }),
      ],
    })
    expect(plan.toRequest()).toStrictEqual({
      TransactItems: [
        { Update: expect.objectContaining({ TableName: 'shop' }) },
        {
          Put: {
            TableName: 'shop',
            Item: { pk: 'UNIQ#a', seats: 1 },
            ConditionExpression: 'attribute_not_exists(#_lk0)',
            ExpressionAttributeNames: { '#_lk0': 'pk' },
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        },
      ],
    })
    expect(plan.writes.map(({ action, role, capacity }) => [action, role, capacity])).toEqual([
      ['Update', 'entity', 2],
      ['Put', 'claim of email', 2],
    ])
    expect(plan.capacity).toBe(4)
    expect(plan.toString().split('\n')).toEqual(plan.writes.map(String))
  })

  it('asks for no item back where nothing can be refused', () => {
    const put = updateOf({ action: 'Put', item: ada, clauses: [], condition: { ...exists, text: '' } })
    expect(planned({ change: creating(ada), write: put }).plan.toRequest()).toStrictEqual({
      TableName: 'shop',
      Item: expect.objectContaining({ pk: '$shop#accountid_1' }),
    })
  })

  it.each<[Write['action'], CompiledPlan['operation'], number]>([
    ['Put', 'PutItem', 1],
    ['Update', 'UpdateItem', 1],
    ['Delete', 'DeleteItem', 1],
    ['ConditionCheck', 'TransactWriteItems', 2],
  ])('of one %s is a %s', (action, operation, capacity) => {
    const only: Write = { ...noWrite, action }
    const plan = new CompiledPlan([only])
    expect(plan).toMatchObject({ operation, capacity })
    const member = { TableName: 'shop', Key: { pk: 'a' } }
    expect(plan.toRequest()).toStrictEqual(
      action === 'ConditionCheck' ? { TransactItems: [{ ConditionCheck: member }] } : member,
    )
  })

  it('of two of one kind is a transaction, and so is one of nothing', () => {
    expect(new CompiledPlan([noWrite, noWrite])).toMatchObject({
      operation: 'TransactWriteItems',
      capacity: 4,
    })
    const nothing = new CompiledPlan([])
    expect(nothing).toMatchObject({ operation: 'TransactWriteItems', capacity: 0, writes: [] })
    expect(nothing.toRequest()).toStrictEqual({ TransactItems: [] })
    expect(String(nothing)).toBe('')
  })

  it('shows no values to who prints it', () => {
    const { plan } = planned()
    expect(JSON.stringify(plan)).not.toContain('":nickname"')
    expect(String(plan.writes[0])).toContain('SET nickname = ?, if ')
  })
})
