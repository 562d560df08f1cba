export type { Mark, NumberMark, OwnedItem } from './constraint/constraint.js'
export type {
  ChangeOperation,
  ConstraintDescription,
  ConstraintWrite,
  ExpiresDescription,
  OwnItemKey,
  PointerDescription,
  ReferenceDescription,
  SequenceDescription,
  UniqueDescription,
  VersionDescription,
  When,
} from './constraint/constraint-description.js'
export { constrain } from './define/constrain.js'
export type {
  Constraints,
  GuardKey,
  KeyAttributeName,
  KeyWithoutAttributes,
  NonEmpty,
  Normalize,
  NoSuchOption,
  NotNumbered,
  NotOrdered,
  OnlyOptions,
  PointerBase,
  PointerCheck,
  PointerOptions,
  ReferenceAttributes,
  ReferenceCheck,
  ReferenceOptions,
  RefusingPointer,
  Scalar,
  SequenceCheck,
  SequenceOptions,
  SkippingPointer,
  UniqueOptions,
} from './define/constraints.js'
export { type CounterOptions, counter } from './define/counter.js'
export type {
  AnyCounter,
  AnyModel,
  AnySchema,
  AnySingleton,
  Counter,
  Declared,
  FollowedBy,
  Guarded,
  Managed,
  Model,
  Named,
  NameOf,
  Names,
  NoSuchAttribute,
  RejectingPointer,
  Ruled,
  Rules,
  RulesOf,
  ScopeName,
  Singleton,
  types,
  UniqueName,
} from './define/model.js'
export {
  type Keyless,
  type KeyWithAttributes,
  type Mapped,
  type RecordValues,
  type RequiredName,
  type SingletonOptions,
  type Supersedes,
  singleton,
} from './define/singleton.js'
export { type DescribeOptions, describeModel } from './describe/describe-model.js'
export type {
  AttributeDescription,
  CounterDescription,
  Description,
  IndexDescription,
  KeyPartDescription,
  ModelDescription,
  OperationDescription,
  PropertyDescription,
  ReadDescription,
  SingletonDescription,
  ValueDescription,
  WriteDescription,
} from './describe/description.js'
export { AbortedError } from './errors/aborted-error.js'
export {
  type ConstraintName,
  ConstraintViolationError,
  type Violated,
} from './errors/constraint-violation-error.js'
export { ContentionError } from './errors/contention-error.js'
export { DeclarationError } from './errors/declaration-error.js'
export type { Problems } from './errors/describe-problems.js'
export { DuplicateItemError } from './errors/duplicate-item-error.js'
export { IdempotencyKeyReusedError } from './errors/idempotency-key-reused-error.js'
export { InternalError } from './errors/internal-error.js'
export { InvalidInputError } from './errors/invalid-input-error.js'
export { type AnyLatchkeyError, isLatchkeyError } from './errors/is-latchkey-error.js'
export { isViolation } from './errors/is-violation.js'
export { type ErrorContext, type ErrorDetails, LatchkeyError } from './errors/latchkey-error.js'
export { OutcomeUnknownError } from './errors/outcome-unknown-error.js'
export { PlanTooLargeError } from './errors/plan-too-large-error.js'
export type { ErrorCode, ErrorPayloads, FailureCode, Limit, Problem, Share } from './errors/registry.js'
export { TimeoutError } from './errors/timeout-error.js'
export type {
  ConditionViolation,
  ExistsViolation,
  KeyAttributes,
  NotFoundViolation,
  ReferenceViolation,
  StalePointerViolation,
  UniqueViolation,
  VersionViolation,
  Violation,
  ViolationBase,
  ViolationCode,
} from './errors/violation.js'
export type {
  ReferenceViolationOf,
  StalePointerViolationOf,
  UniqueViolationOf,
  ViolationOf,
} from './errors/violation-of.js'
export type { AttributeValue, StoredItem, TableKey } from './plan/attribute-value.js'
export { connect } from './repository/connect.js'
export { type GuardRight, type Inspected, type Inspection, inspectDatabase } from './repository/inspect.js'
export { eachOf, eachOfScan, pagesOf, scanPagesOf } from './repository/plain-queries.js'
export type { CounterArguments, CounterRepository, CounterScope } from './repository/types/counter.js'
export type {
  Client,
  ConnectOptions,
  Database,
  DatabaseMethods,
  KeyOptions,
  KeyPrefixes,
  Models,
  RebindOptions,
  Repositories,
  Transaction,
} from './repository/types/database.js'
export type { Lookup, Lookups } from './repository/types/lookup.js'
export type {
  EndEvent,
  Observer,
  ObserverEvent,
  OperationEvent,
  OperationObserver,
  PlanEvent,
  RequestEvent,
  RetryEvent,
  ViolationEvent,
  WarningEvent,
} from './repository/types/observer.js'
export type {
  ByCurrent,
  ByVersion,
  CreateOptions,
  Expected,
  Gone,
  LookupOptions,
  ManyOptions,
  PlanOptions,
  ProjectedReadOptions,
  ReadOptions,
  RequestOptions,
  Reserved,
  Returned,
  ReturnedOld,
  Returns,
  SendOptions,
  TransactionOptions,
  UpsertOptions,
  WriteOptions,
} from './repository/types/options.js'
export type {
  Chosen,
  ConditionOperations,
  DataOperations,
  Delegate,
  Given,
  GivenOld,
  PlainAnswer,
  PlainCache,
  PlainCheck,
  PlainCounter,
  PlainDatabase,
  PlainEachOptions,
  PlainEachScanOptions,
  PlainExpected,
  PlainItemRecord,
  PlainPlanOptions,
  PlainPlans,
  PlainQuery,
  PlainQueryOptions,
  PlainRepository,
  PlainReserved,
  PlainScanOptions,
  PlainSingleton,
  PlainSingletonModifyOptions,
  PlainSingletonPlanOptions,
  PlainSingletonWriteOptions,
  PlainUpsert,
  PlainUpsertOptions,
  PlainWhere,
  PlainWriteOptions,
  SortRange,
} from './repository/types/plain.js'
export type { Plan, PlanAction, PlanWrite } from './repository/types/plan.js'
export type { Plans } from './repository/types/plans.js'
export type { Pointed, PointedBy, Pointer, Pointers } from './repository/types/pointer.js'
export type {
  ConsistentOption,
  ConsistentRead,
  IndexKeys,
  KeyedQuery,
  LaggingRead,
  OnlyKey,
  Page,
  PageOptions,
  PartitionName,
  Queries,
  Query,
  Scan,
  ScanPageOptions,
  SortKey,
  SortName,
  Started,
} from './repository/types/query.js'
export type {
  Answer,
  ExactAnswer,
  ExactChanges,
  Extra,
  Repository,
  Verb,
} from './repository/types/repository.js'
export type {
  CreateError,
  DeleteError,
  Failure,
  ManyResult,
  PutError,
  Result,
  SingletonError,
  Success,
  UpdateError,
  Write,
  WriteFailure,
} from './repository/types/result.js'
export type { RetryOptions } from './repository/types/retry.js'
export type { Scope, Scoped } from './repository/types/scope.js'
export type {
  block,
  Reservation,
  Sequence,
  Sequences,
} from './repository/types/sequence.js'
export type {
  CachedSingleton,
  CacheOptions,
  CertainName,
  Complete,
  FilledName,
  RecordOf,
  ReturnedRecord,
  SingletonModifyOptions,
  SingletonPlanOptions,
  SingletonRepository,
  SingletonWriteOptions,
} from './repository/types/singleton.js'
export type { Snapshot, SnapshotRead } from './repository/types/snapshot.js'
export type {
  ForeignRecord,
  ItemRecord,
  OwnRecord,
  Recorded,
  StreamEvent,
  StreamImage,
  StreamRecord,
} from './repository/types/stream.js'
export type {
  ItemCheck,
  NamesOfAll,
  Pending,
  RawWrite,
  Settled,
  SettledValue,
  settles,
  TransactionCounter,
  TransactionError,
  TransactionMethods,
  TransactionRepositories,
  TransactionRepository,
  TransactionSingleton,
  TransactionViolation,
} from './repository/types/transaction.js'
export type {
  AttributeHandles,
  Changes,
  DataAttributes,
  InputOf,
  ItemOf,
  KeyOf,
  Needed,
  NoAttributes,
  OnInsert,
  Projected,
  Removable,
  Shown,
  Types,
  Values,
  Where,
} from './repository/types/values.js'
export { type EventuallyOptions, eventually } from './run/eventually.js'
export type {
  AttributeShape,
  IndexShape,
  KeyShape,
  SchemaShape,
  TableModel,
  TableModels,
} from './table/table-models.js'
export { type TableKeys, tableOf } from './table/table-of.js'
