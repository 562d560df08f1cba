import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { Agent } from 'node:http'
import { createServer } from 'node:net'
import type { Lag } from '../lag/index-lag.js'
import { TestingError } from '../testing-error.js'
import type { Answer, ServiceRequest } from './answer.js'
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
  readonly #child: ChildProcess
  readonly #port: number
  readonly #agent = new Agent({ keepAlive: true })
  readonly #kill: () => void

  private constructor(child: ChildProcess, port: number) {
    this.#child = child
    this.#port = port
    this.#kill = () => child.kill()
    process.once('exit', this.#kill)
    child.unref()
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
    const child = spawn(binary, ['--host', '127.0.0.1', '--port', String(port)], { stdio: 'ignore' })
    const engine = new DynoxideEngine(child, port)
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
    process.removeListener('exit', this.#kill)
    this.#agent.destroy()
    const ended = new Promise((resolve) => this.#child.once('exit', resolve))
    if (this.#child.exitCode === null && this.#child.kill()) await ended
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
