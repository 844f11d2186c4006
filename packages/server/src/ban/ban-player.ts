import type { App } from '../app.ts'
import type { Actor } from '../audit/actor.ts'
import { newAudit } from '../audit/audit.ts'
import { insertAudit } from '../audit/audit-store.ts'
import { Refusal } from '../errors.ts'
import { isoInstant } from '../platform/clock.ts'
import { inTransaction } from '../platform/database/database.ts'
import { newSortableId } from '../platform/random.ts'
import { lockPlayer } from '../player/player-store.ts'
import { signOutEverywhere } from '../session/close-sessions.ts'
import type { Ban } from './ban.ts'
import { insertBan, liftRunningBans } from './ban-store.ts'

/** `db` may be an open transaction; else one is opened. */
type Needs = Pick<App, 'db' | 'clock' | 'random'>

/**
 * Bans a player and signs them out everywhere. A ban that runs already is lifted and replaced: of any
 * number of parallel bans exactly one runs afterwards, because each first waits for the player's row.
 *
 * @param wanted.expiresAt null: for good.
 * @throws Refusal `request.invalid` when the end is not ahead; `player.notfound`
 */
export async function banPlayer(
  app: Needs,
  playerId: string,
  wanted: { reason: string; expiresAt: number | null },
  by: Actor,
): Promise<Ban> {
  const now = app.clock.now()
  if (wanted.expiresAt !== null && wanted.expiresAt <= now) {
    throw new Refusal('request.invalid', { fields: [{ field: 'expiresAt', keyword: 'past' }] })
  }
  const id = newSortableId(app.random, now)
  const lifted = { liftedAt: null, liftedBy: null }
  const ban: Ban = { id, ...wanted, author: by.actor, createdAt: now, ...lifted }
  return inTransaction(app.db, async (tx) => {
    if (!(await lockPlayer(tx, playerId))) throw new Refusal('player.notfound')
    const [replaced] = await liftRunningBans(tx, playerId, { by: by.actor, now })
    await insertBan(tx, playerId, ban)
    await signOutEverywhere(tx, playerId)
    const trace = { ...by, target: playerId, before: textOf(replaced), after: textOf(ban) }
    await insertAudit(tx, newAudit(app, { action: 'player.banned', ...trace }))
    return ban
  })
}

/**
 * Ends a player's ban before its time.
 *
 * @throws Refusal `ban.notfound` when none runs: of parallel calls one ends it.
 */
export async function unbanPlayer(app: Needs, playerId: string, by: Actor): Promise<void> {
  const now = app.clock.now()
  await inTransaction(app.db, async (tx) => {
    const [ended] = await liftRunningBans(tx, playerId, { by: by.actor, now })
    if (!ended) throw new Refusal('ban.notfound')
    const trace = { ...by, target: playerId, before: textOf(ended) }
    await insertAudit(tx, newAudit(app, { action: 'player.unbanned', ...trace }))
  })
}

/** What the audit keeps of a ban. */
function textOf(ban: Ban | undefined): string | null {
  if (!ban) return null
  const expiresAt = ban.expiresAt === null ? null : isoInstant(ban.expiresAt)
  return JSON.stringify({ reason: ban.reason, expiresAt })
}
