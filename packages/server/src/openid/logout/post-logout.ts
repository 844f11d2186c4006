import type { App } from '../../app.ts'
import { SECOND } from '../../platform/clock.ts'
import { guardedPost } from '../../platform/outbound/guarded-post.ts'
import { allowedHostsOf } from '../../settings/allowed-hosts.ts'

const LIMITS = { budget: 4 * SECOND, sizeBytes: 1024 }

/**
 * Sends a request of the library to the address of a client. The rules of webhooks apply: https to the internet; other
 * addresses only if the setting `allowedWebhookHosts` names their host.
 */
export async function postLogout(
  { settings }: Pick<App, 'settings'>,
  url: string,
  { body, headers }: { body?: unknown; headers?: ConstructorParameters<typeof Headers>[0] },
): Promise<Response> {
  const { status } = await guardedPost(
    url,
    {
      headers: Object.fromEntries(new Headers(headers)),
      body: String(body),
      allowedHosts: allowedHostsOf(await settings.read()),
    },
    LIMITS,
  )
  return new Response(null, { status })
}
