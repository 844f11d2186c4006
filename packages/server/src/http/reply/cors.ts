import type { FastifyInstance } from 'fastify'
import type { HttpDeps } from '../deps.ts'

export async function allowOrigins({ config }: HttpDeps, server: FastifyInstance): Promise<void> {
  if (config.corsOrigins.length === 0) return
  const { default: cors } = await import('@fastify/cors')
  await server.register(cors, {
    origin: config.corsOrigins,
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Captcha', 'Content-Type', 'Idempotency-Key', 'X-CSRF-Token'],
    exposedHeaders: ['RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Request-Id'],
    maxAge: 600,
  })
}
