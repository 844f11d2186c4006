import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../platform/errors.ts'
import type { Needs } from './deps.ts'
import { methodsOf } from './methods.ts'
import type { AnswerPage } from './pages/static-pages.ts'
import { answerRefusal } from './send-error.ts'

export type Served = { path: string; method: string }

/**
 * Answers requests that have no route, before the body is read: 405 with the allowed methods for a
 * known path (RFC 9110, 15.5.6), otherwise 404. A browser that asks for a page gets a page that says
 * so.
 */
export function refuseElsewhere(
  app: Needs,
  server: FastifyInstance,
  served: readonly Served[],
  answerPage: AnswerPage | undefined,
): void {
  const paths = [...Map.groupBy(served, ({ path }) => path)].map(([path, group]) => {
    const methods = group.flatMap(({ method }) => methodsOf(method))
    return { path, matches: patternOf(path), allow: methods.join(', ') }
  })

  server.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return
    const [path = ''] = request.url.split('?', 1)
    const known =
      paths.find((one) => one.path === path) ?? paths.find(({ matches }) => matches.test(path))
    if (!known && answerPage && asksForPage(request)) {
      await answerPage(request, reply.code(404))
      return
    }
    if (known) reply.header('Allow', known.allow)
    const refusal = new Refusal(known ? 'request.method' : 'request.notfound')
    await answerRefusal(app, refusal, request, reply)
  })
}

function asksForPage({ method, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html')
}

/** Matches every path that a route such as `/auth/sessions/:id` can have. */
function patternOf(path: string): RegExp {
  const literal = path.split(/:\w+/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${literal.join('[^/]+')}$`)
}
