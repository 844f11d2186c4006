import type { FastifyInstance } from 'fastify'
import type { App } from './app.ts'
import { authRoutes } from './auth/auth-routes.ts'
import { publicRoutes } from './http/public-routes.ts'
import { buildServer } from './http/server.ts'
import { passwordRoutes } from './password/password-routes.ts'
import { registrationRoutes } from './registration/registration-routes.ts'
import { sessionRoutes } from './session/session-routes.ts'
import { twoFactorRoutes } from './two-factor/two-factor-routes.ts'

/** The whole site over an open app: every route there is. It does not listen yet. */
export async function buildSite(app: App): Promise<FastifyInstance> {
  return buildServer(app, [
    ...authRoutes(app),
    ...registrationRoutes(app),
    ...passwordRoutes(app),
    ...sessionRoutes(app),
    ...twoFactorRoutes(app),
    ...publicRoutes(app),
  ])
}
