import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { register as registerCommonJs } from 'tsx/cjs/api'
import { register } from 'tsx/esm/api'

/** The core as the models import it. */
export type Core = typeof import('@latchkey/core')

/** A module, with what it can import itself. */
export interface OpenedModule {
  readonly exports: object
  /**
   * Everything that the module can have got under this name: what ES modules import, and what CommonJS requires. They
   * are two copies where both are in use.
   */
  copiesOf(name: string): AsyncGenerator<object>
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/**
 * Runs a module of the user's as it is: TypeScript or JavaScript, ES module or CommonJS, with the path aliases of its
 * tsconfig. Each call runs it anew, with all that it imports.
 */
export async function openModule(file: string, tsconfig: string | undefined): Promise<OpenedModule> {
  const namespace = randomUUID()
  const url = pathToFileURL(file).href
  const commonJs = registerCommonJs({ namespace })
  const modules = register({ namespace, tsconfig: tsconfig ?? false })
  const exports: unknown = await modules.import(url, url)
  return {
    exports: isObject(exports) ? exports : {},
    async *copiesOf(name) {
      for (const open of [
        () => modules.import(name, url),
        () => commonJs.require(name, file),
        () => createRequire(file)(name),
      ]) {
        const copy: unknown = await attempt(open)
        if (isObject(copy)) yield copy
      }
    },
  }
}

/** What a module system gives; undefined where it does not know the name. */
async function attempt(open: () => unknown): Promise<unknown> {
  try {
    return await open()
  } catch {
    return undefined
  }
}
