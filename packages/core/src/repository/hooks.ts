import type { Hooks } from '../run/execute.js'
import { tell } from './tell.js'
import type { Observer } from './types/observer.js'

type Hook = Exclude<keyof Observer, 'onOperation'>

/** Tells all observers that have a hook; undefined where none has: what nobody looks at costs nothing. */
function telling<N extends Hook>(
  observers: readonly Observer[],
  name: N,
): ((event: Parameters<NonNullable<Observer[N]>>[0]) => void) | undefined {
  const listening = observers.filter((observer) => observer[name] !== undefined)
  if (listening.length === 0) return undefined
  return (event) => {
    for (const observer of listening) tell(() => observer[name]?.(event as never))
  }
}

/** What an operation tells the observers that there are. */
export function hooksOf(observers: readonly Observer[]): Hooks {
  const plan = telling(observers, 'onPlan')
  const retry = telling(observers, 'onRetry')
  const violation = telling(observers, 'onViolation')
  const request = telling(observers, 'onRequest')
  const warning = telling(observers, 'onWarning')
  return {
    plan: plan && ((compiled, { model, operation }) => plan({ model, operation, plan: compiled })),
    retry:
      retry &&
      (({ model, operation, attempt }, reason, delayMs) =>
        retry({ model, operation, attempt, reason, delayMs })),
    violation:
      violation && ((violations, { model, operation }) => violation({ model, operation, violations })),
    request:
      request &&
      (({ model, operation, command, attempt, durationMs, capacity, error }) =>
        request({ model, operation, command, attempt, durationMs, capacity, error })),
    warning: warning && ((model, message) => warning({ model, message })),
  }
}
