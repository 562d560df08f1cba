import { counter, type Named, type RecordOf, singleton } from '@latchkey/core'
import { Entity } from 'electrodb'

// The record of the release before: one text that stands for two flags.
const FlagsV1Entity = new Entity({
  model: { service: 'app', entity: 'flags', version: '1' },
  attributes: { mode: { type: ['open', 'closed'] }, uploadLimit: { type: 'number' } },
  indexes: {
    primary: {
      pk: { field: 'pk', composite: [], template: 'FLAGS', casing: 'none' },
      sk: { field: 'sk', composite: [], template: 'V1', casing: 'none' },
    },
  },
})

const FlagsV2Entity = new Entity({
  model: { service: 'app', entity: 'flags', version: '2' },
  attributes: {
    signupEnabled: { type: 'boolean', required: true },
    darkMode: { type: 'boolean', required: true },
    uploadLimit: { type: 'number', required: true },
    revision: { type: 'number', required: true },
  },
  indexes: {
    primary: {
      pk: { field: 'pk', composite: [], template: 'FLAGS', casing: 'none' },
      sk: { field: 'sk', composite: [], template: 'V2', casing: 'none' },
    },
  },
})

const declaredV1 = singleton(FlagsV1Entity, { defaults: {} })
export interface FlagsV1 extends Named<typeof declaredV1> {}
export const flagsV1: FlagsV1 = declaredV1

const declared = singleton(FlagsV2Entity, {
  // What holds while nothing is stored: the safe values.
  defaults: { signupEnabled: false, darkMode: false, uploadLimit: 10 },
  version: 'revision',
  // Until the first write, what the release before has stored.
  supersedes: {
    model: FlagsV1Entity,
    map: ({ mode, uploadLimit = 10 }) => ({ signupEnabled: mode === 'open', uploadLimit }),
  },
})
export interface Flags extends Named<typeof declared> {}
export const flags: Flags = declared
export type FlagValues = RecordOf<Flags>

export const visits = counter({ service: 'app', name: 'visits', scope: ['page'], shards: 4 })

export const models = { flags, visits }

/** What the release before works with, on the same table. */
export const modelsV1 = { flags: flagsV1 }
