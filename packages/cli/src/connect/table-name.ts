import type { Declared } from '@latchkey/core'
import { CliError } from '../cli-error.js'

const record = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {})

/** The tables that ElectroDB entities name themselves. */
function tablesOf(models: Readonly<Record<string, Declared>>): readonly string[] {
  const tables = Object.values(models).map((model): unknown =>
    Reflect.get(record(Reflect.get(record(Reflect.get(model, 'entity')), 'config')), 'table'),
  )
  return [
    ...new Set(tables.filter((table) => typeof table === 'string' && table !== '')),
  ] as readonly string[]
}

/** The table that was named, or the one that all entities name themselves. */
export function tableName(
  named: string | undefined,
  models: Readonly<Record<string, Declared>>,
): string | undefined {
  const tables = tablesOf(models)
  return named ?? (tables.length === 1 ? tables[0] : undefined)
}

/** As `tableName`, for commands that connect to it. */
export function requiredTableName(
  named: string | undefined,
  models: Readonly<Record<string, Declared>>,
): string {
  const name = tableName(named, models)
  if (name !== undefined) return name
  throw new CliError('no table is named: say which with --table')
}
