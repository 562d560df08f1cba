import type { Lag, LagOptions } from '../lag/index-lag.js'
import type { Answer, ServiceRequest } from './answer.js'

/** Something that answers DynamoDB requests. It never throws: a request of any shape gets an answer. */
export interface Engine {
  /** What it is, for messages. */
  readonly name: string
  /** Answers one request. */
  handle(request: ServiceRequest): Promise<Answer>
  /** Makes global indexes lag behind their tables. */
  lag(options: LagOptions): Lag
  /** Sets free what it holds. */
  stop(): Promise<void>
}
