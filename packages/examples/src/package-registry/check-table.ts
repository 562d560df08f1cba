import { isGuard, type PlainItem } from '../read-table.js'

/** What is in a table of packages. */
export interface Census {
  readonly packages: number
  readonly guards: number
  /** Packages that do not have exactly one guard, and guards whose package is not there. */
  readonly unsound: readonly string[]
}

/** Counts packages and guards, and checks that each package has one guard and each guard its package. */
export function takeCensus(items: readonly PlainItem[]): Census {
  const names = items.filter((item) => !isGuard(item)).map((item) => String(item['packageName']))
  const owners = items.filter(isGuard).map((guard) => String(guard['_lk_key'].name))
  const count = new Map(names.map((name) => [name, 0]))
  for (const owner of owners) count.set(owner, (count.get(owner) ?? Number.NaN) + 1)
  const unsound = [...count].filter(([, guards]) => guards !== 1).map(([name]) => name)
  return { packages: names.length, guards: owners.length, unsound }
}

/** What is wrong with a table in which so many packages should be; nothing where all is well. */
export function findFaults({ packages, guards, unsound }: Census, expected: number): string[] {
  return [
    ...(packages === expected ? [] : [`packages in the table: ${packages}, and ${expected} should be there`]),
    ...(guards === expected ? [] : [`guards in the table: ${guards}, and ${expected} should be there`]),
    ...unsound.map((name) => `${name} does not have exactly one guard and one item`),
  ]
}
