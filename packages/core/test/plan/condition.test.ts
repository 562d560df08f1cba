import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AttributeValue, StoredItem } from '../../src/plan/attribute-value.js'
import { type Condition, compileCondition, isAs, isMet, isText } from '../../src/plan/condition.js'
import { Placeholders } from '../../src/plan/placeholders.js'

const TOKEN = /attribute_not_exists|attribute_exists|AND|OR|<>|<|>|=|\(|\)|[#:]\w+/g

/** Decides a condition expression as the service does: AND binds closer than OR. */
class Judge {
  readonly #tokens: string[]
  readonly #names: Readonly<Record<string, string>>
  readonly #values: Readonly<Record<string, AttributeValue>>
  readonly #item: StoredItem

  constructor(text: string, placeholders: Placeholders, item: StoredItem) {
    this.#tokens = text.match(TOKEN) ?? []
    this.#names = placeholders.names()
    this.#values = placeholders.values()
    this.#item = item
  }

  decide(): boolean {
    const holds = this.#either()
    if (this.#tokens.length > 0) throw new Error(`left over: ${this.#tokens.join(' ')}`)
    return holds
  }

  #take(expected?: string): string {
    const token = this.#tokens.shift()
    if (token === undefined || (expected !== undefined && token !== expected))
      throw new Error(`expected ${expected}, got ${token}`)
    return token
  }

  #either(): boolean {
    let holds = this.#both()
    while (this.#tokens[0] === 'OR') {
      this.#take()
      const other = this.#both()
      holds = holds || other
    }
    return holds
  }

  #both(): boolean {
    let holds = this.#one()
    while (this.#tokens[0] === 'AND') {
      this.#take()
      const other = this.#one()
      holds = holds && other
    }
    return holds
  }

  #stored(): AttributeValue | undefined {
    const name = this.#names[this.#take()]
    if (name === undefined) throw new Error('a placeholder without a name')
    return this.#item[name]
  }

  #one(): boolean {
    const [token] = this.#tokens
    if (token === '(') {
      this.#take()
      const holds = this.#either()
      this.#take(')')
      return holds
    }
    if (token === 'attribute_exists' || token === 'attribute_not_exists') {
      this.#take()
      this.#take('(')
      const stored = this.#stored()
      this.#take(')')
      return (stored !== undefined) === (token === 'attribute_exists')
    }
    const stored = this.#stored()
    const operator = this.#take()
    const value = this.#values[this.#take()]
    // The service holds `<>` to be false for an attribute that is not there, and so is `=`.
    if (stored === undefined) return false
    if (operator === '<' || operator === '>') {
      const isOneType = Object.keys(stored).join() === Object.keys(value ?? {}).join()
      if (!isOneType || stored.BOOL !== undefined) return false
      const [a, b] = [stored.N ?? stored.S ?? '', value?.N ?? value?.S ?? '']
      return operator === '<' ? a < b : a > b
    }
    return (JSON.stringify(stored) === JSON.stringify(value)) === (operator === '=')
  }
}

const field = fc.constantFrom('a', 'b', 'c')
const value: fc.Arbitrary<AttributeValue> = fc.oneof(
  fc.record({ S: fc.constantFrom('', '1', 'x') }),
  fc.record({ N: fc.constantFrom('0', '1') }),
  fc.record({ BOOL: fc.boolean() }),
)
const item = fc
  .record({ a: value, b: value, c: value }, { requiredKeys: [] })
  .map((members) => members as StoredItem)
const condition = fc.letrec<{ any: Condition }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.record({ op: fc.constantFrom('exists' as const, 'absent' as const), field }),
    fc.record({
      op: fc.constantFrom('equals' as const, 'differs' as const, 'less' as const, 'greater' as const),
      field,
      value,
    }),
    fc.record({
      op: fc.constantFrom('all' as const, 'any' as const),
      of: fc.array(tie('any'), { minLength: 1, maxLength: 4 }),
    }),
  ),
})).any

const compile = (of: Condition): { text: string; placeholders: Placeholders } => {
  const placeholders = new Placeholders()
  return { text: compileCondition(of, placeholders), placeholders }
}

describe('a condition', () => {
  it('is decided here as its text is decided by the store', () => {
    fc.assert(
      fc.property(condition, item, (asked, stored) => {
        const { text, placeholders } = compile(asked)
        expect(isMet(asked, stored)).toBe(new Judge(text, placeholders, stored).decide())
      }),
      { numRuns: 2000 },
    )
  })

  it('finds nothing in an item that is not there', () => {
    fc.assert(
      fc.property(condition, (asked) => {
        expect(isMet(asked, undefined)).toBe(isMet(asked, {}))
      }),
    )
  })

  it('compares as the service does: members of sets in any order, numbers by what they are worth', () => {
    const stored: StoredItem = { a: { SS: ['x', 'y'] }, b: { N: '1.0' } }
    expect(isMet({ op: 'equals', field: 'a', value: { SS: ['y', 'x'] } }, stored)).toBe(true)
    expect(isMet({ op: 'differs', field: 'b', value: { N: '1' } }, stored)).toBe(false)
  })

  it('keeps alternatives together, and asks the same but once', () => {
    const { text, placeholders } = compile({
      op: 'all',
      of: [
        { op: 'exists', field: 'a' },
        { op: 'any', of: [{ op: 'absent', field: 'b' }, isAs('b', { S: 'x' })] },
        { op: 'differs', field: 'c', value: { S: 'x' } },
        { op: 'exists', field: 'a' },
      ],
    })
    expect(text).toBe(
      'attribute_exists(#_lk0) AND (attribute_not_exists(#_lk1) OR #_lk1 = :_lk0) AND (attribute_not_exists(#_lk2) OR #_lk2 <> :_lk0)',
    )
    expect(placeholders.names()).toEqual({ '#_lk0': 'a', '#_lk1': 'b', '#_lk2': 'c' })
    expect(placeholders.values()).toEqual({ ':_lk0': { S: 'x' } })
  })
})

describe('a condition of the caller’s own', () => {
  const own: Condition = {
    op: 'text',
    text: '#status = :status OR begins_with(#status_2, :s) AND #free <> :free',
    names: { '#status': 'status', '#status_2': 'second' },
    values: { ':status': { S: 'on' }, ':s': { S: 'o' } },
  }

  it('is sent in parentheses, with placeholders of ours where it says what they stand for', () => {
    const { text, placeholders } = compile({ op: 'all', of: [isAs('status', { S: 'on' }), own] })
    expect(text).toBe('#_lk0 = :_lk0 AND (#_lk0 = :_lk0 OR begins_with(#_lk1, :_lk1) AND #free <> :free)')
    expect(placeholders.names()).toEqual({ '#_lk0': 'status', '#_lk1': 'second' })
    expect(placeholders.values()).toEqual({ ':_lk0': { S: 'on' }, ':_lk1': { S: 'o' } })
  })

  it('holds as far as can be told here', () => {
    expect(isMet(own, undefined)).toBe(true)
    expect(isMet(own, { status: { S: 'off' } })).toBe(true)
  })

  it('is one for the store to decide, also as a part of another, and no other is', () => {
    const others: Condition[] = [
      { op: 'exists', field: 'a' },
      { op: 'absent', field: 'text' },
      isAs('a', { S: 'text' }),
    ]
    expect(isText(own)).toBe(true)
    for (const op of ['all', 'any'] as const) {
      expect(isText({ op, of: [...others, own] })).toBe(true)
      expect(isText({ op, of: [{ op: 'any', of: [{ op: 'all', of: [own] }] }] })).toBe(true)
      expect(isText({ op, of: others })).toBe(false)
      expect(isText({ op, of: [] })).toBe(false)
    }
    expect(others.map(isText)).toEqual([false, false, false])
  })
})

describe('isAs', () => {
  it('asks for a value, or for absence', () => {
    expect(isAs('a', { N: '0' })).toEqual({ op: 'equals', field: 'a', value: { N: '0' } })
    expect(isAs('a', undefined)).toEqual({ op: 'absent', field: 'a' })
  })
})
