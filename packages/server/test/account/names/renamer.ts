import type { SettingName } from '@portal/contract'
import { changeBalance } from '../../../src/account/balance/change-balance.ts'
import { changeSetting } from '../../../src/admin/settings/change-setting.ts'
import { BY_OWNER } from '../../sign-in/sign-in-surfaces.ts'
import { bearer, type Reply } from '../../support/browser.ts'
import type { Site } from '../../support/site.ts'

type Renaming = Extract<SettingName, `rename${string}`>

/** Allows players to change their names, with these terms. */
export async function offerRenames(
  site: Site,
  terms: Partial<Record<Renaming, string>> = {},
): Promise<void> {
  const settings = { renaming: 'on', ...terms }
  for (const [name, text] of Object.entries(settings)) {
    // The keys of the record are names of settings.
    await changeSetting(site.app, BY_OWNER, { name: name as SettingName, text })
  }
  for (const { app } of site.instances) app.settings.invalidate()
}

/** Adds an amount to a player's real balance. */
export async function pay(site: Site, playerId: string, real: number): Promise<void> {
  const payment = { realCents: real * 100, virtualCents: 0, reason: 'a gift' }
  await changeBalance(site.app, BY_OWNER, playerId, payment)
}

/** Returns a player's requests about names. */
export function namesOf(site: Site, { accessToken }: { accessToken: string }) {
  const headers = bearer(accessToken)
  return {
    async shown() {
      return (await site.browser().get('/cabinet/name', headers)).body
    },
    change: (username: string, more: object = {}, instance = 0): Promise<Reply> =>
      site.browser({ instance }).post('/cabinet/name', { username, ...more }, headers),
  }
}
