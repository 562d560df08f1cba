import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Plugin } from 'vite'
import { patches } from './patches.ts'

const SOURCE = join(import.meta.dirname, '../../../packages/core/src')

const nameIn = (id: string): string | undefined => /[?&]broken=([\w-]+)/.exec(id)?.[1]
const fileOf = (id: string): string => id.replace(/\?.*$/, '')

/**
 * Gives the library broken by a patch to whoever imports its entry with `?broken=<name>`: a copy of all its modules in
 * memory, each text of the patch replaced. Nothing is written to disk.
 */
export function brokenBuilds(): Plugin {
  return {
    name: 'broken-builds',
    enforce: 'pre',
    async resolveId(source, importer) {
      const name = importer === undefined ? undefined : nameIn(importer)
      if (importer === undefined || name === undefined || !source.startsWith('.')) return undefined
      const resolved = await this.resolve(source, fileOf(importer), { skipSelf: true })
      return resolved === null ? undefined : `${fileOf(resolved.id)}?broken=${name}`
    },
    async load(id) {
      const name = nameIn(id)
      return name === undefined ? undefined : patched(name, fileOf(id))
    },
  }
}

/** The text of a file, broken where the patch says so. */
async function patched(name: string, path: string): Promise<string> {
  const patch = patches.find((each) => each.name === name)
  if (patch === undefined) throw new RangeError(`There is no patch ${name}.`)
  const file = relative(SOURCE, path).replaceAll('\\', '/')
  let text = await readFile(path, 'utf8')
  for (const { find, replace } of patch.edits.filter((edit) => edit.file === file)) {
    const count = text.split(find).length - 1
    if (count !== 1)
      throw new RangeError(
        `The patch ${name} has to match once in ${file}, and matches ${count} times: ${find}`,
      )
    text = text.replace(find, () => replace)
  }
  return text
}
