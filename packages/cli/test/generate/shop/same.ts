// What is generated and what is inferred are the same types, both ways: this file compiles, or they are not.
import type {
  Changes,
  CreateError,
  CreateOptions,
  DeleteError,
  Expected,
  InputOf,
  ItemOf,
  KeyOf,
  ManyResult,
  Needed,
  PlanOptions,
  Pointed,
  PutError,
  RecordOf,
  Removable,
  Returned,
  ReturnedOld,
  SingletonError,
  SingletonModifyOptions,
  SingletonPlanOptions,
  SingletonWriteOptions,
  StreamRecord,
  Success,
  TransactionError,
  Types,
  UpdateError,
  UpsertOptions,
  Write,
  WriteOptions,
} from '@latchkey/core'
import type { AccountId, Accounts } from './accounts.js'
import type * as generated from './generated/index.js'
import type { models } from './models.js'
import type { Orders } from './orders.js'
import type { FlagsModel } from './settings.js'

/** Intersections and mapped types as the properties that they have. */
type Flat<T> = 0 extends 1 & T
  ? T
  : T extends string | number | boolean | null | undefined | Date | Map<string, Uint8Array>
    ? T
    : { [P in keyof T]: Flat<T[P]> }

/** Types that nothing tells apart, not even whether an optional property can be undefined. */
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same = <A, B>(..._: Equal<Flat<A>, Flat<B>> extends true ? [] : ['not the same', A, B]): void =>
  undefined
const equal = <A, B>(..._: Equal<A, B> extends true ? [] : ['not the same', A, B]): void => undefined

same<generated.Account, ItemOf<Accounts>>()
same<generated.AccountKey, KeyOf<Accounts>>()
same<generated.NewAccount, InputOf<Accounts>>()
same<generated.Order, ItemOf<Orders>>()
same<generated.OrderKey, KeyOf<Orders>>()
same<generated.NewOrder, InputOf<Orders>>()
same<generated.Flags, RecordOf<FlagsModel>>()
same<generated.StoredFlags, Partial<ItemOf<FlagsModel>>>()

/** Verbs that no attribute takes are left out of what is generated. */
type Verbs<C> = Omit<C, 'data'>
same<Verbs<generated.AccountChanges>, Verbs<Changes<Accounts>>>()
same<Verbs<generated.OrderChanges>, Omit<Verbs<Changes<Orders>>, 'subtract'>>()
same<Verbs<generated.FlagsChanges>, Omit<Verbs<Changes<FlagsModel>>, 'append' | 'delete'>>()
equal<NonNullable<generated.AccountChanges['remove']>[number], Removable<Accounts>>()
equal<keyof generated.AccountDataAttributes, keyof Types<Accounts>['data']>()
equal<keyof generated.AccountAttributes, keyof Types<Accounts>['where']>()
equal<keyof generated.Account, Types<Accounts>['name']>()

equal<generated.AccountErrors['create'], CreateError<Accounts>>()
equal<generated.AccountErrors['put'], PutError<Accounts>>()
equal<generated.AccountErrors['update'], UpdateError<Accounts>>()
equal<generated.AccountErrors['delete'], DeleteError>()
equal<generated.OrderErrors['create'], CreateError<Orders>>()
equal<generated.OrderErrors['put'], PutError<Orders>>()
equal<generated.OrderErrors['update'], UpdateError<Orders>>()
equal<generated.FlagsErrors['update'], SingletonError<FlagsModel>>()
equal<generated.RepositoriesError, TransactionError<typeof models>>()

type AccountsRepository = generated.AccountsRepository
type OrdersRepository = generated.OrdersRepository
same<Parameters<AccountsRepository['findByEmail']>[0], Types<Accounts>['unique']['email']>()
same<Parameters<AccountsRepository['findByHandle']>[0], Types<Accounts>['unique']['handle']>()
same<Awaited<ReturnType<OrdersRepository['readLastOrder']>>, Pointed<number, KeyOf<Orders>> | null>()
same<Parameters<OrdersRepository['lastOrder']>[0], { tenantId: string }>()
same<generated.AccountByTenantKey, { tenantId: string; plan?: 'free' | 'pro'; createdAt?: string }>()

// Every option that there is.
type OptionsOf<M extends (...given: never) => unknown, At extends number> = keyof NonNullable<
  Parameters<M>[At]
>
equal<OptionsOf<OrdersRepository['create'], 1>, keyof CreateOptions<Orders>>()
equal<OptionsOf<OrdersRepository['put'], 1>, keyof WriteOptions<Orders>>()
equal<OptionsOf<OrdersRepository['upsert'], 1>, keyof UpsertOptions<Orders, never>>()
equal<OptionsOf<OrdersRepository['update'], 2>, keyof WriteOptions<Orders> | keyof Expected<Orders>>()
equal<OptionsOf<OrdersRepository['modify'], 2>, keyof WriteOptions<Orders>>()
equal<OptionsOf<OrdersRepository['delete'], 1>, keyof WriteOptions<Orders> | keyof Expected<Orders>>()
equal<OptionsOf<generated.FlagsRepository['update'], 1>, keyof SingletonWriteOptions<FlagsModel>>()
equal<OptionsOf<generated.FlagsRepository['modify'], 1>, keyof SingletonModifyOptions<FlagsModel>>()
equal<OptionsOf<generated.AccountsInTransaction['put'], 1>, keyof PlanOptions<Accounts>>()
equal<OptionsOf<generated.FlagsInTransaction['update'], 1>, keyof SingletonPlanOptions<FlagsModel>>()

// Each of the records of a stream, whatever it is of.
type Recorded<R, N> = Extract<R, { readonly model: N }>
same<Recorded<generated.RepositoriesRecord, 'accounts'>, Recorded<StreamRecord<typeof models>, 'accounts'>>()
same<Recorded<generated.RepositoriesRecord, 'flags'>, Recorded<StreamRecord<typeof models>, 'flags'>>()

// What writes give back, and what an upsert cannot do without.
export function results(repository: AccountsRepository, created: generated.NewAccount): unknown {
  const key = { accountId: created.accountId ?? ('a1' as AccountId) }
  const item = repository.create(created)
  equal<typeof item, Write<generated.Account, CreateError<Accounts>>>()
  const none = repository.create(created, { returns: 'none' })
  equal<Awaited<typeof none>, Returned<Accounts, 'none', never>>()
  const repeated = repository.update(key, { set: { username: 'a' } }, { idempotencyKey: 'k' })
  same<Awaited<typeof repeated>, Returned<Accounts, 'item', 'k'>>()
  const deleted = repository.delete(key)
  same<Awaited<typeof deleted>, ReturnedOld<Accounts, 'item'>>()
  const many = repository.createMany([created], { atomic: true })
  same<Awaited<typeof many>, Success<ItemOf<Accounts>>[]>()
  const each = repository.createMany([created])
  same<Awaited<typeof each>, ManyResult<ItemOf<Accounts>, CreateError<Accounts>, false>[]>()
  const part = repository.get(key, { attributes: ['email'] })
  same<Awaited<typeof part>, { email: string } | null>()
  type Upsert = Parameters<typeof repository.upsert<'email'>>[0]
  same<Upsert, Partial<InputOf<Accounts>> & Needed<Accounts, 'email'>>()
  return [item, none, repeated, deleted, many, each, part]
}
