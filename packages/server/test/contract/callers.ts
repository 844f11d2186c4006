import { type Endpoint, usesApiKey } from '@portal/contract'
import { BOTH, openLauncher } from '../integrations/launcher/launcher-server.ts'
import { openGame, turnOn } from '../integrations/yggdrasil/game-player.ts'
import { bearer } from '../support/browser.ts'
import type { Site } from '../support/site.ts'
import { openOwner } from '../support/staff.ts'

/** Makes the headers that admit a caller to each endpoint; Steve has all permissions. */
export async function openCallers(site: Site) {
  const steve = await openOwner(site, 'Steve')
  const launcher = await openLauncher(site, { permissions: BOTH, addresses: ['0.0.0.0/0', '::/0'] })
  await turnOn(site)
  const token = String((await openGame(site).authenticate('Steve')).body.accessToken)
  return {
    ...steve,
    headersFor(row: Pick<Endpoint, 'caller'>): Record<string, string> {
      if (row.caller === 'game') return bearer(token)
      return usesApiKey(row) ? launcher.headers : bearer(steve.accessToken)
    },
  }
}
