import { describe, expect, it } from 'vitest'
import type { Adjustment } from '../../src/plan/contribution.js'
import {
  contribute,
  declare,
  EMAIL,
  guard,
  guardOf,
  keyOfAccount,
  ownerOf,
  stored,
  updating,
  writesOf,
} from './account.js'

const byEmail = declare({ unique: { email: ['email'] } })
const ada = stored('1', { em: { S: 'a@x' } })

describe('a plan that was adjusted', () => {
  const key = `${EMAIL}b@x`
  const witness = { key: keyOfAccount('2'), condition: { op: 'absent', field: 'pk' } } as const
  const takeOver: Adjustment = { kind: 'take-over', key: guard(key), from: ownerOf('2'), witness }
  const leave: Adjustment = { kind: 'leave', key: guard(`${EMAIL}a@x`) }
  const change = updating(ada, { em: { S: 'b@x' } })

  it('transfers a stale guard, and checks that its former owner is still as it was read', () => {
    const contribution = contribute(byEmail, change, { adjustments: [takeOver] })
    expect(writesOf(contribution).slice(0, 2)).toEqual([
      {
        action: 'Put',
        role: 'claim of email',
        key: guard(key),
        item: guardOf('1', key),
        condition: {
          op: 'any',
          of: [
            { op: 'absent', field: 'pk' },
            { op: 'equals', field: '_lk_owner', value: { S: ownerOf('1') } },
            { op: 'equals', field: '_lk_owner', value: { S: ownerOf('2') } },
          ],
        },
      },
      { action: 'ConditionCheck', role: 'check of the former owner of email', ...witness },
    ])
    expect(contribution.writes[1]?.explain(undefined)).toEqual([{ kind: 'outdated' }])
  })

  it('takes over no other guard than the one that was proved stale', () => {
    const other: Adjustment = { ...takeOver, key: guard(`${EMAIL}c@x`) }
    expect(writesOf(contribute(byEmail, change, { adjustments: [other] }))).toEqual(
      writesOf(contribute(byEmail, change)),
    )
  })

  it('takes over from the owner that was found last', () => {
    const third: Adjustment = {
      ...takeOver,
      from: ownerOf('3'),
      witness: { ...witness, key: keyOfAccount('3') },
    }
    const [claim, check] = contribute(byEmail, change, { adjustments: [takeOver, third] }).writes
    expect(claim?.condition).toMatchObject({ of: [{}, {}, { value: { S: ownerOf('3') } }] })
    expect(check?.key).toEqual(keyOfAccount('3'))
  })

  it('takes over whatever else was found out about the guard since', () => {
    const adjustments: Adjustment[] = [
      takeOver,
      { kind: 'leave', key: guard(key) },
      { kind: 'drop', key: guard(key) },
    ]
    expect(writesOf(contribute(byEmail, change, { adjustments }))).toEqual(
      writesOf(contribute(byEmail, change, { adjustments: [takeOver] })),
    )
  })

  it('is adjusted by what was found out about a guard in its own way alone', () => {
    const plain = writesOf(contribute(byEmail, change))
    const others: Adjustment[] = [
      { kind: 'leave', key: guard(key) },
      { kind: 'drop', key: guard(key) },
      { ...takeOver, key: guard(`${EMAIL}a@x`) },
      { kind: 'drop', key: guard(`${EMAIL}a@x`) },
      { kind: 'leave', key: guard(`${EMAIL}c@x`) },
    ]
    expect(writesOf(contribute(byEmail, change, { adjustments: others }))).toEqual(plain)
  })

  it('checks alone, where it leaves a guard or looks at a former owner', () => {
    const { writes } = contribute(byEmail, change, { adjustments: [takeOver, leave] })
    expect(writes.map(({ action, intent }) => `${action} ${intent.kind}`)).toEqual([
      'Put claim',
      'ConditionCheck check',
      'ConditionCheck check',
    ])
  })

  it('leaves a guard that is another’s, and checks that it still is', () => {
    const [, release] = contribute(byEmail, change).writes
    expect(release?.explain(guardOf('2', `${EMAIL}a@x`))).toEqual([{ kind: 'adjust', adjustment: leave }])
    const [, left] = contribute(byEmail, change, { adjustments: [leave] }).writes
    expect(left).toMatchObject({
      action: 'ConditionCheck',
      role: "check that the guard of email is another's",
      key: guard(`${EMAIL}a@x`),
      condition: { op: 'differs', field: '_lk_owner', value: { S: ownerOf('1') } },
    })
    expect(left?.explain(undefined)).toEqual([{ kind: 'outdated' }])
  })

  it('adjusts a refresh as it adjusts a claim', () => {
    const set = declare({ unique: { email: ['email'] }, expires: 'expiresAt' })
    const back: Adjustment = { ...takeOver, key: guard(`${EMAIL}a@x`) }
    const refresh = contribute(set, updating(ada, { ttl: { N: '9' } }), { adjustments: [back] })
    expect(refresh.writes.map(({ action, role }) => `${action} ${role}`)).toEqual([
      'Put refresh of email',
      'ConditionCheck check of the former owner of email',
    ])
  })
})
