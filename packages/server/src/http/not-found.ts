import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../platform/errors.ts'
import type { HttpDeps } from './deps.ts'
import { methodsOf } from './methods.ts'
import type { SendPage } from './pages/static-pages.ts'
import { sendRefusal } from './send-error.ts'

export type ServedRoute = { path: string; method: string }

/**
 * Handles requests without a route. Responds with 405 and the allowed methods if the path exists (RFC 9110, 15.5.6),
 * otherwise with 404. Does not read the body.
 */
export function handleUnknownRoutes(
  app: HttpDeps,
  server: FastifyInstance,
  served: readonly ServedRoute[],
  answerPage: SendPage | undefined,
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
    if (!known && answerPage && acceptsHtml(request)) {
      await answerPage(request, reply.code(404))
      return
    }
    if (known) reply.header('Allow', known.allow)
    const refusal = new Refusal(known ? 'request.method' : 'request.notfound')
    await sendRefusal(app, refusal, request, reply)
  })
}

function acceptsHtml({ method, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html')
}

function patternOf(path: string): RegExp {
  const literal = path.split(/:\w+/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${literal.join('[^/]+')}$`)
}
