import { readFile } from 'node:fs/promises'
import type { NewPackage } from './models.js'

/** 3,100 packages of the npm registry: name, version and downloads in a month. */
export const sample = new URL('../../data/packages.tsv', import.meta.url)

/** Reads packages from a file of tab-separated values with a header. */
export async function readPackages(file: URL): Promise<NewPackage[]> {
  const [, ...lines] = (await readFile(file, 'utf8')).trimEnd().split('\n')
  return lines.map(readPackage)
}

function readPackage(line: string): NewPackage {
  const [name, version, downloads] = line.split('\t')
  if (name === undefined || version === undefined || downloads === undefined)
    throw new Error(`a line needs a name, a version and downloads: ${line}`)
  return { name, version, downloads: Number(downloads) }
}
