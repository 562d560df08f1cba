import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<number>()

/** Runs something whose requests are known as those of actor `number`. Without a socket, the name goes with them. */
export function asActor<T>(number: number, run: () => Promise<T>): Promise<T> {
  return current.run(number, run)
}

/** The actor that sends the request at hand. */
export function currentActor(): number | undefined {
  return current.getStore()
}
