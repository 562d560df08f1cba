import { Entity } from 'electrodb'
import { describe, expect, it } from 'vitest'
import { factsOf } from '../facts-of.js'
import { problemsOf } from './account.js'

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

  const FORMAT =
    "sequences.invoice.format: has to be a text with one {0}, {00}, ...: as many zeros as digits, such as 'INV-{000000}'"
  const STEP = 'sequences.invoice.step: has to be a whole number above 0: a sequence never goes back'

  it.each<[object, string]>([
    [{ sequences: null }, 'sequences: has to be an object: a name for each sequence'],
    [
      { sequences: { invoice: 'seats' } },
      'sequences.invoice: has to be an object of attribute, scope, start, step, gapless, format',
    ],
    [invoice({ attribute: 1 }), 'sequences.invoice.attribute: has to be the name of an attribute'],
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
    [invoice({ attribute: 'username', format: '{0}-{0}' }), FORMAT],
    [invoice({ attribute: 'username', format: 1 }), FORMAT],
    [invoice({ attribute: 'username', format: 'INV-' }), FORMAT],
    [invoice({ attribute: 'username', format: 'INV-{1}' }), FORMAT],
    [invoice({ scope: 'tenantId' }), 'sequences.invoice.scope: has to be a list of attribute names'],
    [
      invoice({ scope: ['tenantId', 'seats'] }),
      'sequences.invoice.scope: names the numbered attribute itself',
    ],
    [invoice({ start: '1' }), 'sequences.invoice.start: has to be a whole number'],
    [invoice({ step: -1 }), STEP],
    [invoice({ step: 0.5 }), STEP],
    [invoice({ step: '2' }), STEP],
    [invoice({ scope: ['seats'] }), 'sequences.invoice.scope: names the numbered attribute itself'],
    [invoice({ start: 1.5 }), 'sequences.invoice.start: has to be a whole number'],
    [
      invoice({ attribute: 'username', format: 'I{000}', start: -3 }),
      'sequences.invoice.start: is below 0, and a format shows digits alone: start at 0 or above',
    ],
    [invoice({ step: 0 }), STEP],
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

  it('with everything that is wrong at once, in each of them', () => {
    const sequences = { a: { attribute: 'seat', step: 0 }, b: { attribute: 'seats' }, c: { attribute: 1 } }
    expect(problemsOf({ sequences })).toEqual([
      'sequences.a.attribute: seat is no attribute of account',
      'sequences.a.step: has to be a whole number above 0: a sequence never goes back',
      'sequences.c.attribute: has to be the name of an attribute',
    ])
  })

  it('where the keys of the table are numbers', () => {
    const numbers = new Entity({
      model: { entity: 'account', version: '1', service: 'shop' },
      attributes: { id: { type: 'number' }, seats: { type: 'number' } },
      indexes: { primary: { pk: { field: 'id', composite: ['id'] } } },
    })
    expect(problemsOf(invoice({}), factsOf(numbers))).toEqual([
      'sequences.invoice: needs sequence items, and the keys of this table are numbers, which cannot hold one',
    ])
  })
})

describe('a sequence may', () => {
  const all = { scope: ['tenantId', 'tier'], start: 0, step: 10, gapless: false }

  it('have every option at once, and number a number or a text', () => {
    expect(
      problemsOf({
        sequences: { a: { attribute: 'seats', ...all }, b: { attribute: 'revision', gapless: true } },
      }),
    ).toEqual([])
    const text = { attribute: 'username', format: '{0}', ...all }
    expect(problemsOf({ sequences: { a: text } })).toEqual([])
  })
})
