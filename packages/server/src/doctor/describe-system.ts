import type { System } from '@portal/contract'
import type { App } from '../app.ts'
import { isoInstant, SECOND } from '../platform/clock.ts'
import { memo } from '../platform/memo.ts'
import { checks } from './checks.ts'
import type { Patient } from './checkup.ts'
import { countInstances } from './doctor-store.ts'
import { examine } from './examine.ts'

const LOOKED_EVERY = 10 * SECOND

type Needs = Pick<App, 'config' | 'clock' | 'db' | 'version' | 'mailWays'>
type Found = Pick<System, 'instances' | 'checkedAt' | 'checkups'>

/**
 * Makes a function that describes the running system, as the doctor sees it, to a caller at the
 * given address. It looks at most once every ten seconds, because each look asks other servers.
 */
export function systemOf(app: Needs): (yourAddress: string) => Promise<System> {
  const startedAt = isoInstant(app.clock.now())
  const found = memo(app.clock, LOOKED_EVERY, (now) => look(app, now))

  return async (yourAddress) => ({
    version: app.version,
    startedAt,
    yourAddress,
    ...(await found.read()),
  })
}

async function look(app: Needs, now: number): Promise<Found> {
  const { config, clock, db } = app
  const mailWay = app.mailWays.read
  const patient: Patient = { config, clock, db, mailWay, wrongSettings: [], isPatient: false }
  const instances = await countInstances(db)
  return { instances, checkedAt: isoInstant(now), checkups: await examine(patient, checks) }
}
