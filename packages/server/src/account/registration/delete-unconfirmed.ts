import { type ChangeDeps, change } from '../../audit/change.ts'
import { deleteEmailCodes } from '../../credentials/email-codes/email-code-store.ts'
import { deleteMailedLinks } from '../../credentials/password/reset-store.ts'
import { eraseNamesFromEvents } from '../../events/erase-events-store.ts'
import { DAY } from '../../platform/clock.ts'
import { lockPlayer } from '../../players/player-store.ts'
import { detachTextures } from '../../profiles/textures/detach-textures.ts'
import { signOutEverywhere } from '../../sessions/close-sessions.ts'
import { redactNames } from '../deletion/redact-names.ts'
import { deletePlayerRow, isUnconfirmed, listUnconfirmed } from './unconfirmed-store.ts'

const BATCH_SIZE = 100

/** Deletes accounts that have been unconfirmed for too long (docs/contract.md#registration-and-confirmation). */
export async function deleteUnconfirmed(app: ChangeDeps): Promise<void> {
  const { emailConfirmation, unconfirmedDays } = await app.settings.read()
  if (!emailConfirmation || unconfirmedDays === 0) return
  const before = app.clock.now() - unconfirmedDays * DAY
  for (;;) {
    const ids = await listUnconfirmed(app.db, before, BATCH_SIZE)
    for (const id of ids) await deleteUnconfirmedAccount(app, id, before)
    if (ids.length < BATCH_SIZE) return
  }
}

/**
 * Locks a player and deletes the account if that is still due: the account may have just been confirmed, or have
 * received something.
 */
async function deleteUnconfirmedAccount(
  app: ChangeDeps,
  id: string,
  before: number,
): Promise<void> {
  await change(app, { actor: null, ip: null }, async (work) => {
    const { tx, now, audit, emit } = work
    const player = await lockPlayer(tx, id)
    if (!player || !(await isUnconfirmed(tx, id, before))) return
    await signOutEverywhere(work, id)
    await deleteEmailCodes(tx, id)
    await deleteMailedLinks(tx, id)
    await detachTextures({ tx, now }, player)
    await deletePlayerRow(tx, id)
    await eraseNamesFromEvents(tx, id, (text) => redactNames(text, [player.username]))
    audit('player.expired', id, { before: player.username })
    emit('player.deleted', { player: id })
  })
}
