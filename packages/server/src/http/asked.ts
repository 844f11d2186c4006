import type { FastifyRequest } from 'fastify'

/** What the door reads of a request. Fastify's requests have it, and so have those of hot routes. */
export type Asked = Pick<FastifyRequest, 'raw' | 'headers' | 'ip' | 'ips'>
