import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CliError } from '../../cli-error.js'
import { compareOutput, type Difference } from './compare-output.js'

/** Writes what differs and deletes what is of no model any more. What is the same keeps its time. */
export async function writeOutput(files: ReadonlyMap<string, string>, folder: string): Promise<Difference> {
  const difference = await compareOutput(files, folder)
  try {
    await mkdir(folder, { recursive: true })
    for (const name of [...difference.missing, ...difference.stale])
      await writeFile(join(folder, name), files.get(name) ?? '')
    for (const name of difference.leftover) await rm(join(folder, name))
  } catch (error) {
    const reason: unknown = Reflect.get(Object(error), 'code')
    throw new CliError(
      `${folder} cannot be written (${String(reason)}): give yourself the right to, or choose another folder with --out`,
      { cause: error },
    )
  }
  return difference
}
