import type { App } from '../../app.ts'
import { change } from '../../audit/change.ts'
import { HOUR } from '../../platform/clock.ts'
import { countCall } from '../../security/rate-limits/rate-limit-store.ts'
import { isAllowed } from '../is-allowed.ts'
import { tellOfGuessing } from './notify-superusers.ts'
import { listStaffMisses } from './staff-failed-sign-ins-store.ts'

/** So many failed sign-ins at accounts with rights in the panel within an hour are told of. */
const MANY = 20

/**
 * Tells every superuser when somebody fails to sign in as staff twenty times an hour. It reads the audit now
 * and then, so that no sign-in takes longer for those accounts than for others. One statement makes sure
 * that of all instances one tells it, and not again for an hour (docs/contract.md#mails).
 */
export async function watchStaff(app: App): Promise<void> {
  const found = await listStaffMisses(app.db, app.clock.now() - HOUR)
  const names: string[] = []
  let tries = 0
  for (const { player, misses } of found) {
    if (!(await isAllowed(app, player, 'panel.access'))) continue
    names.push(player.username)
    tries += misses
  }
  if (tries < MANY) return
  await change(app, { actor: null, ip: null }, async (work) => {
    const once = { calls: 1, resetsAt: work.now + HOUR, now: work.now }
    if (await countCall(work.tx, 'staff-guessed', once))
      await tellOfGuessing(app, work, { names, tries })
  })
}
