import type { Endpoint } from '@portal/contract'
import { bearer } from '../browser.ts'
import { openLauncher } from '../launcher/launcher-server.ts'
import type { Site } from '../site.ts'
import { openOwner } from '../staff.ts'

/**
 * Makes the header with which each row admits its caller from anywhere; Steve may do everything.
 */
export async function openCallers(site: Site) {
  const steve = await openOwner(site, 'Steve')
  const launcher = await openLauncher(site, { addresses: ['0.0.0.0/0', '::/0'] })
  return {
    ...steve,
    headersFor: ({ caller }: Pick<Endpoint, 'caller'>): Record<string, string> =>
      caller === 'launcher' ? launcher.headers : bearer(steve.accessToken),
  }
}
