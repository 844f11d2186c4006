import type { Reply } from '../../support/browser.ts'
import type { Site } from '../../support/site.ts'
import { turnOn } from '../yggdrasil/game-player.ts'

/** Turns AzAuth on and opens a launcher that sends requests as `azuriom-auth` does. */
export async function openAzauth(site: Site, { instance = 0, ip = '203.0.113.50' } = {}) {
  await turnOn(site)
  const program = site.browser({ agent: 'axios/1.7.9', ip, instance })
  return {
    signIn: (email: string, password: string, code: string | null = null): Promise<Reply> =>
      program.post('/api/auth/authenticate', { email, password, code }),
    verify: (token: string): Promise<Reply> =>
      program.post('/api/auth/verify', { access_token: token }),
    logOut: (token: string): Promise<Reply> =>
      program.post('/api/auth/logout', { access_token: token }),
  }
}

/** Returns what GML's Azuriom sign-in shows its player, read as its `AzuriomAuthService` does. */
export function readByGmlAzuriom({ status, text, body }: Reply): string {
  if (text.includes('"status":"pending"') && text.includes('"reason":"2fa"')) return 'needs a code'
  if (status >= 300 && text.includes('invalid_credentials')) return 'wrong login or password'
  if (status >= 300 && text.includes('invalid_2fa')) return 'wrong code'
  if (status >= 300 || body.banned) return 'banned'
  return `${body.username} ${body.uuid}`
}
