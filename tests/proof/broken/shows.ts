import { accounts } from '../interleavings/accounts.js'
import { type Family, named } from '../interleavings/operation.js'
import { orders } from '../interleavings/orders.js'
import { raceAll } from '../interleavings/race.js'
import { sessions } from '../interleavings/sessions.js'
import { settings } from '../interleavings/settings.js'
import type { Stage } from '../interleavings/stage.js'
import { users } from '../interleavings/users.js'

/** Fails where the library on the stage has the mistake. */
type Show = (stage: Stage) => Promise<unknown>

/** Every order of these operations. */
const race =
  (family: Family, seed: string, ...names: string[]): Show =>
  async (stage) => {
    const found = family.seeds.find(({ name }) => name === seed)
    if (found === undefined) throw new RangeError(`there is no seed ${seed}`)
    return raceAll({ stage, planted: await stage.plant(found), operations: named(family, names) })
  }

/** As many answers are lost as the SDK asks for by itself: then it is the library's turn. */
const ANSWERS = 4

/** The same, while the answer of the first transaction is lost. */
const losing =
  (show: Show): Show =>
  async (stage) => {
    const { faults } = stage.table.dynamo
    stage.onStart = () => faults.lostAnswer({ operation: 'TransactWriteItems', times: ANSWERS })
    return show(stage).finally(() => {
      stage.onStart = undefined
      faults.clear()
    })
  }

/** What shows each mistake, by its name. */
export const shows: Readonly<Record<string, Show>> = {
  'no-fence': race(accounts, 'a', 'update a: another e-mail', 'update a: no e-mail'),
  'fence-by-version-alone': race(
    accounts,
    'a',
    'update a: another e-mail',
    'replace a: delete it, then create it with another e-mail',
  ),
  'guard-deleted-unconditionally': race(
    sessions,
    'an a that is expired',
    'create b with the token of a',
    'delete a',
  ),
  'guard-from-the-callers-value': race(accounts, 'a', 'create a team with the handle of a', 'get a'),
  'compiled-anew-after-a-lost-answer': losing(race(users, 'a', 'update a: e-mail and count')),
  'pointer-lowered-by-its-rebuild': race(
    orders,
    'the customer and a',
    'rebuild the pointer',
    'create b at 7',
  ),
  'release-of-anothers-guard': race(
    sessions,
    'an a that is expired',
    'create b with the token of a',
    'delete a',
  ),
  'claim-without-condition': race(accounts, 'nothing', 'create a', 'create b with the e-mail of a'),
  'stale-guard-taken-without-a-check-of-its-owner': race(
    users,
    'b, and the guard of an a that is gone',
    'create a',
    'put b with the e-mail of a',
  ),
  'transfer-from-any-owner': race(
    sessions,
    'an a that is expired, and c',
    'swap the tokens of a and c',
    'create b with the token of a',
  ),
  'references-unchecked': race(orders, 'nothing', 'create b at 3 of the customer', 'read the pointer'),
  'sequence-without-its-condition': race(orders, 'the customer and a', 'create b at 7', 'create d at 6'),
  'pointer-without-its-condition': race(orders, 'nothing', 'create a at 5', 'create b at 7'),
  'record-of-a-request-without-its-condition': race(
    users,
    'a',
    'update a once: count',
    'update a once: count',
  ),
  'version-not-counted': race(accounts, 'a', 'update a: nickname', 'update a at version 1: nickname'),
  'create-over-what-is-there': race(users, 'nothing', 'create a with nothing', 'create a with nothing'),
  'modify-fenced-on-constraints-alone': race(users, 'a', 'modify a: count', 'modify a: count'),
  'singleton-modified-without-a-fence': race(settings, 'nothing', 'modify: one more', 'modify: one more'),
  'take-over-without-a-check-of-the-older-record': race(
    settings,
    'the older record',
    'the newer: update',
    'update: banner, and then look at the newer',
  ),
  'reads-of-a-transaction-without-a-fence': race(
    users,
    'a',
    'read a, and create c by it',
    'read c, and count a by it',
  ),
  'absence-not-kept-in-a-transaction': race(
    users,
    'nothing',
    'delete a, create b with its e-mail',
    'delete b, create a with its e-mail',
  ),
  'pointer-followed-without-a-second-look': race(
    orders,
    'the customer and a',
    'update a: at 9',
    'follow the pointer',
  ),
}
