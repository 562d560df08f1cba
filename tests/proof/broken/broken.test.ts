import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Library, Stage } from '../interleavings/stage.js'
import { patches } from './patches.js'
import { shows } from './shows.js'

const entry = fileURLToPath(new URL('../../../packages/core/src/index.ts', import.meta.url))

/** The library with one mistake in it. */
const breakBy = (name: string): Promise<Library> => import(/* @vite-ignore */ `${entry}?broken=${name}`)

describe('a broken build', { timeout: 120_000 }, () => {
  let sound: Stage
  beforeAll(async () => {
    sound = await Stage.open()
  })
  afterAll(async () => sound.close())

  test.each(patches)('$name', async ({ name }) => {
    const show = shows[name]
    if (show === undefined) throw new RangeError(`nothing shows ${name}`)
    await show(sound)
    const broken = await Stage.open(await breakBy(name))
    try {
      await expect(show(broken)).rejects.toThrow(/No order of whole operations|is not sound|are given/)
    } finally {
      await broken.close()
    }
  })
})
