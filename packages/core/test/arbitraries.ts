import fc from 'fast-check'
import type { AttributeValue } from '../src/plan/attribute-value.js'

const bytes = fc.uint8Array({ maxLength: 3 })
const number = fc.oneof(
  fc.integer({ min: -3, max: 3 }).map(String),
  fc.constantFrom('1.0', '0.10', '-0', '1e2', '100', '12345678901234567890', '0.30000000000000004'),
)
const text = fc.oneof(fc.constantFrom('', 'a', 'b', '0', '#', '%'), fc.string({ maxLength: 4 }))
const distinct = { minLength: 1, maxLength: 3 }

/** Attribute values of every type, from few values, so that equal ones come up. */
export const attributeValue: fc.Arbitrary<AttributeValue> = fc.letrec<{ value: AttributeValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ S: text }),
    fc.record({ N: number }),
    fc.record({ BOOL: fc.boolean() }),
    fc.constant({ NULL: true as const }),
    fc.record({ B: bytes }),
    fc.record({ SS: fc.uniqueArray(text, distinct) }),
    fc.record({ NS: fc.uniqueArray(fc.integer({ min: -2, max: 9 }).map(String), distinct) }),
    fc.record({ BS: fc.uniqueArray(bytes, { ...distinct, selector: (member) => member.join() }) }),
    fc.record({ L: fc.array(tie('value'), { maxLength: 3 }) }),
    fc.record({ M: fc.dictionary(text, tie('value'), { maxKeys: 3 }) }),
  ),
})).value
