import type { SettingName } from '@portal/contract/settings'
import { finishDeletions } from '../../../src/account/deletion/delete-player.ts'
import { changeSetting } from '../../../src/admin/settings/change-setting.ts'
import { BY_OWNER } from '../../sign-in/sign-in-surfaces.ts'
import { bearer, type Reply } from '../../support/browser.ts'
import type { Site } from '../../support/site.ts'

export type Leaver = Awaited<ReturnType<Site['player']>>

/** Requests the deletion of the caller's account. */
export function requestDeletion(leaver: Leaver, username = leaver.username): Promise<Reply> {
  return leaver.browser.post('/cabinet/deletion', { username }, bearer(leaver.accessToken))
}

/** Changes a setting, in every instance immediately. */
export async function setEverywhere(site: Site, name: SettingName, text: string): Promise<void> {
  await changeSetting(site.app, BY_OWNER, { name, text })
  for (const { app } of site.instances) app.settings.invalidate()
}

/** Runs the due deletions, like every process at start and every hour. */
export function runDueDeletions(site: Site, instance = 0): Promise<void> {
  return finishDeletions(site.instances[instance]?.app ?? site.app)
}

/** Lists the players and the tombstones. */
export async function playersAndTombstones({ app: { db } }: Site) {
  const players = await db.selectFrom('player').select('username').orderBy('username').execute()
  const tombstones = await db.selectFrom('husk').select('id').orderBy('id').execute()
  return {
    players: players.map(({ username }) => username),
    tombstones: tombstones.map(({ id }) => id),
  }
}
