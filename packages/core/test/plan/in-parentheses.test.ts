import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inParentheses } from '../../src/plan/in-parentheses.js'

describe('an expression in parentheses', () => {
  it.each([
    ['#a = :a', '(#a = :a)'],
    ['(#a = :a)', '(#a = :a)'],
    ['(#a = :a) OR (#b = :b)', '((#a = :a) OR (#b = :b))'],
    ['((#a = :a) OR (#b = :b))', '((#a = :a) OR (#b = :b))'],
    ['attribute_exists(#a)', '(attribute_exists(#a))'],
    ['(#a = :a) AND contains(#b, :b)', '((#a = :a) AND contains(#b, :b))'],
  ])('of %s is %s', (text, enclosed) => {
    expect(inParentheses(text)).toBe(enclosed)
  })

  it('is in them once, however often it is put there', () => {
    const expression = fc.letrec<{ any: string }>((tie) => ({
      any: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom('#a = :a', 'attribute_exists(#a)', 'size(#a) > :b'),
        fc.tuple(tie('any'), tie('any')).map(([a, b]) => `${a} OR ${b}`),
        tie('any').map((inner) => `(${inner})`),
      ),
    })).any
    fc.assert(
      fc.property(expression, (text) => {
        const once = inParentheses(text)
        expect(inParentheses(once)).toBe(once)
        expect(once === text || once === `(${text})`).toBe(true)
      }),
    )
  })
})
