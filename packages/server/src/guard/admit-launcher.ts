import type { ApiKeyCaller, KernelPermission } from '@portal/contract'
import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import type { ApiKey } from '../integrations/api-keys/api-key.ts'
import { checkKey, type KeyRefusal, type KeyVerdict } from '../integrations/api-keys/check-key.ts'
import { eventReaderPermissions } from '../integrations/event-stream/event-reader.ts'
import { Refusal } from '../platform/errors.ts'
import { addressOf } from './client.ts'

const keyVerification = Symbol('verdict')

declare module 'fastify' {
  interface FastifyRequest {
    [keyVerification]?: KeyVerdict
  }
}

/** For each kind of caller that has an API key: the permissions of which its key must have at least one. */
const permissions: Record<ApiKeyCaller, readonly KernelPermission[]> = {
  launcher: ['kernel.launcher.provider'],
  provider: ['kernel.provider'],
  'event-reader': eventReaderPermissions,
  connect: ['kernel.connect'],
}

/**
 * Checks the API key of a request, and that the key has a permission of this kind of caller.
 * @throws Refusal `auth.invalidkey` also without a key; `auth.untrustedaddress`; `auth.forbidden`
 */
export async function admitLauncher(
  app: Pick<App, 'db' | 'clock' | 'metrics'>,
  caller: ApiKeyCaller,
  request: FastifyRequest,
): Promise<void> {
  const secret = secretOf(request) ?? (caller === 'provider' ? secretInUrl(request) : undefined)
  if (secret === undefined) throw keyRefusal(app, 'auth.invalidkey')

  const verification = await checkKey(app.db, {
    secret,
    ip: addressOf(request),
    permissions: permissions[caller],
    now: app.clock.now(),
  })
  request[keyVerification] = verification
  if (!verification.ok) throw keyRefusal(app, verification.code)
}

function secretOf({ headers }: FastifyRequest): string | undefined {
  return /^api-key +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
}

/**
 * Reads the API key from the query parameter `key`, for programs that cannot send a header. The site does not log
 * queries.
 */
function secretInUrl({ raw }: FastifyRequest): string | undefined {
  const [, query] = /\?(.*)$/.exec(raw.url ?? '') ?? []
  return new URLSearchParams(query).get('key') ?? undefined
}

function keyRefusal({ metrics }: Pick<App, 'metrics'>, code: KeyRefusal): Refusal {
  metrics.countKeyRefusal(code.slice('auth.'.length))
  return new Refusal(code)
}

export function apiKeyOf(request: FastifyRequest): ApiKey | undefined {
  const verification = request[keyVerification]
  return verification?.ok ? verification.key : undefined
}

export function recordKeyUse(app: Pick<App, 'keyUsage'>, request: FastifyRequest): void {
  const verification = request[keyVerification]
  if (verification) app.keyUsage.record(verification, addressOf(request))
}
