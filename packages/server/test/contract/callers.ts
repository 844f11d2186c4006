import { type Endpoint, isByKey } from '@portal/contract'
import { BOTH, openLauncher } from '../integrations/launcher/launcher-server.ts'
import { openGame, turnOn } from '../integrations/yggdrasil/game-player.ts'
import { bearer } from '../support/browser.ts'
import type { Site } from '../support/site.ts'
import { openOwner } from '../support/staff.ts'

/**
 * Makes the header with which each row admits its caller from anywhere; Steve may do everything.
 */
export async function openCallers(site: Site) {
  const steve = await openOwner(site, 'Steve')
  const launcher = await openLauncher(site, { permissions: BOTH, addresses: ['0.0.0.0/0', '::/0'] })
  await turnOn(site)
  const token = String((await openGame(site).authenticate('Steve')).body.accessToken)
  return {
    ...steve,
    headersFor(row: Pick<Endpoint, 'caller'>): Record<string, string> {
      if (row.caller === 'game') return bearer(token)
      return isByKey(row) ? launcher.headers : bearer(steve.accessToken)
    },
  }
}
