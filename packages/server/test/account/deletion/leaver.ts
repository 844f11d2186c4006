import type { SettingName } from '@portal/contract/settings'
import { finishDeletions } from '../../../src/account/deletion/delete-player.ts'
import { changeSetting } from '../../../src/admin/settings/change-setting.ts'
import { BY_OWNER } from '../../sign-in/sign-in-surfaces.ts'
import { bearer, type Reply } from '../../support/browser.ts'
import type { Site } from '../../support/site.ts'

export type Leaver = Awaited<ReturnType<Site['player']>>

/** Asks for the deletion of the own account. */
export function leave(leaver: Leaver, username = leaver.username): Promise<Reply> {
  return leaver.browser.post('/cabinet/deletion', { username }, bearer(leaver.accessToken))
}

/** Changes a setting, in every instance at once. */
export async function decide(site: Site, name: SettingName, text: string): Promise<void> {
  await changeSetting(site.app, BY_OWNER, { name, text })
  for (const { app } of site.instances) app.settings.forget()
}

/** Does what every process does at its start and every hour. */
export function sweep(site: Site, instance = 0): Promise<void> {
  return finishDeletions(site.instances[instance]?.app ?? site.app)
}

/** Who is a player, and who was one. */
export async function people({ app: { db } }: Site) {
  const players = await db.selectFrom('player').select('username').orderBy('username').execute()
  const husks = await db.selectFrom('husk').select('id').orderBy('id').execute()
  return { players: players.map(({ username }) => username), husks: husks.map(({ id }) => id) }
}
