import type { MailKind } from '@portal/contract'
import type { Db } from '../database/database.ts'
import { type Clock, MINUTE, SECOND } from '../platform/clock.ts'
import { Refusal } from '../platform/errors.ts'
import { consumeToken, findCounter } from '../security/rate-limits/rate-limit-store.ts'

/**
 * How many mails of one kind an address gets without a pause; after that, it gets one every 70 minutes. So an address
 * gets at most ten per hour and 10 + 24 h / 70 min = 30 per day, whatever causes them. The quota always refills, so an
 * attacker cannot suppress a kind of mail by exhausting the quota (docs/contract.md#mails).
 */
const BURST = 10
const REFILL_INTERVAL = 70 * MINUTE

type Deps = { db: Db; clock: Clock }

export function consumeMailQuota(app: Deps, kind: string, recipient: string): Promise<boolean> {
  const bucket = { burst: BURST, refillInterval: REFILL_INTERVAL, now: app.clock.now() }
  return consumeToken(app.db, counterOf(kind, recipient), bucket)
}

/** Checks that another mail of this kind could be sent now, without counting it. @throws Refusal `request.toomany` */
export async function requireMailQuota(
  app: Deps,
  kind: MailKind,
  recipient: string,
): Promise<void> {
  const retryAfter = await secondsUntilMailAllowed(app, kind, recipient)
  if (retryAfter > 0) throw new Refusal('request.toomany', { retryAfter })
}

export async function secondsUntilMailAllowed(
  app: Deps,
  kind: MailKind,
  recipient: string,
): Promise<number> {
  const now = app.clock.now()
  const counted = await findCounter(app.db, counterOf(kind, recipient), now)
  const nextAt = counted === undefined ? now : counted.resetsAt - (BURST - 1) * REFILL_INTERVAL
  return Math.max(0, Math.ceil((nextAt - now) / SECOND))
}

function counterOf(kind: string, recipient: string): string {
  return `mail:${kind}:${recipient.toLowerCase()}`
}
