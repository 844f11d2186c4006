import { createHash } from 'node:crypto'
import { type ChangeNeeds, change, type Work } from '../../audit/change.ts'
import type { Db } from '../../database/database.ts'
import { secondsToMailTurn } from '../../mail/mail-rate-limit.ts'
import { insertHeldMail } from '../../mail/outbox-store.ts'
import { HOUR, MINUTE } from '../../platform/clock.ts'
import type { Client } from '../../platform/network/client.ts'
import { newSortableId, newToken } from '../../platform/random.ts'
import { keyOf } from '../../players/player.ts'
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

/** How long a link is good, and how many an account gets in an hour (docs/contract.md#reset). */
const LINK_TTL = 60 * MINUTE
const LINKS_AN_HOUR = 5

type Needs = ChangeNeeds & { config: Pick<Config, 'publicUrl'> }

/**
 * Notes that somebody wants to reset the password of an address. A known and an unknown address
 * both leave one row, and the player is only looked up later, in the background. So neither the
 * answer nor its timing tells whether there is such a player (docs/contract.md#reset).
 */
export async function requestReset(
  app: Pick<Needs, 'db' | 'clock' | 'random'>,
  email: string,
  client: Client,
): Promise<void> {
  const id = newSortableId(app.random, app.clock.now())
  await insertResetRequest(app.db, { id, emailKey: keyOf(email), ip: client.ip })
}

/** Turns waiting requests into links and mails. The postman calls it before each mail. */
export async function answerResetRequests(app: Needs): Promise<void> {
  if (!(await hasResetRequest(app.db))) return // an idle site writes nothing
  for (let more = true; more; ) {
    more = await change(app, { actor: null, ip: null }, (work) => answerNext(app, work))
  }
}

/** Handles the oldest request; returns false when there was none. */
async function answerNext(app: Needs, work: Work): Promise<boolean> {
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
  work.mail(resetMail({ player, to, site: work.settings, url }))
  work.note('password.reset-requested', player.id, { ip: request.ip })
  return true
}

/**
 * Tells whether the player may get another link. A link whose mail would be held back is not made,
 * as it would take the place of one that can be mailed later in the hour; the outbox then shows the
 * mail as held back.
 */
async function mayGetLink(
  app: Needs,
  tx: Db,
  { playerId, to }: { playerId: string; to: string },
): Promise<boolean> {
  const now = app.clock.now()
  if ((await countResetLinks(tx, playerId, now - HOUR)) >= LINKS_AN_HOUR) return false
  const inside = { db: tx, clock: app.clock }
  if ((await secondsToMailTurn(inside, 'reset', to)) === 0) return true
  const id = newSortableId(app.random, now)
  await insertHeldMail(tx, { id, kind: 'reset', recipient: to, heldAt: now })
  return false
}

/** Returns the stored form of a link's token. SHA-256 is enough: the token has 256 random bits. */
export function linkHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
