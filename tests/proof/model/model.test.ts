import fc from 'fast-check'
import { test } from 'vitest'
import { operations } from './arbitrary-operation.js'
import { shapes } from './arbitrary-shape.js'
import { proveSequence } from './prove-sequence.js'
import { named, settingsFor } from './settings.js'

const settings = settingsFor({ quick: 100, long: 3_000 })

const sequences = fc.record({
  shape: shapes,
  operations: fc.array(operations, { minLength: 1, maxLength: 40, size: 'max' }),
})

test(`random declarations and operations come to what the rules say (${named(settings)})`, async () => {
  await fc.assert(fc.asyncProperty(sequences, proveSequence), settings)
}, 3_600_000)
