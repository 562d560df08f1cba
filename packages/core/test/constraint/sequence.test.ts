import { Entity } from 'electrodb'
import { describe, expect, it } from 'vitest'
import { nextNumber, sequenceKey } from '../../src/constraint/sequence.js'
import type { SequenceDeclaration } from '../../src/constraint/sequence-declaration.js'
import type { AttributeValue } from '../../src/plan/attribute-value.js'
import { factsOf } from '../facts-of.js'
import {
  contribute,
  creating,
  declare,
  deleting,
  guard,
  prefixes,
  problemsOf,
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
      expect(() => sequenceOf(options).write(number)).toThrow(/no number left below 2\^53/)
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
  const set = declare({ sequences: { invoice: { attribute: 'seats' } } })
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

  it('is nothing for anything but a create', () => {
    const item = stored('1', { seats: { N: '8' } })
    for (const change of [updating(item, { em: { S: 'x' } }), deleting(item)])
      expect(contribute(set, change)).toMatchObject({ writes: [], fence: [] })
  })

  it('is written by the library alone', () => {
    expect(set.all[0]).toMatchObject({ managed: ['seats'], guarded: ['seats'] })
  })
})

const double = (value?: number): number | undefined => value && value * 2
const hooked = factsOf(
  new Entity({
    model: { entity: 'invoice', version: '1', service: 'shop' },
    attributes: {
      id: { type: 'string' },
      settable: { type: 'number', set: double },
      computed: { type: 'number', watch: ['id'], set: double },
      watching: { type: 'number', watch: ['id'], get: double },
      all: { type: 'number', watch: '*', get: double },
      text: { type: 'string', set: (value?: string) => value?.toLowerCase() },
      shown: { type: 'number', get: double },
    },
    indexes: { primary: { pk: { field: 'pk', composite: ['id'] } } },
  }),
)

describe('a sequence is refused', () => {
  const invoice = (options: object): object => ({
    sequences: { invoice: { attribute: 'seats', ...options } },
  })

  it.each<[object, string]>([
    [{ sequences: 'seats' }, 'sequences: has to be an object: a name for each sequence'],
    [invoice({ attribute: 'seat' }), 'sequences.invoice.attribute: seat is no attribute of account'],
    [
      invoice({ attribute: 'active' }),
      'sequences.invoice.attribute: is a boolean: a sequence numbers a number attribute, or a string one with format',
    ],
    [
      invoice({ attribute: 'username' }),
      "sequences.invoice.format: is needed for a string attribute, such as 'INV-{000000}'",
    ],
    [invoice({ format: 'INV-{0}' }), 'sequences.invoice.format: is for string attributes alone'],
    [
      invoice({ attribute: 'username', format: '{0}-{0}' }),
      "sequences.invoice.format: has to be a text with one {0}, {00}, ...: as many zeros as digits, such as 'INV-{000000}'",
    ],
    [invoice({ scope: ['seats'] }), 'sequences.invoice.scope: names the numbered attribute itself'],
    [invoice({ start: 1.5 }), 'sequences.invoice.start: has to be a whole number'],
    [
      invoice({ attribute: 'username', format: 'I{000}', start: -3 }),
      'sequences.invoice.start: is below 0, and a format shows digits alone: start at 0 or above',
    ],
    [
      invoice({ step: 0 }),
      'sequences.invoice.step: has to be a whole number above 0: a sequence never goes back',
    ],
    [invoice({ gapless: 1 }), 'sequences.invoice.gapless: has to be true or false'],
    [
      { sequences: { a: { attribute: 'seats' }, b: { attribute: 'seats' } } },
      'sequences: number one attribute twice: an attribute takes its number from one sequence',
    ],
    [
      { version: 'revision', ...invoice({ attribute: 'revision' }) },
      'version: revision is counted by the store, unseen, so nothing else can look at it: sequences does',
    ],
  ])('%j', (declared, problem) => {
    expect(problemsOf(declared)).toEqual([problem])
  })

  it.each<[string, string]>([
    ['settable', 'settable has a set hook, which would change the number: remove the hook'],
    ['computed', 'computed has a set hook, which would change the number: remove the hook'],
    ['watching', 'watching watches other attributes, and a number never changes with them: remove the watch'],
    ['all', 'all watches other attributes, and a number never changes with them: remove the watch'],
    ['text', 'text has a set hook, which would change the number: remove the hook'],
  ])('where a hook would run over the number: %s', (attribute, problem) => {
    const format = attribute === 'text' ? { format: '{0}' } : {}
    expect(problemsOf({ sequences: { invoice: { attribute, ...format } } }, hooked)).toEqual([
      `sequences.invoice.attribute: ${problem}`,
    ])
  })

  it('but not for a negative start of a number, nor for a hook that only shows it', () => {
    expect(problemsOf(invoice({ start: -3 }))).toEqual([])
    expect(problemsOf({ sequences: { invoice: { attribute: 'shown' } } }, hooked)).toEqual([])
  })
})
