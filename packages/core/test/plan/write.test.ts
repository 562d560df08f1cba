import { describe, expect, it } from 'vitest'
import { describeWrite } from '../../src/plan/describe-write.js'
import { refuseCollisions } from '../../src/plan/refuse-collisions.js'
import { compileOwnWrite, joinCondition, pruneExpression, type Write } from '../../src/plan/write.js'

const guard = { pk: { S: 'UNIQ#a' }, sk: { S: 'UNIQ#a' } }

describe('joinCondition', () => {
  it('puts both halves into parentheses, so that an OR opens neither', () => {
    const theirs = {
      text: '#a = :a0 OR #b = :b0',
      names: { '#a': 'a', '#b': 'b' },
      values: { ':a0': { S: '1' } },
    }
    const joined = joinCondition(theirs, [
      { op: 'equals', field: 'a', value: { S: '1' } },
      { op: 'absent', field: 'c' },
    ])
    expect(joined).toEqual({
      text: '(#a = :a0 OR #b = :b0) AND (#_lk2 = :_lk1 AND attribute_not_exists(#_lk3))',
      names: { '#a': 'a', '#b': 'b', '#_lk2': 'a', '#_lk3': 'c' },
      values: { ':a0': { S: '1' }, ':_lk1': { S: '1' } },
    })
  })

  it('is theirs where there is none of ours, and ours where there is none of theirs', () => {
    const theirs = { text: '#a = :a', names: { '#a': 'a' }, values: { ':a': { S: '1' } } }
    expect(joinCondition(theirs, [])).toEqual(theirs)
    expect(joinCondition({ text: '', names: {}, values: {} }, [{ op: 'exists', field: 'a' }]).text).toBe(
      'attribute_exists(#_lk0)',
    )
  })
})

describe('pruneExpression', () => {
  it('keeps the placeholders that a text uses, whole names only', () => {
    const names = { '#a': 'a', '#ab': 'ab', '#c': 'c', '#_lk1': 'd' }
    const values = { ':a_u0': { S: '1' }, ':a_u01': { S: '2' }, ':a': { S: '3' } }
    expect(pruneExpression(['SET #ab = :a_u0', 'attribute_exists(#_lk1)', ''], names, values)).toEqual({
      names: { '#ab': 'ab', '#_lk1': 'd' },
      values: { ':a_u0': { S: '1' } },
    })
    expect(pruneExpression(['SET #a.#ab[0]=:a-:a_u01,#c=:a'], names, values)).toEqual({
      names: { '#a': 'a', '#ab': 'ab', '#c': 'c' },
      values: { ':a_u01': { S: '2' }, ':a': { S: '3' } },
    })
    expect(pruneExpression([], names, values)).toEqual({ names: {}, values: {} })
  })
})

describe('a write on an item of ours', () => {
  it('follows from its condition', () => {
    const condition = { op: 'equals', field: '_lk_owner', value: { S: 'me' } } as const
    const own = { action: 'Delete', role: 'release of email', key: guard, condition } as const
    expect(compileOwnWrite(own, 'shop')).toStrictEqual({
      action: 'Delete',
      role: 'release of email',
      table: 'shop',
      key: guard,
      condition: '#_lk0 = :_lk0',
      names: { '#_lk0': '_lk_owner' },
      values: { ':_lk0': { S: 'me' } },
    })
  })
})

describe('describeWrite', () => {
  const write: Write = {
    action: 'Update',
    role: 'entity',
    table: 'shop',
    key: guard,
    update: 'SET #email = :email_u0',
    condition: '#email = :x AND attribute_exists(#pk)',
    names: { '#email': 'email', '#pk': 'pk' },
    values: { ':email_u0': { S: 'secret' } },
  }

  it('is a sentence in field names, without values', () => {
    expect(describeWrite(write)).toBe('Update entity, SET email = ?, if email = ? AND attribute_exists(pk)')
    expect(describeWrite({ ...write, condition: '' })).toBe('Update entity, SET email = ?')
    const { update: _, ...check } = write
    expect(describeWrite({ ...check, action: 'ConditionCheck', role: 'check of it' })).toBe(
      'ConditionCheck check of it, if email = ? AND attribute_exists(pk)',
    )
  })
})

describe('refuseCollisions', () => {
  const write = (role: string, table: string, pk: string): Write => ({
    action: 'Put',
    role,
    table,
    key: { pk: { S: pk } },
    condition: '',
    names: {},
    values: {},
  })

  it('refuses two writes on one item, and names both', () => {
    expect(() =>
      refuseCollisions([write('entity', 't', 'a'), write('claim of email', 't', 'a')], { model: 'account' }),
    ).toThrow(
      expect.objectContaining({
        code: 'INVALID_INPUT',
        problems: [
          {
            path: 'claim of email',
            message: 'has the same key as the entity: give the constraint another key, prefix or namespace',
          },
        ],
      }),
    )
  })

  it('accepts one key in two tables, and two keys in one', () => {
    expect(() =>
      refuseCollisions([write('entity', 't', 'a'), write('claim', 't', 'b'), write('claim', 'u', 'a')], {}),
    ).not.toThrow()
  })
})
