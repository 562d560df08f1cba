import { isLatchkeyError } from '@latchkey/core'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { type AccountsNeeds, accountsRoutes } from './accounts-routes.js'
import { type OrdersNeeds, ordersRoutes } from './orders-routes.js'
import { invalid, type Problem } from './problem.js'
import { respondProblem } from './respond.js'
import { type SettingsNeeds, settingsRoutes } from './settings-routes.js'

/** The repositories that the service works with. */
export interface Needs extends AccountsNeeds, OrdersNeeds, SettingsNeeds {
  readonly settings: AccountsNeeds['settings'] & SettingsNeeds['settings']
  /** Where what nobody expected is told. */
  readonly report: (error: unknown) => void
}

const LARGEST_BODY = 64 * 1024

/** What reads throw; writes give theirs as values. */
function problemOfThrown(error: unknown): Problem {
  if (isLatchkeyError(error) && error.code === 'INVALID_INPUT') return invalid(error.problems)
  if (isLatchkeyError(error) && error.code === 'CONTENTION')
    return { status: 503, code: error.code, title: 'Too many want the same at once: try again' }
  return { status: 500, code: 'INTERNAL', title: 'Something went wrong' }
}

/** The whole service: a function of its repositories. */
export function createApp(needs: Needs): Hono {
  const app = new Hono()
  app.use(
    bodyLimit({
      maxSize: LARGEST_BODY,
      onError: (context) =>
        respondProblem(context, { status: 413, code: 'BODY_TOO_LARGE', title: 'The body is too large' }),
    }),
  )
  app.get('/health', (context) => context.json({ ok: true }))
  app.route('/', accountsRoutes(needs))
  app.route('/', ordersRoutes(needs))
  app.route('/', settingsRoutes(needs))
  app.notFound((context) =>
    respondProblem(context, { status: 404, code: 'NOT_FOUND', title: 'There is no such path' }),
  )
  app.onError((error, context) => {
    if (error instanceof HTTPException) return error.getResponse()
    const problem = problemOfThrown(error)
    // Of a caller who has gone, what was given up is no fault.
    if (problem.status === 500 && !context.req.raw.signal.aborted) needs.report(error)
    return respondProblem(context, problem)
  })
  return app
}
