import type { Checkup, LauncherProduct, System } from '@portal/contract'
import type { App } from '../../app.ts'
import { memo } from '../../platform/cache/ttl-cache.ts'
import { isoInstant, MINUTE, SECOND } from '../../platform/clock.ts'
import type { Patient } from './check.ts'
import { checks } from './checks.ts'
import { countInstances } from './doctor-store.ts'
import { examine } from './run-checks.ts'

const LOOKED_EVERY = 10 * SECOND
/** A probe hashes passwords. */
const PROBED_EVERY = 5 * MINUTE

type Needs = Pick<App, 'config' | 'clock' | 'db' | 'version' | 'mailWays'>
type Probe = NonNullable<Patient['probe']>
type Found = Pick<System, 'instances' | 'checkedAt' | 'checkups'>

/**
 * Makes a function that describes the running system, as the doctor sees it, to a caller at the
 * given address. It looks at most once every ten seconds, because each look asks other servers, and tries each
 * launcher at most once every five minutes.
 */
export function systemOf(app: Needs, probe: Probe): (yourAddress: string) => Promise<System> {
  const startedAt = isoInstant(app.clock.now())
  const probed = rarely(app, probe)
  const found = memo(app.clock, LOOKED_EVERY, (now) => look(app, now, probed))

  return async (yourAddress) => ({
    version: app.version,
    startedAt,
    yourAddress,
    ...(await found.read()),
  })
}

/** What went wrong is tried again at the next look: somebody may be mending it. */
function rarely({ clock }: Needs, probe: Probe): Probe {
  const known = new Map<LauncherProduct, { at: number; steps: Checkup[] }>()
  return async (product) => {
    const now = clock.now()
    const last = known.get(product)
    if (last && now - last.at < PROBED_EVERY) return last.steps
    const steps = await probe(product)
    if (steps.every(({ state }) => state === 'good')) known.set(product, { at: now, steps })
    return steps
  }
}

async function look(app: Needs, now: number, probe: Probe): Promise<Found> {
  const { config, clock, db } = app
  const mailWay = app.mailWays.read
  const isPatient = false
  const patient: Patient = { config, clock, db, mailWay, probe, wrongSettings: [], isPatient }
  const instances = await countInstances(db)
  return { instances, checkedAt: isoInstant(now), checkups: await examine(patient, checks) }
}
