import { createHash } from 'node:crypto'
import { type ChangeDeps, change, type UnitOfWork } from '../../audit/change.ts'
import type { Db } from '../../database/database.ts'
import { secondsUntilMailAllowed } from '../../mail/mail-rate-limit.ts'
import { insertHeldMail } from '../../mail/outbox-store.ts'
import { HOUR, MINUTE } from '../../platform/clock.ts'
import type { Client } from '../../platform/network/client.ts'
import { newSortableId, newToken } from '../../platform/random.ts'
import { lookupKey } from '../../players/player.ts'
import { findPlayerByLogin } from '../../players/player-store.ts'
import type { Config } from '../../settings/config.ts'
import { resetMail } from './password-mail.ts'
import {
  countResetLinks,
  hasResetRequest,
  insertResetLink,
  insertResetRequest,
  takeResetRequest,
} from './reset-store.ts'

const LINK_TTL = 60 * MINUTE
const MAX_LINKS_PER_HOUR = 5

type Deps = ChangeDeps & { config: Pick<Config, 'publicUrl'> }

/**
 * Queues a request for a reset link. Inserts one row for any address and looks the player up later, so that neither the
 * response nor its timing reveals whether an account has the address (docs/contract.md#reset).
 */
export async function requestReset(
  app: Pick<Deps, 'db' | 'clock' | 'random'>,
  email: string,
  client: Client,
): Promise<void> {
  const id = newSortableId(app.random, app.clock.now())
  await insertResetRequest(app.db, { id, emailKey: lookupKey(email), ip: client.ip })
}

/** Makes a link and a mail for each queued request. The mail worker calls this before each mail. */
export async function processResetRequests(app: Deps): Promise<void> {
  if (!(await hasResetRequest(app.db))) return // so that an idle site writes nothing
  for (let more = true; more; ) {
    more = await change(app, { actor: null, ip: null }, (work) => processNextRequest(app, work))
  }
}

/**
 * Processes the oldest request.
 * @returns false if there is no request
 */
async function processNextRequest(app: Deps, work: UnitOfWork): Promise<boolean> {
  const { tx, now } = work
  const request = await takeResetRequest(tx)
  if (!request) return false
  const player = await findPlayerByLogin(tx, request.emailKey)
  if (!player?.email) return true
  const to = player.email
  if (!(await mayGetLink(app, tx, { playerId: player.id, to }))) return true
  const token = newToken(app.random)
  const link = { hash: linkHash(token), playerId: player.id, createdAt: now }
  await insertResetLink(tx, { ...link, expiresAt: now + LINK_TTL })
  const url = `${app.config.publicUrl}/reset?hash=${token}`
  work.sendMail(resetMail({ player, to, site: work.settings, url }))
  work.audit('password.reset-requested', player.id, { ip: request.ip })
  return true
}

/**
 * Whether a player may get another link now, by the limit of links per hour and by the limit of mails to the address.
 * If the limit of mails is reached, records in the outbox that a mail was held back. Call it before a link is made,
 * because a link that is not mailed would still count towards the limit of links.
 */
async function mayGetLink(
  app: Deps,
  tx: Db,
  { playerId, to }: { playerId: string; to: string },
): Promise<boolean> {
  const now = app.clock.now()
  if ((await countResetLinks(tx, playerId, now - HOUR)) >= MAX_LINKS_PER_HOUR) return false
  const deps = { db: tx, clock: app.clock }
  if ((await secondsUntilMailAllowed(deps, 'reset', to)) === 0) return true
  const id = newSortableId(app.random, now)
  await insertHeldMail(tx, { id, kind: 'reset', recipient: to, heldAt: now })
  return false
}

/**
 * Returns the hash of a link's token. The hash is stored instead of the token. Plain SHA-256 is enough for a token of
 * 256 random bits.
 */
export function linkHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
