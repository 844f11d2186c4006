import type { Actor } from '../../audit/actor.ts'
import { type ChangeDeps, change } from '../../audit/change.ts'
import { lockEditable } from '../../permissions/lock-editable.ts'
import { isoOrNull } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import { newSortableId } from '../../platform/random.ts'
import { signOutEverywhere } from '../../sessions/close-sessions.ts'
import type { Ban } from './ban.ts'
import { insertBan, liftRunningBans } from './ban-store.ts'

/** A ban whose `expiresAt` is null is permanent. */
export type NewBan = { reason: string; expiresAt: number | null }

/**
 * Bans a player and signs the player out everywhere. A ban that is in effect is lifted and replaced. Each ban first
 * locks the player's row, so that after concurrent bans only one is in effect. Players cannot ban themselves, because
 * they could not undo it.
 * @throws Refusal `request.invalid` if the end is not in the future; `auth.forbidden`; `player.notfound`
 */
export async function banPlayer(
  app: ChangeDeps,
  by: Actor,
  playerId: string,
  newBan: NewBan,
): Promise<Ban> {
  if (playerId === by.actor) throw new Refusal('auth.forbidden')
  return change(app, by, async (work) => {
    const { tx, now } = work
    await lockEditable(work, playerId, 'panel.players.ban')
    if (newBan.expiresAt !== null && newBan.expiresAt <= now) {
      throw new Refusal('request.invalid', { fields: [{ field: 'expiresAt', keyword: 'past' }] })
    }
    const [replaced] = await liftRunningBans(tx, playerId, { by: by.actor, now })
    const id = newSortableId(app.random, now)
    const lifted = { liftedAt: null, liftedBy: null }
    const ban: Ban = { id, ...newBan, author: by.actor, createdAt: now, ...lifted }
    await insertBan(tx, playerId, ban)
    await signOutEverywhere(work, playerId)
    work.audit('player.banned', playerId, {
      before: replaced ? auditText(replaced) : null,
      after: auditText(ban),
    })
    work.emit('player.banned', { player: playerId, ...eventData(ban) })
    return ban
  })
}

/**
 * Lifts a player's ban.
 * @throws Refusal `ban.notfound` if no ban is in effect, also for all but one of concurrent calls; `auth.forbidden`;
 * `player.notfound`
 */
export async function unbanPlayer(app: ChangeDeps, by: Actor, playerId: string): Promise<void> {
  await change(app, by, async (work) => {
    await lockEditable(work, playerId, 'panel.players.ban')
    const lift = { by: by.actor, now: work.now }
    const [ended] = await liftRunningBans(work.tx, playerId, lift)
    if (!ended) throw new Refusal('ban.notfound')
    work.audit('player.unbanned', playerId, { before: auditText(ended) })
    work.emit('player.unbanned', { player: playerId, ...eventData(ended) })
  })
}

function eventData({ reason, expiresAt }: Ban) {
  return { reason, until: isoOrNull(expiresAt) }
}

function auditText({ reason, expiresAt }: Ban): string {
  return JSON.stringify({ reason, expiresAt: isoOrNull(expiresAt) })
}
