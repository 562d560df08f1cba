import type { TableModels } from '@latchkey/core'
import { TestingError } from '../testing-error.js'

/**
 * dynalite has no indexes whose keys are several attributes.
 *
 * @throws TestingError for a model that has one
 */
export function refuseComposites(models: TableModels): void {
  for (const [model, { schema }] of Object.entries(models))
    for (const [pattern, { type }] of Object.entries(schema?.indexes ?? {}))
      if (type === 'composite')
        throw new TestingError(
          `${model}.indexes.${pattern} has the type "composite", an index whose key has several attributes, and dynalite has none of those: ` +
            'give its pk and sk a field each.',
        )
}
