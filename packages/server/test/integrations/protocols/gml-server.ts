import type { Reply } from '../../support/browser.ts'
import type { Site } from '../../support/site.ts'
import { LAUNCHER_IP, openLauncher } from '../launcher/launcher-server.ts'

/**
 * Opens a client that sends requests as GML's custom authentication does: no header except the
 * media type, the key in the configured URL, and null for a missing code.
 */
export async function openGml(site: Site, { instance = 0, ip = LAUNCHER_IP } = {}) {
  const { key, secret } = await openLauncher(site, { permissions: ['kernel.provider'], ip })
  const url = `/auth/gml?key=${secret}`
  const program = site.browser({ agent: '', ip, instance })
  return {
    key,
    secret,
    url,
    post: (path: string, body: object): Promise<Reply> => program.post(path, body),
    signIn: (Login: string, Password: string, Totp: string | null = null): Promise<Reply> =>
      program.post(url, { Login, Password, Totp }),
  }
}

/** Returns what GML shows its player, read as its `CustomEndpointAuthService` does. */
export function readByGml({ status, text, body }: Reply): string {
  if (status < 300) return `${body.Login} ${body.UserUuid}`
  return text.toLowerCase().includes('2fa') ? 'asks for a code' : 'refused'
}
