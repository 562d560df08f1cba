import type { Declared } from '@latchkey/core'

/** Where there are only counters nothing says what a table's key is called: then ElectroDB's usual names are taken. */
export const keysFor = (
  models: Readonly<Record<string, Declared>>,
): { readonly keys?: { readonly partitionKey: string; readonly sortKey: string } } =>
  Object.values(models).every(({ kind }) => kind === 'counter')
    ? { keys: { partitionKey: 'pk', sortKey: 'sk' } }
    : {}
