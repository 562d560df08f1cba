import type { Description } from '@latchkey/core'
import { CliError } from '../cli-error.js'
import { listWords } from '../text/list-words.js'
import type { LoadedModels } from './load-models.js'

/** The models that were named, or all of them, as their descriptions. */
export function describeLoaded(
  { models, core }: LoadedModels,
  names: readonly string[],
): Readonly<Record<string, Description>> {
  const known = Object.keys(models)
  for (const name of names)
    if (!known.includes(name))
      throw new CliError(`there is no model ${name}: the models are ${listWords(known)}`)
  const wanted = names.length === 0 ? known : names
  return Object.fromEntries(
    wanted.flatMap((name) => {
      const model = models[name]
      return model === undefined ? [] : [[name, core.describeModel(model)]]
    }),
  )
}
