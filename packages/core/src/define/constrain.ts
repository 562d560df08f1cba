import type { Entity } from 'electrodb'
import type {
  Constraints,
  PointerOptions,
  ReferenceAttributes,
  ReferenceOptions,
  SequenceOptions,
} from './constraints.js'
import { declareModel } from './declare.js'
import type { AnySchema, Model, Names, Rules } from './model.js'

/**
 * Declares what must hold for an ElectroDB entity. The entity is not changed, and no data is.
 *
 * @throws {DeclarationError} with everything about the declaration that cannot work.
 *
 * @example
 * ```ts
 * const declared = constrain(Account, {
 *   version: 'revision',
 *   unique: {
 *     email: { attributes: ['email'], normalize: 'lowercase' },
 *     handle: { attributes: ['username'], scope: ['tenantId'] },
 *     slug: ['slug'],
 *   },
 *   expires: 'expiresAt',
 * })
 * const declaredOrders = constrain(Order, {
 *   pointers: { last: { attribute: 'placedAt', scope: ['tenantId'], stale: 'skip' } },
 *   sequences: { invoice: { attribute: 'invoiceNumber', scope: ['tenantId'], start: 1 } },
 *   references: { account: { entity: Account, attributes: { accountId: 'accountId' } } },
 * })
 * ```
 */
export function constrain<
  S extends AnySchema,
  const U extends { readonly [name: string]: Names<S['attributes']>['scalar'] } = {},
  V extends Names<S['attributes']>['number'] = never,
  E extends Names<S['attributes']>['number'] = never,
  const P extends {
    readonly [name: string]: PointerOptions<Names<S['attributes']>['any'], Names<S['attributes']>['scalar']>
  } = {},
  const Q extends {
    readonly [name: string]: SequenceOptions<Names<S['attributes']>['any'], Names<S['attributes']>['scalar']>
  } = {},
  const F extends { readonly [name: string]: ReferenceOptions<Names<S['attributes']>['scalar']> } = {},
>(
  entity: { readonly schema: S },
  constraints: Constraints<U, V, E, P, Q, F, S['attributes'], Names<S['attributes']>['scalar']>,
): Model<S, NoInfer<Rules<U, V, E, P, Q, ReferenceAttributes<F>['by']>>> {
  return declareModel(entity as Entity<string, string, string, S>, constraints)
}
