import { expect, test } from 'vitest'
import { createTestTable } from '../../src/index.js'

test('a table is refused for an index with a key of several attributes', async () => {
  const schema = {
    attributes: { id: { type: 'string' } },
    indexes: {
      main: { pk: { field: 'pk' } },
      byId: { index: 'gsi1', type: 'composite', pk: { composite: ['id'] } },
    },
  }
  await expect(createTestTable({ account: { schema } })).rejects.toThrow(
    'account.indexes.byId has the type "composite"',
  )
})
