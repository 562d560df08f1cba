import {
  type Attributes,
  context,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { hasBrand } from '../errors/latchkey-error.js'
import type { Violation } from '../errors/violation.js'
import type {
  EndEvent,
  Observer,
  OperationEvent,
  OperationObserver,
  PlanEvent,
  RequestEvent,
  RetryEvent,
  ViolationEvent,
} from '../repository/types/observer.js'

/** Where spans go, and what they carry besides. */
export interface OpenTelemetryOptions {
  /** The tracer of the global provider by default. */
  readonly tracer?: Tracer
  /** Attributes of the caller's own, by what is called. */
  readonly attributes?: (event: OperationEvent) => Attributes
}

/** A violation in names: `UNIQUE email`. */
const nameOf = (violation: Violation): string =>
  'constraint' in violation ? `${violation.code} ${violation.constraint}` : violation.code

/** What an error is called. The text of one that is not ours could hold values. */
function describeError(error: unknown): { readonly type: string; readonly message: string } {
  if (hasBrand(error)) return { type: error.code, message: error.message }
  const type = error instanceof Error ? error.name : 'UnknownError'
  return { type, message: type }
}

/** The span of one call. */
class CallSpan implements OperationObserver {
  readonly #span: Span
  readonly #constraints = new Set<string>()
  #violations: readonly string[] = []
  #requests = 0
  #retries = 0
  #capacity = 0

  constructor(span: Span) {
    this.#span = span
  }

  within(run: () => void): void {
    context.with(trace.setSpan(context.active(), this.#span), run)
  }

  onPlan({ plan }: PlanEvent): void {
    for (const { role } of plan.writes) if (role !== 'entity') this.#constraints.add(role)
  }

  onRequest({ command, attempt, durationMs, capacity, error }: RequestEvent): void {
    this.#requests += 1
    this.#capacity += capacity ?? 0
    this.#span.addEvent('request', {
      'latchkey.command': command,
      'latchkey.attempt': attempt,
      'latchkey.duration_ms': durationMs,
      ...(capacity === undefined ? {} : { 'latchkey.capacity': capacity }),
      ...(error === undefined ? {} : { 'error.type': error }),
    })
  }

  onRetry({ attempt, reason, delayMs }: RetryEvent): void {
    this.#retries += 1
    this.#span.addEvent('retry', {
      'latchkey.attempt': attempt,
      'latchkey.reason': reason,
      'latchkey.delay_ms': delayMs,
    })
  }

  onViolation({ violations }: ViolationEvent): void {
    this.#violations = violations.map(nameOf)
  }

  onEnd({ error }: EndEvent): void {
    const span = this.#span
    span.setAttributes({
      'latchkey.requests': this.#requests,
      'latchkey.retries': this.#retries,
      'latchkey.capacity': this.#capacity,
      ...(this.#constraints.size === 0 ? {} : { 'latchkey.constraints': [...this.#constraints] }),
    })
    if (error !== undefined) {
      const { type, message } = describeError(error)
      span.setAttribute('error.type', type)
      if (this.#violations.length > 0) span.setAttribute('latchkey.violations', [...this.#violations])
      span.setStatus({ code: SpanStatusCode.ERROR, message })
    }
    span.end()
  }
}

function attributesOf({ model, operation, table }: OperationEvent): Attributes {
  return {
    // Source: OpenTelemetry semantic conventions, "Database client spans".
    'db.system.name': 'aws.dynamodb',
    'db.operation.name': operation,
    'db.collection.name': table,
    ...(model === operation ? {} : { 'latchkey.model': model }),
  }
}

/**
 * An observer that makes a span of every call: `create account`, `$transaction`. It is active while the call runs, so
 * spans of the SDK's requests become its children, and it is a child of the span that the caller has.
 *
 * Attributes: `db.system.name`, `db.operation.name`, `db.collection.name` (the table), `latchkey.model`,
 * `latchkey.requests`, `latchkey.retries`, `latchkey.capacity` (units consumed), `latchkey.constraints` (what is written
 * and checked beside the items: `claim of email`), and for what failed `error.type` (the error's code) and
 * `latchkey.violations` (`UNIQUE email`). Each request and each retry is an event of the span. Values of items are in none of
 * them.
 *
 * Asks the service for the capacity that each request consumes, which costs nothing.
 *
 * @example
 * ```ts
 * const db = connect(models, { client, table: 'shop', observe: openTelemetry() })
 * ```
 */
export function openTelemetry(options: OpenTelemetryOptions = {}): Observer {
  return {
    onOperation: (event) => {
      const { model, operation } = event
      const tracer = options.tracer ?? trace.getTracer('@latchkey/core')
      const name = model === operation ? operation : `${operation} ${model}`
      const attributes = { ...options.attributes?.(event), ...attributesOf(event) }
      return new CallSpan(tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }))
    },
  }
}
