import type { FastifyInstance } from 'fastify'
import type { App } from './app.ts'
import { authRoutes } from './auth/auth-routes.ts'
import { addDocsPage } from './http/docs-page.ts'
import { publicRoutes } from './http/public-routes.ts'
import { buildServer } from './http/server.ts'
import { registrationRoutes } from './registration/registration-routes.ts'
import { sessionRoutes } from './session/session-routes.ts'

/** The whole site over an open app: every route there is. It does not listen yet. */
export async function buildSite(app: App): Promise<FastifyInstance> {
  const server = await buildServer(app, [
    ...authRoutes(app),
    ...registrationRoutes(app),
    ...sessionRoutes(app),
    ...publicRoutes(app),
  ])
  addDocsPage(server)
  return server
}
