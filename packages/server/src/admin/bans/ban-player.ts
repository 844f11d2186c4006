import type { Actor } from '../../audit/actor.ts'
import { type ChangeNeeds, change } from '../../audit/change.ts'
import { lockEditable } from '../../permissions/lock-editable.ts'
import { isoOrNull } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import { newSortableId } from '../../platform/random.ts'
import { signOutEverywhere } from '../../sessions/close-sessions.ts'
import type { Ban } from './ban.ts'
import { insertBan, liftRunningBans } from './ban-store.ts'

/** A ban whose `expiresAt` is null is permanent. */
export type WantedBan = { reason: string; expiresAt: number | null }

/**
 * Bans a player and signs them out everywhere. A running ban is lifted and replaced. Each ban first
 * waits for the lock of the player's row, so exactly one of any number of parallel bans runs
 * afterwards. Nobody can ban themselves, because they could not undo it.
 *
 * @throws Refusal `request.invalid` when the end is not in the future; `auth.forbidden`;
 *   `player.notfound`
 */
export async function banPlayer(
  app: ChangeNeeds,
  by: Actor,
  playerId: string,
  wanted: WantedBan,
): Promise<Ban> {
  if (playerId === by.actor) throw new Refusal('auth.forbidden')
  return change(app, by, async (work) => {
    const { tx, now } = work
    await lockEditable(work, playerId, 'panel.players.ban')
    if (wanted.expiresAt !== null && wanted.expiresAt <= now) {
      throw new Refusal('request.invalid', { fields: [{ field: 'expiresAt', keyword: 'past' }] })
    }
    const [replaced] = await liftRunningBans(tx, playerId, { by: by.actor, now })
    const id = newSortableId(app.random, now)
    const lifted = { liftedAt: null, liftedBy: null }
    const ban: Ban = { id, ...wanted, author: by.actor, createdAt: now, ...lifted }
    await insertBan(tx, playerId, ban)
    await signOutEverywhere(tx, playerId)
    work.note('player.banned', playerId, {
      before: replaced ? auditText(replaced) : null,
      after: auditText(ban),
    })
    return ban
  })
}

/**
 * Ends a player's ban early.
 *
 * @throws Refusal `ban.notfound` when none is running (of parallel calls, one ends the ban);
 *   `auth.forbidden`; `player.notfound`
 */
export async function unbanPlayer(app: ChangeNeeds, by: Actor, playerId: string): Promise<void> {
  await change(app, by, async (work) => {
    await lockEditable(work, playerId, 'panel.players.ban')
    const lift = { by: by.actor, now: work.now }
    const [ended] = await liftRunningBans(work.tx, playerId, lift)
    if (!ended) throw new Refusal('ban.notfound')
    work.note('player.unbanned', playerId, { before: auditText(ended) })
  })
}

/** Writes a ban for the audit trail. */
function auditText({ reason, expiresAt }: Ban): string {
  return JSON.stringify({ reason, expiresAt: isoOrNull(expiresAt) })
}
