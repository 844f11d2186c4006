import type { Reply } from '../../support/browser.ts'
import type { Site } from '../../support/site.ts'
import { LAUNCHER_IP, openLauncher } from '../launcher/launcher-server.ts'

/**
 * Opens GML as its sources ask "custom authentication": no header but the media type, the key in the
 * address that the owner typed, and null where the player gave no code.
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

/** What GML tells its player, read from an answer as its `CustomEndpointAuthService` does. */
export function readByGml({ status, text, body }: Reply): string {
  if (status < 300) return `${body.Login} ${body.UserUuid}`
  return text.toLowerCase().includes('2fa') ? 'asks for a code' : 'refused'
}
