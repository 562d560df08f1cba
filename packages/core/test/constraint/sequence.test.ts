import { describe, expect, it } from 'vitest'
import { countOn, nextNumber, sequenceKey } from '../../src/constraint/sequence.js'
import type { SequenceDeclaration } from '../../src/constraint/sequence-declaration.js'
import type { AttributeValue } from '../../src/plan/attribute-value.js'
import {
  contribute,
  creating,
  declare,
  deleting,
  guard,
  prefixes,
  replacing,
  rolesOf,
  stored,
  updating,
  writesOf,
} from './account.js'

function sequenceOf(options: object): SequenceDeclaration {
  const [constraint] = declare({ sequences: { invoice: options } }).all
  const [declaration] = constraint?.sequences ?? []
  if (declaration === undefined) throw new Error('no sequence')
  return declaration
}

describe('the next number of a sequence', () => {
  it('begins at its start, and counts on by its step', () => {
    const plain = sequenceOf({ attribute: 'seats' })
    expect([nextNumber(plain, undefined), nextNumber(plain, { N: '1' })]).toEqual([1, 2])
    const odd = sequenceOf({ attribute: 'seats', start: 100, step: 10 })
    expect([nextNumber(odd, undefined), nextNumber(odd, { N: '130' })]).toEqual([100, 140])
    expect(nextNumber(sequenceOf({ attribute: 'seats', start: 0 }), undefined)).toBe(0)
  })

  it('is a number, or a text with so many digits at least', () => {
    expect(sequenceOf({ attribute: 'seats' }).write(7)).toBe(7)
    const { write } = sequenceOf({ attribute: 'username', format: 'INV-{0000}/$&' })
    expect([write(7), write(123456)]).toEqual(['INV-0007/$&', 'INV-123456/$&'])
  })

  it.each([2 ** 53, -(2 ** 53), Number.NaN])('is never one that is not exact: %d', (number) => {
    for (const options of [{ attribute: 'seats' }, { attribute: 'username', format: '{0}' }])
      expect(() => sequenceOf(options).write(number)).toThrow(
        expect.objectContaining({
          code: 'INVALID_INPUT',
          model: 'account',
          problems: [
            {
              path: options.attribute,
              message: expect.stringContaining('no number left below 2^53'),
            },
          ],
        }),
      )
  })
})

describe('the key of a sequence', () => {
  const declaration = sequenceOf({ attribute: 'seats', scope: ['tenantId', 'tier'] })

  it('is its name and its scope', () => {
    const item = { tenantId: { S: 't#1' }, tier: { S: 'free' } }
    expect(sequenceKey(declaration, item, prefixes)).toEqual(guard('SEQ#shop.account.invoice#t%231#free'))
  })

  it('is none where a part of the scope is absent', () => {
    expect(sequenceKey(declaration, { tenantId: { S: 't' } }, prefixes)).toBeUndefined()
    expect(sequenceKey(declaration, { tenantId: { S: 't' }, tier: { NULL: true } }, prefixes)).toBeUndefined()
  })
})

describe('what a sequence costs', () => {
  const set = declare({ sequences: { invoice: { attribute: 'revision' } } })
  const key = guard('SEQ#shop.account.invoice')
  const draw = (read: AttributeValue | undefined, value: AttributeValue) => ({
    name: 'invoice',
    key,
    origin: 'shop.account.invoice',
    read,
    value,
  })
  const taken = {
    ...key,
    _lk: { S: 'sequence' },
    _lk_of: { S: 'shop.account.invoice' },
    _lk_value: { N: '8' },
  }

  it.each<[AttributeValue | undefined, object]>([
    [undefined, { op: 'absent', field: '_lk_value' }],
    [{ N: '7' }, { op: 'equals', field: '_lk_value', value: { N: '7' } }],
  ])('is one write that takes the number, if nobody has since it was read as %j', (read, condition) => {
    const contribution = contribute(set, creating(stored('1')), { draws: [draw(read, { N: '8' })] })
    expect(writesOf(contribution)).toEqual([
      { action: 'Put', role: 'draw of invoice', key, item: taken, condition },
    ])
    expect(contribution.writes[0]?.explain({ _lk_value: { N: '9' } })).toEqual([{ kind: 'lost-fence' }])
  })

  it('is one write for each number, in a put as well', () => {
    const other = { ...draw(undefined, { N: '1' }), name: 'serial', key: guard('SEQ#shop.account.serial') }
    const draws = [draw({ N: '7' }, { N: '8' }), other]
    for (const change of [creating(stored('1')), replacing(stored('1'), stored('1'))]) {
      const contribution = contribute(set, change, { draws })
      expect(rolesOf(contribution)).toEqual([
        'draw of invoice: SEQ#shop.account.invoice',
        'draw of serial: SEQ#shop.account.serial',
      ])
      expect(contribution.writes.map(({ intent }) => intent)).toEqual([
        { kind: 'draw', value: { N: '8' } },
        { kind: 'draw', value: { N: '1' } },
      ])
    }
  })

  it('is nothing for anything but a create', () => {
    const item = stored('1', { seats: { N: '8' } })
    for (const change of [updating(item, { em: { S: 'x' } }), deleting(item)])
      expect(contribute(set, change, { draws: [draw({ N: '7' }, { N: '8' })] }).writes).toEqual([])
  })

  it('is written by the library alone', () => {
    expect(set.all[0]).toMatchObject({ kind: 'sequences', managed: ['revision'], guarded: ['rev'] })
    expect(set.all[0]?.needs(set)).toEqual([])
    expect(declare({ sequences: {} }).all).toEqual([])
  })
})

describe('numbers that are taken alone', () => {
  const key = guard('SEQ#shop.account.invoice')

  it.each<[object, number, string, string]>([
    [{}, 1, '0', '1'],
    [{ start: 100, step: 10 }, 3, '90', '30'],
    [{ start: 0 }, 2, '-1', '2'],
  ])('count the sequence on by so many, from before its start: %j by %d', (options, count, from, by) => {
    const declaration = sequenceOf({ attribute: 'seats', gapless: false, ...options })
    const { names, values, ...write } = countOn(declaration, key, count, 'shop')
    expect(write).toMatchObject({
      action: 'Update',
      role: 'draw of invoice',
      table: 'shop',
      key,
      condition: '',
    })
    const literal =
      'update' in write
        ? write.update.replace(
            /[#:]\w+/g,
            (name) => names[name] ?? values[name]?.N ?? values[name]?.S ?? name,
          )
        : ''
    expect(literal).toBe(
      `SET _lk_value = if_not_exists(_lk_value, ${from}) + ${by}, _lk = sequence, _lk_of = shop.account.invoice`,
    )
  })
})

describe('what a sequence says of itself', () => {
  const described = (options: object) =>
    declare({
      sequences: { invoice: { attribute: 'seats', scope: ['tenantId'], ...options } },
    }).all[0]?.describe(declare({}), prefixes)[0]
  const key = 'SEQ#shop.account.invoice#{tenantId}'
  const has = ['tenantId']

  it('is what it numbers and where it is kept, and that a create takes its number along', () => {
    const write = { action: 'Put', role: 'draw of invoice', timing: 'with' }
    expect(described({})).toStrictEqual({
      kind: 'sequence',
      name: 'invoice',
      attribute: 'seats',
      scope: ['tenantId'],
      start: 1,
      step: 1,
      gapless: true,
      key: { partitionKey: key, sortKey: key },
      writes: [
        { ...write, operation: 'create', when: { has } },
        { ...write, operation: 'put', when: { has, moves: true } },
      ],
    })
  })

  it('is that the number is taken before where gaps are allowed', () => {
    const write = { action: 'Update', role: 'draw of invoice', timing: 'before' }
    const options = { attribute: 'username', format: 'I-{00}', start: 5, step: 2, gapless: false }
    expect(described(options)).toMatchObject({ start: 5, step: 2, gapless: false, format: 'I-{00}' })
    expect(described(options)?.writes).toStrictEqual([
      { ...write, operation: 'create', when: { has } },
      { ...write, operation: 'put', when: { has, moves: true } },
    ])
  })
})
