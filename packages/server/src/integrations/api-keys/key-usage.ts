import { type ChangeDeps, change } from '../../audit/change.ts'
import { firstSeenWithin } from '../../platform/cache/first-seen-within.ts'
import { MINUTE } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { countCall } from '../../security/rate-limits/rate-limit-store.ts'
import type { ApiKey } from './api-key.ts'
import { backgroundWriter } from './background-writer.ts'
import type { KeyVerdict } from './check-key.ts'
import { recordRefusal, recordUse } from './key-usage-store.ts'

type Deps = ChangeDeps & { log: Log }
type RefusedKey = Extract<KeyVerdict, { ok: false }>

/** Records the use of keys in the background. Responses neither wait for this nor fail because of it. */
export type KeyUsageRecorder = {
  record(verdict: KeyVerdict, ip: string): void
  flushed(): Promise<void>
  /** Waits for the queued writes for at most `timeout` milliseconds, then discards the rest. */
  stop(timeout: number): Promise<void>
}

/** How many refusals each instance audits per minute at most, counted separately for known and unknown keys. */
const MAX_AUDITED_REFUSALS = 100

export function keyUsageRecorder(app: Deps): KeyUsageRecorder {
  const writer = backgroundWriter(app.log)
  const isNewForKey = firstSeenWithin(MINUTE, MAX_AUDITED_REFUSALS)
  const isNewForUnknownKey = firstSeenWithin(MINUTE, MAX_AUDITED_REFUSALS)

  const recordAccepted = ({ id, usedAt }: ApiKey, ip: string, at: number): void => {
    if (usedAt !== null && at - usedAt < MINUTE) return
    writer.write(`use:${id}`, () => recordUse(app.db, { id, ip, at }))
  }
  const recordRefusedAddress = (
    { id, refusedAt, refusedIp }: ApiKey,
    ip: string,
    at: number,
  ): void => {
    if (refusedIp === ip && refusedAt !== null && at - refusedAt < MINUTE) return
    writer.write(`address:${id}`, () => recordRefusal(app.db, { id, ip, at }))
  }
  const auditRefusal = (verdict: RefusedKey, ip: string, at: number): void => {
    const counterKey = `${verdict.key?.id ?? 'unknown'}:${ip}`
    const isNew = verdict.key ? isNewForKey : isNewForUnknownKey
    if (isNew(counterKey, at)) {
      writer.write(`audit:${counterKey}`, () =>
        auditOncePerMinute(app, verdict, { ip, counterKey, at }),
      )
    }
  }

  return {
    record(verdict, ip) {
      const at = app.clock.now()
      if (verdict.ok) return recordAccepted(verdict.key, ip, at)
      auditRefusal(verdict, ip, at)
      // A key that lacks only a permission was sent from a trusted address, so this is not recorded as a refused
      // address.
      if (verdict.key && verdict.code !== 'auth.forbidden')
        recordRefusedAddress(verdict.key, ip, at)
    },
    flushed: writer.flushed,
    stop: writer.stop,
  }
}

/**
 * Audits a refused request. Writes at most one entry a minute for a key and address, so that repeated requests cannot
 * fill the log.
 */
async function auditOncePerMinute(
  app: Deps,
  verdict: RefusedKey,
  { ip, counterKey, at }: { ip: string; counterKey: string; at: number },
): Promise<void> {
  const counter = `key-refusals:${counterKey}`
  await change(app, { actor: null, ip }, async ({ tx, audit }) => {
    const first = await countCall(tx, counter, { calls: 1, resetsAt: at + MINUTE, now: at })
    if (!first) return
    audit('api-key.refused', verdict.key?.id ?? null, { after: verdict.code })
  })
}
