import type { Bound } from './binding.js'
import { hooksOf } from './hooks.js'
import { tell } from './tell.js'
import type { Observer, OperationEvent, OperationObserver } from './types/observer.js'

/** The observers of one call: those whose hook for calls gave one. */
function watchersOf(observers: readonly Observer[], event: OperationEvent): readonly OperationObserver[] {
  const watchers: OperationObserver[] = []
  for (const observer of observers)
    tell(() => {
      const watcher: unknown = observer.onOperation?.(event)
      if (typeof watcher === 'object' && watcher !== null) watchers.push(watcher)
    })
  return watchers
}

/** Begins a call within what each watcher puts around it. It begins once, whatever they do. */
function beginWithin<T>(watchers: readonly OperationObserver[], run: () => Promise<T>): Promise<T> {
  const begun: Promise<T>[] = []
  const begin = (): Promise<T> => {
    const running = begun[0] ?? run()
    begun[0] = running
    return running
  }
  const enter = watchers.reduceRight<() => void>(
    (inner, watcher) => () => {
      if (watcher.within === undefined) inner()
      else tell(() => watcher.within?.(inner))
    },
    () => void begin(),
  )
  enter()
  return begin()
}

/**
 * Runs one call of a method for observers to see as a whole: they are told when it ends, and what is sent for it is told
 * to its own watchers too.
 *
 * @param run gets what the call has to use in the place of `bound`
 */
export function observed<B extends Bound, T>(
  bound: B,
  model: string,
  operation: string,
  run: (bound: B) => Promise<T>,
): Promise<T> {
  const { observers, environment, table } = bound
  if (!observers.some((observer) => observer.onOperation !== undefined)) return run(bound)
  const event = { model, operation, table }
  const watchers = watchersOf(observers, event)
  if (watchers.length === 0) return run(bound)
  const watched: B = { ...bound, hooks: hooksOf([...observers, ...watchers]) }
  const started = environment.now()
  const end = (error: unknown): void => {
    const durationMs = environment.now() - started
    for (const watcher of watchers) tell(() => watcher.onEnd?.({ ...event, durationMs, error }))
  }
  const running = beginWithin(watchers, () => run(watched))
  running.then(() => end(undefined), end)
  return running
}
