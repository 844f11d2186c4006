import { banPlayer } from '../../../src/admin/bans/ban-player.ts'
import { BY_OWNER } from '../../sign-in/sign-in-surfaces.ts'
import type { Site } from '../../support/site.ts'

/** Creates three players with correct credentials who are refused. */
export async function keepOut(site: Site): Promise<void> {
  const banned = await site.player('Banned')
  const unconfirmed = await site.player('Unconfirmed')
  const changing = await site.player('Changing')
  await banPlayer(site.app, BY_OWNER, banned.id, { reason: 'Griefing', expiresAt: null })
  const { db } = site.app
  await db
    .updateTable('player')
    .set({ activated_at: null })
    .where('id', '=', unconfirmed.id)
    .execute()
  await db
    .updateTable('player')
    .set({ password_change_required_at: site.now() })
    .where('id', '=', changing.id)
    .execute()
}
