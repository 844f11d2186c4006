import type { IncomingHttpHeaders } from 'node:http'
import type { App } from '../app.ts'
import type { Mount } from '../http/mount.ts'
import { Refusal } from '../platform/errors.ts'

/** Mounts the endpoints of the library (docs/openid.md). */
export function openidMount(app: Pick<App, 'openid' | 'config'>): Mount {
  return {
    paths: [
      '/oidc/*',
      '/.well-known/openid-configuration',
      '/.well-known/oauth-authorization-server',
    ],
    async open() {
      const provider = await app.openid.provider()
      if (!provider) throw new Refusal('request.notfound')
      return provider.callback()
    },
    headersFor: (headers, ip) => ownHeaders(app.config.publicUrl, headers, ip),
  }
}

/**
 * Returns the request headers for the library. Replaces those from which it derives its URLs: these must come from
 * PUBLIC_URL.
 */
function ownHeaders(
  publicUrl: string,
  given: IncomingHttpHeaders,
  ip: string,
): IncomingHttpHeaders {
  const { host, protocol } = new URL(publicUrl)
  const kept = Object.entries(given).filter(([name]) => !/^(x-forwarded-|forwarded$)/.test(name))
  return {
    ...Object.fromEntries(kept),
    host,
    'x-forwarded-proto': protocol.replace(':', ''),
    'x-forwarded-for': ip,
  }
}
