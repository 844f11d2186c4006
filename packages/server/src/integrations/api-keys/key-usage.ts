import { type ChangeNeeds, change } from '../../audit/change.ts'
import { onceIn } from '../../platform/cache/first-seen-within.ts'
import { MINUTE } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { countCall } from '../../security/rate-limits/rate-limit-store.ts'
import type { ApiKey } from './api-key.ts'
import { backgroundWriter } from './background-writer.ts'
import type { KeyVerdict } from './check-key.ts'
import { noteRefusal, noteUse } from './key-usage-store.ts'

type Needs = ChangeNeeds & { log: Log }
type Refused = Extract<KeyVerdict, { ok: false }>

/** Records how keys are used, in the background: no answer waits for it or fails because of it. */
export type KeyNotes = {
  /** Notes the verdict on a request with a key, and the address it came from. */
  note(verdict: KeyVerdict, ip: string): void
  /** Resolves when everything noted so far is written. */
  settled(): Promise<void>
  /** Waits for `settled` for at most `patience` milliseconds, and forgets the rest. */
  stop(patience: number): Promise<void>
}

/** How many refusals one instance audits per minute, of known keys and again of unknown ones. */
const MOST_AUDITED = 100

export function keyNotes(app: Needs): KeyNotes {
  const writer = backgroundWriter(app.log)
  const isNewsOfKey = onceIn(MINUTE, MOST_AUDITED)
  const isNewsOfStranger = onceIn(MINUTE, MOST_AUDITED)

  const noteAccepted = ({ id, usedAt }: ApiKey, ip: string, at: number): void => {
    if (usedAt !== null && at - usedAt < MINUTE) return
    writer.write(`use:${id}`, () => noteUse(app.db, { id, ip, at }))
  }
  const noteAddress = ({ id, refusedAt, refusedIp }: ApiKey, ip: string, at: number): void => {
    if (refusedIp === ip && refusedAt !== null && at - refusedAt < MINUTE) return
    writer.write(`address:${id}`, () => noteRefusal(app.db, { id, ip, at }))
  }
  const noteRefused = (verdict: Refused, ip: string, at: number): void => {
    const whose = `${verdict.key?.id ?? 'unknown'}:${ip}`
    const isNews = verdict.key ? isNewsOfKey : isNewsOfStranger
    if (isNews(whose, at)) {
      writer.write(`audit:${whose}`, () => auditOnce(app, verdict, { ip, whose, at }))
    }
  }

  return {
    note(verdict, ip) {
      const at = app.clock.now()
      if (verdict.ok) return noteAccepted(verdict.key, ip, at)
      noteRefused(verdict, ip, at)
      // A key without the permission came from a trusted address: the address noted before stays.
      if (verdict.key && verdict.code !== 'auth.forbidden') noteAddress(verdict.key, ip, at)
    },
    settled: writer.settled,
    stop: writer.stop,
  }
}

/**
 * Audits once a minute per key and address, in all instances, so that hammering cannot fill the
 * trail.
 */
async function auditOnce(
  app: Needs,
  verdict: Refused,
  { ip, whose, at }: { ip: string; whose: string; at: number },
): Promise<void> {
  const counter = `key-refusals:${whose}`
  await change(app, { actor: null, ip }, async ({ tx, note }) => {
    const first = await countCall(tx, counter, { calls: 1, resetsAt: at + MINUTE, now: at })
    if (!first) return
    note('api-key.refused', verdict.key?.id ?? null, { after: verdict.code })
  })
}
