import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { HttpDeps } from './deps.ts'

/** Paths that a library serves. The library also reads the bodies of requests to these paths. */
export type Mount = {
  paths: readonly string[]
  /**
   * Returns the library's listener for requests.
   * @throws Refusal `request.notfound` while the feature is off
   */
  open(): Promise<RequestListener>
  headersFor(headers: IncomingHttpHeaders, ip: string): IncomingHttpHeaders
}

/**
 * Adds the routes of paths that a library serves. The library reads their bodies itself. The site's common headers are
 * set first, so the library can replace them.
 */
export function addMounts(app: HttpDeps, server: FastifyInstance, mounts: readonly Mount[]): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    for (const mount of mounts) {
      for (const url of mount.paths) {
        scope.route({
          method: ['GET', 'POST', 'OPTIONS'],
          url,
          handler: (request, reply) => serve(app, mount, { request, reply }),
        })
      }
    }
  })
}

async function serve(
  app: HttpDeps,
  mount: Mount,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const listener = await mount.open()
  const { raw } = request
  const own = raw.headers
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  raw.headers = mount.headersFor(own, app.guard.describeCaller(request).ip)
  try {
    await listener(raw, reply.raw)
  } finally {
    raw.headers = own // the log reads the original headers
  }
}
