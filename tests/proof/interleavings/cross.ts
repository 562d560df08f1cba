import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isLong } from '../length.js'
import { type Family, type Named, named, type Operation } from './operation.js'
import { raceAll } from './race.js'
import { Stage } from './stage.js'

/** What a test walked, for the line that sums all of them up. */
declare module 'vitest' {
  interface TaskMeta {
    walked?: { schedules: number; pairs: number; triples: number }
  }
}

/** At most so many failures are told of one test. */
const MOST_TOLD = 5

/** Every pair of operations of a family, each with itself too, by the first of them. */
const pairsFrom = ({ operations }: Family, first: Operation): Named[] =>
  operations.slice(operations.indexOf(first)).map(({ name }) => [first.name, name])

/**
 * Races operations of a family over each of its seeds. The long run takes every pair of them and all triples; the short
 * one takes the pairs that are named.
 */
export function raceFamily(family: Family): void {
  const { riskiest, triples } = family
  let stage: Stage
  beforeAll(async () => {
    stage = await Stage.open()
  })
  afterAll(async () => stage.close())

  const walk = async (groups: readonly Named[]): Promise<number> => {
    let schedules = 0
    const failures: string[] = []
    for (const seed of family.seeds) {
      const planted = await stage.plant(seed)
      for (const group of groups) {
        const operations = named(family, group)
        const race = { stage, planted, operations }
        schedules += await raceAll(race).catch((error: unknown) => {
          failures.push(`${group.join(' | ')} (${seed.name})\n${messageOf(error)}`)
          return 0
        })
      }
    }
    expect(failures.slice(0, MOST_TOLD), `${failures.length} races`).toEqual([])
    return schedules
  }

  describe(`${family.name}: every order of requests`, { timeout: 3_600_000 }, () => {
    const ofPairs = isLong
      ? family.operations.map((first) => [first.name, pairsFrom(family, first)] as const)
      : [['the riskiest pairs', riskiest] as const]
    for (const [name, pairs] of ofPairs)
      test(name, async ({ task }) => {
        const schedules = await walk(pairs)
        task.meta.walked = { schedules, pairs: pairs.length * family.seeds.length, triples: 0 }
      })
    for (const triple of isLong ? triples : [])
      test(triple.join(' | '), async ({ task }) => {
        const schedules = await walk([triple])
        task.meta.walked = { schedules, pairs: 0, triples: family.seeds.length }
      })
  })
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message}\n${messageOf(error.cause)}`
}
