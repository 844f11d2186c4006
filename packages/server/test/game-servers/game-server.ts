import { openLauncher } from '../integrations/launcher/launcher-server.ts'
import type { Reply } from '../support/browser.ts'
import type { Site } from '../support/site.ts'

export const GAME_SERVER_IP = '198.51.100.25'

/** Opens a game server with a key of its own, at an address that the key trusts. */
export async function openGameServer(site: Site) {
  const { headers, key } = await openLauncher(site, {
    permissions: ['kernel.connect'],
    ip: GAME_SERVER_IP,
  })
  return {
    actor: `api-key:${key.id}`,
    send: (
      method: 'GET' | 'POST' | 'DELETE',
      path: string,
      body?: object,
      idempotencyKey?: string,
      instance = 0,
    ): Promise<Reply> =>
      site
        .browser({ agent: 'Plugin/1.0', ip: GAME_SERVER_IP, instance })
        .send(method, `/connect/${path}`, body, {
          ...headers,
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        }),
  }
}
