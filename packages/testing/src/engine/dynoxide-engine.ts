import { Agent } from 'node:http'
import { createServer } from 'node:net'
import type { Lag } from '../lag/index-lag.js'
import { TestingError } from '../testing-error.js'
import type { Answer, ServiceRequest } from './answer.js'
import type { BoundProcess } from './bound-process.js'
import { startBound } from './bound-process.js'
import { dynoxideBinary } from './dynoxide-binary.js'
import type { Engine } from './engine.js'
import { forward } from './forward.js'
import { answerOf } from './service-error.js'

/** How often a new engine is asked whether it is there, and how many milliseconds lie between. */
const START = { tries: 500, pauseMs: 10 }

/**
 * Another engine with transactions, independent of dynalite: a second opinion on whether a test passes for a good
 * reason. It runs as a process of its own, and ends with this one.
 */
export class DynoxideEngine implements Engine {
  readonly name = 'dynoxide'
  readonly #process: BoundProcess
  readonly #port: number
  readonly #agent = new Agent({ keepAlive: true })

  private constructor(bound: BoundProcess, port: number) {
    this.#process = bound
    this.#port = port
  }

  /** Starts the engine's process, and waits until it answers. */
  static async start(): Promise<DynoxideEngine> {
    const binary = dynoxideBinary()
    if (binary === undefined) {
      throw new TestingError(
        `The engine dynoxide is not installed for ${process.platform}-${process.arch}: install ` +
          `@dynoxide/${process.platform}-${process.arch}, or run on dynalite.`,
      )
    }
    const port = await freePort()
    const bound = startBound(binary, ['--host', '127.0.0.1', '--port', String(port)])
    const engine = new DynoxideEngine(bound, port)
    await engine.#ready()
    return engine
  }

  async handle(request: ServiceRequest): Promise<Answer> {
    try {
      return await forward(this.#agent, this.#port, request)
    } catch (error) {
      return answerOf(error)
    }
  }

  lag(): Lag {
    throw new TestingError('dynoxide has no index lag: run this test on dynalite.')
  }

  async stop(): Promise<void> {
    this.#agent.destroy()
    await this.#process.end()
  }

  async #ready(): Promise<void> {
    for (let left = START.tries; left > 0; left -= 1) {
      const { status } = await this.handle({ operation: 'ListTables', input: {} })
      if (status === 200) return
      await new Promise((resolve) => setTimeout(resolve, START.pauseMs))
    }
    await this.stop()
    throw new TestingError(
      `dynoxide was started on port ${this.#port} and does not answer: is its file executable?`,
    )
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(address === null || typeof address === 'string' ? 0 : address.port))
    })
  })
}
