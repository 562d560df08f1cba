import type { Database } from '@latchkey/core'
import pMap from 'p-map'
import type { models, NewPackage } from './models.js'

/** A row that was refused, and the name that was there first. */
export interface Collision {
  readonly name: string
  readonly takenBy: string
}

/** How many rows are on their way at once. */
const CONCURRENCY = 16

/**
 * Creates the packages, some at a time.
 *
 * @returns the rows that were refused; whichever of two colliding names comes first wins
 */
export async function loadPackages(
  db: Database<typeof models>,
  rows: readonly NewPackage[],
  onProgress: (done: number) => void,
): Promise<Collision[]> {
  let done = 0
  const outcomes = await pMap(
    rows,
    async (row) => {
      const collision = await loadPackage(db, row)
      onProgress(++done)
      return collision
    },
    { concurrency: CONCURRENCY },
  )
  return outcomes.filter((collision) => collision !== undefined)
}

async function loadPackage(db: Database<typeof models>, row: NewPackage): Promise<Collision | undefined> {
  const created = await db.packages.create(row, { returns: 'none' }).result()
  if (created.ok) return undefined
  if (created.error.code !== 'UNIQUE') throw created.error
  const owner = created.error.find('UNIQUE', 'name')?.owner?.['name']
  return { name: row.name, takenBy: typeof owner === 'string' ? owner : 'a package that is gone by now' }
}
