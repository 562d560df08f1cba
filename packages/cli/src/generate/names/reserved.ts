/** Names that the generated files use themselves, and those that everybody knows as something else. */
const RESERVED: ReadonlySet<string> = new Set(
  `
  ConsistentRead ForeignRecord NoAttributes OwnRecord ProjectedReadOptions RawWrite RebindOptions
  Array ArrayBuffer AsyncGenerator AsyncIterable Boolean Buffer Date Error Function Infinity Intl
  Iterable JSON Map Math NaN Number Object Promise Proxy Reflect RegExp Set String Symbol Uint8Array
  WeakMap WeakSet Awaited Capitalize Exclude Extract NoInfer NonNullable Omit Parameters Partial Pick
  Readonly ReadonlyArray Record Required ReturnType This CachedSingleton CacheOptions Chosen
  ConditionViolation ConstraintViolationError DataOperations DeleteError DuplicateItemError
  ExistsViolation Given GivenOld IdempotencyKeyReusedError LookupOptions ManyOptions ManyResult
  NotFoundViolation Page Pending Plan Pointed ReadOptions ReferenceViolation RequestOptions Reservation
  Returns ScanPageOptions SendOptions Settled StalePointerViolation StreamEvent TransactionOptions
  UniqueViolation VersionViolation Write WriteFailure Repositories RepositoriesError
  RepositoriesTransaction RepositoriesRecord RepositoriesSnapshot RepositoriesSource
`.match(/\w+/g),
)

/** Whether a type of the models has to be called something else. */
export const isReserved = (name: string): boolean => RESERVED.has(name) || /^Plain\p{Lu}/u.test(name)
