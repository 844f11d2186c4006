import { type ChangeNeeds, change } from '../../audit/change.ts'
import { deleteEmailCodes } from '../../credentials/email-codes/email-code-store.ts'
import { deleteMailedLinks } from '../../credentials/password/reset-store.ts'
import { DAY } from '../../platform/clock.ts'
import { lockPlayer } from '../../players/player-store.ts'
import { undress } from '../../profiles/textures/detach-textures.ts'
import { signOutEverywhere } from '../../sessions/close-sessions.ts'
import { deletePlayer, isUnconfirmed, listUnconfirmed } from './unconfirmed-store.ts'

const AT_ONCE = 100

/**
 * Deletes accounts that nobody confirmed within the days that the setting allows, which frees their
 * names and addresses (docs/contract.md#registration-and-confirmation).
 */
export async function endUnconfirmed(app: ChangeNeeds): Promise<void> {
  const { emailConfirmation, unconfirmedDays } = await app.settings.read()
  if (!emailConfirmation || unconfirmedDays === 0) return
  const before = app.clock.now() - unconfirmedDays * DAY
  for (;;) {
    const ids = await listUnconfirmed(app.db, before, AT_ONCE)
    for (const id of ids) await endAccount(app, id, before)
    if (ids.length < AT_ONCE) return
  }
}

/**
 * Checks again under the player's lock: an account that is just being confirmed or given something
 * stays.
 */
async function endAccount(app: ChangeNeeds, id: string, before: number): Promise<void> {
  await change(app, { actor: null, ip: null }, async ({ tx, now, note }) => {
    const player = await lockPlayer(tx, id)
    if (!player || !(await isUnconfirmed(tx, id, before))) return
    await signOutEverywhere(tx, id)
    await deleteEmailCodes(tx, id)
    await deleteMailedLinks(tx, id)
    await undress({ tx, now }, player)
    await deletePlayer(tx, id)
    note('player.expired', id, { before: player.username })
  })
}
