import { Entity } from 'electrodb'
import { describe, expect, it } from 'vitest'
import { expiryStamp, isExpired } from '../../src/constraint/expiry.js'
import { declareConstraints } from '../../src/constraint/registry.js'
import { factsOf } from '../facts-of.js'
import { contribute, creating, declare, problemsOf, stored, updating } from './account.js'

describe('expires', () => {
  it('writes nothing by itself, and may change by a plain set or remove alone', () => {
    const set = declare({ expires: 'expiresAt' })
    expect(set.expiry).toBe('ttl')
    expect(set.all[0]?.needs(set)).toEqual([])
    expect(set.all[0]).toMatchObject({ kind: 'expires', guarded: ['ttl'], managed: [], ownsItems: false })
    const mortal = stored('1', { ttl: { N: '1' } })
    for (const change of [creating(mortal), updating(mortal, { ttl: { N: '2' } })])
      expect(contribute(set, change)).toEqual({ writes: [], fence: [], conditions: [], increments: {} })
  })

  it.each([
    [null, 'expires: has to be the name of a number attribute'],
    [['expiresAt'], 'expires: has to be the name of a number attribute'],
    [1, 'expires: has to be the name of a number attribute'],
    ['ttl', 'expires: ttl is no attribute of account'],
    ['email', 'expires: email has to be a number: the service takes seconds since 1970'],
  ])('refuses %j', (declared, problem) => {
    expect(problemsOf({ expires: declared })).toEqual([problem])
  })

  it('warns of a sliding time where guards have to slide with it, and only there', () => {
    const entity = new Entity({
      model: { entity: 'session', version: '1', service: 'shop' },
      attributes: {
        id: { type: 'string' },
        token: { type: 'string' },
        until: { type: 'number', watch: '*', set: () => 1 },
        ends: { type: 'number', watch: ['token'], set: () => 1 },
        text: { type: 'string', watch: '*', set: () => 'x' },
      },
      indexes: { primary: { pk: { field: 'pk', composite: ['id'] } } },
    })
    const facts = factsOf(entity)
    expect(declareConstraints({ expires: 'until', unique: { token: ['token'] } }, facts).warnings).toEqual([
      "session.until is written by every update (watch: '*'), and guards carry it: every update of an item with guards is a transaction",
    ])
    expect(declareConstraints({ expires: 'until' }, facts).warnings).toEqual([])
    expect(declareConstraints({ expires: 'ends', unique: { token: ['token'] } }, facts).warnings).toEqual([])
    expect(
      declareConstraints({ expires: 'until', pointers: { last: { attribute: 'token' } } }, facts).warnings,
    ).toEqual([])
    expect(problemsOf({ expires: 'text' }, facts)).toEqual([
      'expires: text has to be a number: the service takes seconds since 1970',
    ])
  })
})

describe('expiryStamp', () => {
  it('is the time in whole seconds, under its field', () => {
    expect(expiryStamp({ ttl: { N: '1.001' } }, 'ttl')).toEqual({ ttl: { N: '2' } })
    for (const N of ['5', '0', '-5', '12345678901234567890', '-12345678901234567890'])
      expect(expiryStamp({ ttl: { N } }, 'ttl')).toEqual({ ttl: { N } })
    expect(expiryStamp({ ttl: { N: '-1.5' } }, 'ttl')).toEqual({ ttl: { N: '-1' } })
    expect(expiryStamp({ ttl: { N: '1E+3' } }, 'ttl')).toEqual({ ttl: { N: '1000' } })
  })

  it('is nothing without a time, or where none is declared', () => {
    expect(expiryStamp({}, 'ttl')).toEqual({})
    expect(expiryStamp({ ttl: { S: '5' } }, 'ttl')).toEqual({})
    expect(expiryStamp({ ttl: { N: '5' } }, undefined)).toEqual({})
  })
})

describe('isExpired', () => {
  it('is over once the margin is', () => {
    const item = { ttl: { N: '100' } }
    expect(isExpired(item, 'ttl', 105_000, 5_000)).toBe(false)
    expect(isExpired(item, 'ttl', 105_001, 5_000)).toBe(true)
    expect(isExpired(item, 'ttl', 100_000, 0)).toBe(false)
    expect(isExpired(item, 'ttl', 100_001, 0)).toBe(true)
    expect(isExpired({}, 'ttl', 1e15, 0)).toBe(false)
    expect(isExpired({ ttl: { S: '100' } }, 'ttl', 1e15, 0)).toBe(false)
    expect(isExpired(item, 'em', 1e15, 0)).toBe(false)
    expect(isExpired(item, undefined, 1e15, 0)).toBe(false)
  })
})
