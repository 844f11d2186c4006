import type { App } from '../../app.ts'
import { change } from '../../audit/change.ts'
import { HOUR } from '../../platform/clock.ts'
import { countCall } from '../../security/rate-limits/rate-limit-store.ts'
import { playerMay } from '../may.ts'
import { notifyOfGuessing } from './notify-superusers.ts'
import { listStaffFailedSignIns } from './staff-failed-sign-ins-store.ts'

/** How many failed sign-ins within an hour cause a notice, over all accounts with panel permissions together. */
const ALERT_THRESHOLD = 20

/**
 * Notifies superusers of many failed sign-ins to accounts with panel permissions. It is a job that reads the audit log,
 * so that sign-ins take equally long for all accounts. A rate limit lets one instance send the notice, at most once an
 * hour (docs/contract.md#mails).
 */
export async function alertOnStaffGuessing(app: App): Promise<void> {
  const found = await listStaffFailedSignIns(app.db, app.clock.now() - HOUR)
  const names: string[] = []
  let attempts = 0
  for (const { player, failures } of found) {
    if (!(await playerMay(app, player, 'panel.access'))) continue
    names.push(player.username)
    attempts += failures
  }
  if (attempts < ALERT_THRESHOLD) return
  await change(app, { actor: null, ip: null }, async (work) => {
    const limit = { calls: 1, resetsAt: work.now + HOUR, now: work.now }
    if (await countCall(work.tx, 'staff-guessed', limit))
      await notifyOfGuessing(app, work, { names, attempts })
  })
}
