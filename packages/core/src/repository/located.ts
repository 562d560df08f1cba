import { InvalidInputError } from '../errors/invalid-input-error.js'

/** Says in which method a fault of the input was found, where what found it did not know. */
function locate(error: unknown, model: string, operation: string): unknown {
  if (!(error instanceof InvalidInputError) || error.operation !== undefined) return error
  return new InvalidInputError(error.problems, { model, operation, cause: error.cause })
}

/** Runs a method, its faults of input located in it. */
export async function located<T>(model: string, operation: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw locate(error, model, operation)
  }
}

/** As `located`, for what needs no waiting. */
export function locatedSync<T>(model: string, operation: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw locate(error, model, operation)
  }
}
