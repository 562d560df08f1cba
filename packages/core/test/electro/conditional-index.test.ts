import { Entity } from 'electrodb'
import { describe, expect, it } from 'vitest'
import { compileUpdate, type UpdateVerbs } from '../../src/electro/compile-update.js'
import type { ElectroEntity } from '../../src/electro/electro-entity.js'
import type { StoredItem } from '../../src/plan/attribute-value.js'
import { factsOf } from '../facts-of.js'

const Task = new Entity({
  model: { entity: 'task', version: '1', service: 'shop' },
  attributes: {
    id: { type: 'string' },
    owner: { type: 'string', field: 'o' },
    status: { type: ['open', 'done'] as const },
    title: { type: 'string' },
  },
  indexes: {
    primary: { pk: { field: 'pk', composite: ['id'] } },
    byOwner: {
      index: 'gsi1',
      condition: ({ status }: { status?: string }) => status === 'open',
      pk: { field: 'gsi1pk', composite: ['owner'] },
      sk: { field: 'gsi1sk', composite: ['status'] },
    },
  },
})
const facts = factsOf(Task)
const update = (verbs: UpdateVerbs, before?: StoredItem) =>
  compileUpdate(
    {
      entity: Task as unknown as ElectroEntity,
      facts,
      key: { id: '1' },
      verbs,
      where: undefined,
      table: 't',
    },
    before,
  )
const before: StoredItem = { o: { S: 'Ada' }, status: { S: 'done' } }

describe('an update of a part of an index with a condition', () => {
  it('is incomplete until the stored item completes it', () => {
    expect(update({ set: { status: 'open' } })).toBe('incomplete')
    expect(update({ set: { title: 'x' } })).not.toBe('incomplete')
    expect(update({ set: { status: 'open', owner: 'Bob' } })).not.toBe('incomplete')
  })

  it('is put into the index by its condition, and relies on what completed it', () => {
    const compiled = update({ set: { status: 'open' } }, before)
    if (compiled === 'incomplete') throw new Error('incomplete')
    const { clauses, condition } = compiled.write
    const stored = clauses.map(({ section, field, value }) => [
      section,
      field,
      condition.values[value ?? '']?.S,
    ])
    expect(stored).toEqual([
      ['SET', 'status', 'open'],
      ['SET', 'gsi1pk', '$shop#owner_ada'],
      ['SET', 'gsi1sk', '$task_1#status_open'],
    ])
    expect(compiled.completedBy).toEqual(['o'])
  })

  it('is taken out of the index by its condition', () => {
    const compiled = update({ set: { status: 'done' } }, { ...before, status: { S: 'open' } })
    if (compiled === 'incomplete') throw new Error('incomplete')
    expect(compiled.write.clauses.map(({ section, field }) => `${section} ${field}`)).toEqual([
      'SET status',
      'REMOVE gsi1pk',
      'REMOVE gsi1sk',
    ])
  })

  it('is refused where the stored item lacks it too', () => {
    expect(() => update({ set: { status: 'open' } }, { status: { S: 'done' } })).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT', message: expect.stringContaining('"owner"') }),
    )
  })
})
