import { Entity } from 'electrodb'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { doesCount, guardKey, guardKeyIfAny } from '../../src/constraint/guard-key.js'
import type { StoredItem } from '../../src/plan/attribute-value.js'
import { factsOf } from '../facts-of.js'
import { facts, uniqueOf } from './account.js'

const keyFor = (options: unknown, item: StoredItem, of = facts): string | undefined =>
  guardKey(uniqueOf(options, of), item, 'UNIQ')?.['pk']?.S

describe('the key of a guard', () => {
  it('is namespace, scope and values, twice', () => {
    const declaration = uniqueOf({ attributes: ['email', 'seats'], scope: ['tenantId', 'tier'] })
    const item: StoredItem = {
      em: { S: 'a#b@x.io' },
      seats: { N: '1.50' },
      tenantId: { S: '100%' },
      tier: { S: 'free' },
    }
    const text = 'UNIQ#shop.account.email#100%25#free#a%23b@x.io#1.5'
    expect(guardKey(declaration, item, 'UNIQ')).toEqual({ pk: { S: text }, sk: { S: text } })
  })

  it.each<[string, string, StoredItem, string]>([
    ['an empty text', 'email', { em: { S: '' } }, 'UNIQ#shop.account.email#'],
    ['zero', 'seats', { seats: { N: '0' } }, 'UNIQ#shop.account.email#0'],
    ['a number without an exponent', 'seats', { seats: { N: '1E+3' } }, 'UNIQ#shop.account.email#1000'],
    [
      'more digits than a JavaScript number has',
      'seats',
      { seats: { N: '12345678901234567890' } },
      'UNIQ#shop.account.email#12345678901234567890',
    ],
    ['false', 'active', { active: { BOOL: false } }, 'UNIQ#shop.account.email#false'],
    ['a word of a list', 'tier', { tier: { S: 'paid' } }, 'UNIQ#shop.account.email#paid'],
    ['a text with its case', 'email', { em: { S: 'Ada' } }, 'UNIQ#shop.account.email#Ada'],
  ])('holds %s', (_, attribute, item, key) => {
    expect(keyFor([attribute], item)).toBe(key)
  })

  it('has the prefix of the table, and one of its own in front', () => {
    const item: StoredItem = { em: { S: 'a' }, tenantId: { S: 't#1' } }
    const options = { attributes: ['email'], scope: ['tenantId'] }
    expect(guardKey(uniqueOf(options), item, 'LOCK')?.['pk']?.S).toBe('LOCK#shop.account.email#t%231#a')
    expect(keyFor({ ...options, prefix: 'TENANT#' }, item)).toBe('TENANT#UNIQ#shop.account.email#t%231#a')
    const prefix = (scope: readonly unknown[]): string => `${scope.join()}|`
    expect(keyFor({ ...options, prefix }, item)).toBe('t#1|UNIQ#shop.account.email#t%231#a')
  })

  it('is named by its namespace, in which dots are no dots of ours', () => {
    const item: StoredItem = { em: { S: 'a' } }
    expect(keyFor({ attributes: ['email'], namespace: 'name' }, item)).toBe('UNIQ#name#a')
    expect(keyFor({ attributes: ['email'], namespace: 'shop.account.email' }, item)).toBe(
      'UNIQ#shop%2Eaccount%2Eemail#a',
    )
    expect(guardKey(uniqueOf(['email'], facts, 'e.mail#1'), item, 'UNIQ')?.['pk']?.S).toBe(
      'UNIQ#shop.account.e%2Email%231#a',
    )
  })

  it('has the sort key that was declared', () => {
    const declaration = uniqueOf({ attributes: ['email'], sortKey: 'LOCK' })
    expect(guardKey(declaration, { em: { S: 'a' } }, 'UNIQ')).toEqual({
      pk: { S: 'UNIQ#shop.account.email#a' },
      sk: { S: 'LOCK' },
    })
  })

  it('is what a key function makes of the normalised values and the scope', () => {
    const made: unknown[] = []
    const options = {
      attributes: ['email', 'seats'],
      scope: ['tenantId'],
      normalize: 'lowercase',
      key: (values: readonly unknown[], scope: readonly unknown[]) => {
        made.push(values.map(String), scope.map(String))
        return { pk: `EMAIL#${String(values[0])}`, sk: `T#${String(scope[0])}` }
      },
    }
    const item: StoredItem = { em: { S: 'ADA' }, seats: { N: '1.0' }, tenantId: { S: 'T1' } }
    expect(guardKey(uniqueOf(options), item, 'UNIQ')).toEqual({ pk: { S: 'EMAIL#ada' }, sk: { S: 'T#T1' } })
    expect(made).toEqual([['ada', '1'], ['T1']])
    const short = uniqueOf({ attributes: ['email'], key: () => ({ pk: 'ONE' }) })
    expect(guardKey(short, { em: { S: 'a' } }, 'UNIQ')).toEqual({ pk: { S: 'ONE' }, sk: { S: 'ONE' } })
  })

  it('comes of the scope as numbers, booleans and texts, each at its place', () => {
    const made: unknown[] = []
    const key = (values: readonly unknown[], scope: readonly unknown[]) => {
      made.push(values, scope)
      return { pk: 'k' }
    }
    const options = { attributes: ['email', 'tier'], scope: ['seats', 'active', 'tenantId'], key }
    const item = {
      em: { S: 'e' },
      tier: { S: '7' },
      seats: { N: '1.50' },
      active: { BOOL: true },
      tenantId: { S: '2' },
    }
    guardKey(uniqueOf(options), item, 'UNIQ')
    expect(made).toEqual([
      ['e', '7'],
      [1.5, true, '2'],
    ])
  })

  it('comes of numbers as numbers, and of those with more digits than JavaScript keeps as text', () => {
    const made: unknown[] = []
    const key = (values: readonly unknown[]) => {
      made.push(...values)
      return { pk: `N#${String(values[0])}` }
    }
    const declaration = uniqueOf({ attributes: ['seats', 'active'], key })
    const keyed = (N: string) => guardKey(declaration, { seats: { N }, active: { BOOL: false } }, 'UNIQ')
    keyed('1.50')
    expect(made).toEqual([1.5, false])
    expect(keyed('12345678901234567890')).not.toEqual(keyed('12345678901234567891'))
    expect(keyed('0.1')).not.toEqual(keyed('0.10000000000000000001'))
  })

  it.each([{}, { pk: '' }, { pk: 'a', sk: '' }, { pk: 1 }, 'text', null, undefined])(
    'cannot be %j: a key function has to give texts',
    (made) => {
      const declaration = uniqueOf({ attributes: ['email'], key: () => made })
      expect(() => guardKey(declaration, { em: { S: 'a' } }, 'UNIQ')).toThrow(
        'the key function of unique.email has to give { pk, sk } as texts that are not empty',
      )
    },
  )

  it('cannot come from a prefix function that gives no text', () => {
    const declaration = uniqueOf({ attributes: ['email'], prefix: () => 1 })
    expect(() => guardKey(declaration, { em: { S: 'a' } }, 'UNIQ')).toThrow(
      'the prefix function of unique.email has to give a text',
    )
  })

  it('is one for one list of scope and values alone', () => {
    const value = fc
      .array(fc.constantFrom('#', '%', '23', '25', '.', 'a', 'sha256:'), { maxLength: 4 })
      .map((parts) => parts.join(''))
    const four = fc.tuple(value, value, value, value)
    const keyed = ([tenantId, username, email, nickname]: readonly string[]): string | undefined =>
      keyFor(
        { attributes: ['email', 'nickname'], scope: ['tenantId', 'username'] },
        {
          tenantId: { S: tenantId ?? '' },
          username: { S: username ?? '' },
          em: { S: email ?? '' },
          nickname: { S: nickname ?? '' },
        },
      )
    fc.assert(
      fc.property(four, four, (a, b) => {
        expect(keyed(a) === keyed(b)).toBe(JSON.stringify(a) === JSON.stringify(b))
      }),
    )
  })
})

describe('fields of the key', () => {
  const entityOn = (pk: string, sk?: string) =>
    factsOf(
      new Entity({
        model: { entity: 'account', version: '1', service: 'shop' },
        attributes: { id: { type: 'string' }, email: { type: 'string' } },
        indexes: {
          primary: {
            pk: { field: pk, composite: ['id'] },
            ...(sk === undefined ? {} : { sk: { field: sk, composite: [] } }),
          },
        },
      }),
    )

  it('are those of the table', () => {
    const declaration = uniqueOf(['email'], entityOn('hash', 'range'))
    const text = 'UNIQ#shop.account.email#a'
    expect(guardKey(declaration, { email: { S: 'a' } }, 'UNIQ')).toEqual({
      hash: { S: text },
      range: { S: text },
    })
  })

  it('may be a partition key alone', () => {
    const declaration = uniqueOf(['email'], entityOn('id_key'))
    expect(guardKey(declaration, { email: { S: 'a' } }, 'UNIQ')).toEqual({
      id_key: { S: 'UNIQ#shop.account.email#a' },
    })
  })
})

describe('normalize', () => {
  const item: StoredItem = { em: { S: ' ADA\u0065\u0301 ' }, seats: { N: '1' }, tenantId: { S: ' T ' } }
  const valueFor = (normalize: unknown, attribute = 'email'): string | undefined =>
    keyFor({ attributes: [attribute], normalize }, item)?.replace('UNIQ#shop.account.email#', '')

  it('shapes the values in the key, step by step', () => {
    expect(valueFor('lowercase')).toBe(' adae\u0301 ')
    expect(valueFor('trim')).toBe('ADAe\u0301')
    expect(valueFor('nfc')).toBe(' ADA\u00e9 ')
    expect(valueFor(['trim', 'nfc', 'lowercase'])).toBe('ada\u00e9')
    expect(valueFor((value: string) => value.trim().slice(0, 1))).toBe('A')
    expect(valueFor([() => 12, (value: string) => value.padStart(3, '0')])).toBe('012')
  })

  it('leaves numbers and the scope as they are', () => {
    expect(valueFor(() => 'never', 'seats')).toBe('1')
    expect(keyFor({ attributes: ['email'], scope: ['tenantId'], normalize: 'trim' }, item)).toContain('# T #')
  })

  it.each([() => 1, () => undefined, () => '\ud800'])(
    'refuses %s, which gives no well-formed text',
    (normalize) => {
      expect(() => valueFor(normalize)).toThrow(
        expect.objectContaining({
          code: 'INVALID_INPUT',
          problems: [{ path: 'email', message: 'normalize has to give well-formed text' }],
        }),
      )
    },
  )
})

describe('what counts', () => {
  const declaration = uniqueOf({ attributes: ['email', 'seats'], scope: ['tenantId'], unless: 'deletedAt' })
  const full: StoredItem = { em: { S: '' }, seats: { N: '0' }, tenantId: { S: '' } }

  it('is an item with all attributes and the scope, be they empty', () => {
    expect(doesCount(declaration, full)).toBe(true)
    expect(guardKey(declaration, full, 'UNIQ')?.['pk']?.S).toBe('UNIQ#shop.account.email###0')
  })

  it.each(['em', 'seats', 'tenantId'])('is no item without %s', (field) => {
    const { [field]: _, ...rest } = full
    expect(doesCount(declaration, rest)).toBe(false)
    expect(doesCount(declaration, { ...full, [field]: { NULL: true } })).toBe(false)
    expect(guardKey(declaration, rest, 'UNIQ')).toBeUndefined()
  })

  it('is no item that has what switches the constraint off, whatever it holds', () => {
    expect(doesCount(declaration, { ...full, gone: { N: '0' } })).toBe(false)
    expect(doesCount(declaration, { ...full, gone: { BOOL: false } })).toBe(false)
    expect(doesCount(declaration, { ...full, gone: { NULL: true } })).toBe(true)
  })
})

describe('values that no key can hold', () => {
  it.each<[StoredItem, string]>([
    [{ em: { L: [] } }, 'is stored as neither text, number nor boolean, so no key can hold it'],
    [{ em: { SS: ['a'] } }, 'is stored as neither text, number nor boolean, so no key can hold it'],
    [{ em: { S: 'a\ud800' } }, 'holds half of a surrogate pair, which has no form in UTF-8: repair the text'],
  ])('%j is refused where it would be written, and has no guard where it was found', (item, message) => {
    const declaration = uniqueOf(['email'])
    expect(() => guardKey(declaration, item, 'UNIQ')).toThrow(
      expect.objectContaining({
        code: 'INVALID_INPUT',
        model: 'account',
        problems: [{ path: 'email', message }],
      }),
    )
    expect(guardKeyIfAny(declaration, item, 'UNIQ')).toBeUndefined()
  })

  it('are refused in the scope too', () => {
    const item: StoredItem = { em: { S: 'a' }, tenantId: { S: '\udfff' } }
    expect(() => keyFor({ attributes: ['email'], scope: ['tenantId'] }, item)).toThrow(
      expect.objectContaining({ problems: [expect.objectContaining({ path: 'tenantId' })] }),
    )
  })
})
