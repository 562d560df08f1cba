import type { Database } from '@latchkey/core'
import type { models } from './models.js'

/** Sixty visitors at once, two of three of them at the first page. Gives the visits of each page. */
export async function countVisits(db: Database<typeof models>): Promise<Readonly<Record<string, number>>> {
  const pages = Array.from({ length: 60 }, (_, at) => (at % 3 === 0 ? '/pricing' : '/'))
  await Promise.all(pages.map((page) => db.visits.increment({ page })))
  return { '/': await db.visits.read({ page: '/' }), '/pricing': await db.visits.read({ page: '/pricing' }) }
}
