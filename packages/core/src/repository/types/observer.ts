import type { Violation } from '../../errors/violation.js'
import type { Plan } from './plan.js'

/** Where an event comes from. */
export interface ObserverEvent {
  /** The ElectroDB entity name of the model. */
  readonly model: string
  /** The method that was called: `create`, `by.email`, ... */
  readonly operation: string
}

/** A write was compiled, and is about to be sent. */
export interface PlanEvent extends ObserverEvent {
  readonly plan: Plan
}

/** A request was answered. */
export interface RequestEvent extends ObserverEvent {
  /** The command as the service names it: `GetItem`, `TransactWriteItems`, ... */
  readonly command: string
  /** 1 for the first send. */
  readonly attempt: number
  readonly durationMs: number
  /** Capacity units consumed, where the service said. */
  readonly capacity: number | undefined
  /** The name of the service's error; undefined where the request succeeded. */
  readonly error: string | undefined
}

/** A request is about to be sent again. */
export interface RetryEvent extends ObserverEvent {
  /** The try that failed: 1 for the first. */
  readonly attempt: number
  /** Why: the code of the service, or what was lost. */
  readonly reason: string
  /** Milliseconds until the next try. */
  readonly delayMs: number
}

/** A write was refused. */
export interface ViolationEvent extends ObserverEvent {
  readonly violations: readonly [Violation, ...Violation[]]
}

/** Something is allowed and yet likely to hurt. */
export interface WarningEvent {
  /** The ElectroDB entity name of the model. */
  readonly model: string
  readonly message: string
}

/** A method was called. */
export interface OperationEvent extends ObserverEvent {
  readonly table: string
}

/** A method came to its end. */
export interface EndEvent extends OperationEvent {
  readonly durationMs: number
  /** What it was rejected with; undefined where it succeeded. Rows of a bulk method report theirs as results. */
  readonly error: unknown
}

/** Sees one call of a method, with everything that is sent for it. */
export interface OperationObserver {
  /**
   * Runs the call. For contexts that follow asynchronous work, such as that of an active span: call `run` once, within
   * the context, and synchronously. Whatever else it does, the call runs once and gives its own result.
   */
  within?(run: () => void): void
  onPlan?(event: PlanEvent): void
  onRequest?(event: RequestEvent): void
  onRetry?(event: RetryEvent): void
  onViolation?(event: ViolationEvent): void
  onEnd?(event: EndEvent): void
}

/** Hooks that see what happens. They are called synchronously and change nothing; nothing is logged by itself. */
export interface Observer {
  /** Called at the start of every call of a method; what it gives back sees that call alone. */
  onOperation?(event: OperationEvent): OperationObserver | undefined
  onPlan?(event: PlanEvent): void
  onRequest?(event: RequestEvent): void
  onRetry?(event: RetryEvent): void
  onViolation?(event: ViolationEvent): void
  onWarning?(event: WarningEvent): void
}
