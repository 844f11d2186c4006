import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import type { ApiKey } from '../integrations/api-keys/api-key.ts'
import { checkKey, type KeyRefusal, type KeyVerdict } from '../integrations/api-keys/check-key.ts'
import { Refusal } from '../platform/errors.ts'
import { addressOf } from './client.ts'

const verdict = Symbol('verdict')

declare module 'fastify' {
  interface FastifyRequest {
    [verdict]?: KeyVerdict
  }
}

/** Whom a key may let in, and the permission that it needs for that. */
const permissions = {
  launcher: 'kernel.launcher.provider',
  provider: 'kernel.provider',
} as const

/**
 * Lets a launcher server in by its key (docs/contract.md#api-keys).
 *
 * @throws Refusal `auth.invalidkey`, `auth.untrustedaddress`, `auth.forbidden`
 */
export async function admitLauncher(
  app: Pick<App, 'db' | 'clock' | 'metrics'>,
  caller: keyof typeof permissions,
  request: FastifyRequest,
): Promise<void> {
  const secret = secretOf(request) ?? (caller === 'provider' ? secretInUrl(request) : undefined)
  if (secret === undefined) throw refused(app, 'auth.invalidkey')

  const permission = permissions[caller]
  const now = app.clock.now()
  const found = await checkKey(app.db, { secret, ip: addressOf(request), permission, now })
  request[verdict] = found
  if (!found.ok) throw refused(app, found.code)
}

function secretOf({ headers }: FastifyRequest): string | undefined {
  return /^api-key +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
}

/** Reads `key` of the address, for programs that cannot send a header. The log has no queries. */
function secretInUrl({ raw }: FastifyRequest): string | undefined {
  const [, query] = /\?(.*)$/.exec(raw.url ?? '') ?? []
  return new URLSearchParams(query).get('key') ?? undefined
}

function refused({ metrics }: Pick<App, 'metrics'>, code: KeyRefusal): Refusal {
  metrics.countKeyRefusal(code.slice('auth.'.length))
  return new Refusal(code)
}

/** The key of the launcher server that was let in. */
export function apiKeyOf(request: FastifyRequest): ApiKey | undefined {
  const found = request[verdict]
  return found?.ok ? found.key : undefined
}

/** Notes that a key was used or refused; called after the answer was sent. */
export function noteKey(app: Pick<App, 'keyNotes'>, request: FastifyRequest): void {
  const found = request[verdict]
  if (found) app.keyNotes.note(found, addressOf(request))
}
