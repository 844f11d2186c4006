import type { System } from '@portal/contract'
import type { App } from '../app.ts'
import { isoInstant, SECOND } from '../platform/clock.ts'
import { memo } from '../platform/memo.ts'
import { checks } from './checks.ts'
import type { Patient } from './checkup.ts'
import { countInstances } from './doctor-store.ts'
import { examine } from './examine.ts'

const LOOKED_EVERY = 10 * SECOND

type Needs = Pick<App, 'config' | 'clock' | 'db' | 'version'>
type Found = Pick<System, 'instances' | 'checkedAt' | 'checkups'>

/**
 * What the doctor says of the running site. It looks once in ten seconds, however many ask: each
 * look puts questions to others.
 *
 * @returns a function that describes the system to a caller at this address.
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
  const patient: Patient = { config, clock, db, wrongSettings: [], isPatient: false }
  const instances = await countInstances(db)
  return { instances, checkedAt: isoInstant(now), checkups: await examine(patient, checks) }
}
