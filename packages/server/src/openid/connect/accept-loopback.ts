import { LAUNCHERS } from '../../integrations/yggdrasil/connect.ts'
import type { Client, Provider } from '../provider/library.ts'

const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\])(:\d{1,5})?(\/[^\s#]*)?$/

/**
 * Makes the library accept redirects of launchers to any port and path of the player's own machine (RFC 8252, 7.3).
 * Launchers are not registered, so their paths are unknown.
 */
export function acceptLoopback(provider: Provider): void {
  const original = provider.Client.prototype.redirectUriAllowed
  provider.Client.prototype.redirectUriAllowed = function (this: Client, uri: string): boolean {
    if (this.clientId !== LAUNCHERS) return original.call(this, uri)
    return LOOPBACK.test(uri) && URL.canParse(uri)
  }
}
