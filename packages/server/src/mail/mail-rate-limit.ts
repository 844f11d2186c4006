import type { Db } from '../database/database.ts'
import { type Clock, MINUTE, SECOND } from '../platform/clock.ts'
import { Refusal } from '../platform/errors.ts'
import { findCounter, takeTurn } from '../security/rate-limits/rate-limit-store.ts'
import type { MailKind } from './kinds.ts'

/**
 * Of each kind, an address gets ten mails at once and then one every 70 minutes, whoever causes them:
 * never more than ten per hour, nor more than 10 + 24 h / 70 min = 30 per day. There is always a next
 * one, so nobody can silence a kind of mail by using up an address's share (docs/contract.md#mails).
 */
const AT_ONCE = 10
const PAUSE = 70 * MINUTE

type Needs = { db: Db; clock: Clock }

/** Counts a mail that is about to be sent. @returns whether it may be sent. */
export function takeMailTurn(app: Needs, kind: string, recipient: string): Promise<boolean> {
  const bucket = { turns: AT_ONCE, pause: PAUSE, now: app.clock.now() }
  return takeTurn(app.db, counterOf(kind, recipient), bucket)
}

/**
 * Checks that another mail of this kind could be sent now, without counting it.
 *
 * @throws Refusal `request.toomany`
 */
export async function requireMailTurn(
  app: Needs,
  kind: MailKind,
  recipient: string,
): Promise<void> {
  const retryAfter = await secondsToMailTurn(app, kind, recipient)
  if (retryAfter > 0) throw new Refusal('request.toomany', { retryAfter })
}

/** @returns the seconds until a mail may be sent; 0 when it may be sent now. */
export async function secondsToMailTurn(
  app: Needs,
  kind: MailKind,
  recipient: string,
): Promise<number> {
  const now = app.clock.now()
  const counted = await findCounter(app.db, counterOf(kind, recipient), now)
  const nextAt = counted === undefined ? now : counted.resetsAt - (AT_ONCE - 1) * PAUSE
  return Math.max(0, Math.ceil((nextAt - now) / SECOND))
}

function counterOf(kind: string, recipient: string): string {
  return `mail:${kind}:${recipient.toLowerCase()}`
}
