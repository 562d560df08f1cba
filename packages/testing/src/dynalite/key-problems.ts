import type { Item } from '../item/value.js'
import type { Table } from './dynalite-modules.js'

/** The name of an empty value's kind, for a value that may not be empty. */
export function emptyKind(value: Item[string] | undefined): 'string' | 'binary' | undefined {
  if (value?.S === '') return 'string'
  return value?.B === '' ? 'binary' : undefined
}

/** The service's words for a table key that is an empty string or binary. */
export function emptyKeyProblem(key: Item, table: Table): string | undefined {
  for (const { AttributeName } of table.KeySchema) {
    const kind = emptyKind(key[AttributeName])
    if (kind !== undefined) {
      return (
        'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an ' +
        `empty ${kind} value. Key: ${AttributeName}`
      )
    }
  }
  return undefined
}
