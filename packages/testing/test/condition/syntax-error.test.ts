import { expect, test } from 'vitest'
import { loadDynalite } from '../../src/dynalite/load-dynalite.js'

test.each([
  [
    { ConditionExpression: 'attribute_not_exists(' },
    'Invalid ConditionExpression: Syntax error; token: "<EOF>", near: "("',
  ],
  [
    { ConditionExpression: 'a = = b' },
    'Invalid ConditionExpression: Syntax error; token: "=", near: "= = b"',
  ],
  [{ ProjectionExpression: '!!!' }, 'Invalid ProjectionExpression: Syntax error; token: "!", near: "!!"'],
  [{ UpdateExpression: 'SET a' }, 'Invalid UpdateExpression: Syntax error; token: "<EOF>", near: "a"'],
  [{ UpdateExpression: 'SOT a = b' }, 'Invalid UpdateExpression: Syntax error; token: "SOT", near: "SOT a"'],
])('%j is refused in the words of the service', (expressions, message) => {
  expect(loadDynalite().validations.validateExpressions({ ...expressions })).toBe(message)
})
