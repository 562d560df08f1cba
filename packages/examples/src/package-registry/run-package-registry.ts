import { connect } from '@latchkey/core'
import type { Setting } from '../program.js'
import { readTable } from '../read-table.js'
import { type Census, findFaults, takeCensus } from './check-table.js'
import { type Collision, loadPackages } from './load-packages.js'
import { models, type NewPackage, squash } from './models.js'

/** What came of loading a list of packages. */
export interface RegistryOutcome {
  readonly refused: readonly Collision[]
  readonly census: Census
  /** What is wrong in the table, if anything. */
  readonly faults: readonly string[]
}

/** How many of the refused names are shown. */
const SHOWN = 10

/** Loads packages under the rule that no name differs from a taken one only by case, `-`, `_` or `.`. */
export async function runPackageRegistry(
  { client, table, print }: Setting,
  rows: readonly NewPackage[],
  onProgress: (done: number) => void = () => {},
): Promise<RegistryOutcome> {
  const db = connect(models, { client, table })
  const refused = await loadPackages(db, rows, onProgress)
  print(`${rows.length - refused.length} of ${rows.length} packages went in, ${refused.length} were refused`)
  for (const { name, takenBy } of refused.slice(0, SHOWN)) print(`  ${name} is too like ${takenBy}`)
  if (refused.length > SHOWN) print(`  and ${refused.length - SHOWN} more`)

  const census = takeCensus(await readTable(client, table))
  print(`The table holds ${census.packages} packages and ${census.guards} guards`)
  const expected = new Set(rows.map(({ name }) => squash(name))).size
  return { refused, census, faults: findFaults(census, expected) }
}
