import { isGuard, type PlainItem } from '../read-table.js'

/** The items of a table for a person to read: each account, and beside it the guards that name it as their owner. */
export function describeTable(items: readonly PlainItem[]): string[] {
  const guards = items.filter(isGuard)
  const accounts = items.filter((item) => !isGuard(item))
  const ofAccount = (id: unknown): PlainItem[] => guards.filter((guard) => guard['_lk_key'].accountId === id)
  const lines = accounts.sort(byUsername).flatMap((account) => [
    `account ${account['username']} <${account['email']}>, revision ${account['revision']}`,
    `    item   ${account['pk']}`,
    ...ofAccount(account['accountId'])
      .map((guard) => `    guard  ${guard['pk']}`)
      .sort(),
  ])
  const owned = accounts.flatMap(({ accountId }) => ofAccount(accountId))
  const lost = guards.filter((guard) => !owned.includes(guard))
  return [...lines, ...lost.map((guard) => `guard without an owner: ${guard['pk']}`)]
}

const byUsername = (a: PlainItem, b: PlainItem): number => (a['username'] < b['username'] ? -1 : 1)
