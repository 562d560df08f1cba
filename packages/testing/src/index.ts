export { applied, refused } from './answered-write.js'
export type { Dynamo } from './dynamo.js'
export type { JsonObject, ServiceRequest } from './engine/answer.js'
export type { Fault, FaultOptions } from './fault/fault.js'
export type {
  Faults,
  InternalErrorOptions,
  LatencyOptions,
  ReasonOptions,
  ThrottleOptions,
} from './fault/faults.js'
export type { RequestMatch } from './fault/request-match.js'
export { everyInterleaving, type Interleaving } from './gate/every-interleaving.js'
export type { Gate, HeldRequest } from './gate/gate.js'
export type { Lag, LagOptions } from './lag/index-lag.js'
export { assertSound } from './soundness/assert-sound.js'
export { SoundnessError, type SoundnessFinding } from './soundness/soundness-error.js'
export { type StartOptions, startDynalite } from './start-dynalite.js'
export { type EngineName, type EngineOptions, engineOfRun, startEngine } from './start-engine.js'
export type { PlainItem, StoredItem } from './table/stored-item.js'
export type { TableEntry } from './table/table-entries.js'
export { createTestTable, type Snapshot, type TestTable, type TestTableOptions } from './table/test-table.js'
export { type TestDatabaseOptions, testDatabase, testTable } from './test-database.js'
export { TestingError } from './testing-error.js'
export type { Transport } from './transport/connection.js'
