import { CliError } from '../cli-error.js'
import type { Core } from './open-module.js'

/** An error of the library in one line, as what was typed or declared is to blame; any other as it is. */
export function describeCoreError(error: unknown, { isLatchkeyError }: Core): unknown {
  return isLatchkeyError(error) ? new CliError(error.message, { cause: error }) : error
}
