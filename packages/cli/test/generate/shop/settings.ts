import { counter, type Named, singleton } from '@latchkey/core'
import { Entity } from 'electrodb'

const Flags = new Entity({
  model: { entity: 'flags', version: '2', service: 'shop' },
  attributes: {
    /** Whether anybody can sign up. */
    signupEnabled: { type: 'boolean', required: true },
    theme: { type: ['dark', 'light'] as const },
    limits: { type: 'map', properties: { perDay: { type: 'number' } } },
    hits: { type: 'number', required: true, default: 0 },
    revision: { type: 'number', required: true },
  },
  indexes: { primary: { pk: { field: 'pk', composite: [] }, sk: { field: 'sk', composite: [] } } },
})

const declared = singleton(Flags, { defaults: { signupEnabled: false }, version: 'revision' })
export interface FlagsModel extends Named<typeof declared> {}
export const flags: FlagsModel = declared

export const visits = counter({ service: 'shop', name: 'visits', scope: ['tenantId', 'page'], shards: 4 })
export const total = counter({ service: 'shop', name: 'total' })
