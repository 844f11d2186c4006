import type { Checkup, LauncherProduct, System } from '@portal/contract'
import type { App } from '../../app.ts'
import { ttlCache } from '../../platform/cache/ttl-cache.ts'
import { isoInstant, MINUTE, SECOND } from '../../platform/clock.ts'
import type { CheckContext } from './check.ts'
import { checks } from './checks.ts'
import { countInstances } from './doctor-store.ts'
import { runChecks } from './run-checks.ts'

const CHECK_INTERVAL = 10 * SECOND
/** How often a launcher is probed at most, because a probe hashes passwords. */
const PROBE_INTERVAL = 5 * MINUTE

type Deps = Pick<App, 'config' | 'clock' | 'db' | 'version' | 'smtpConfig'>
type Probe = NonNullable<CheckContext['probe']>
type CheckedSystem = Pick<System, 'instances' | 'checkedAt' | 'checkups'>

/**
 * Makes a function that describes the state of the site. It runs the checks at most every 10 s, because they send
 * requests to other servers, and probes each launcher at most every 5 min.
 */
export function systemOf(app: Deps, probe: Probe): (yourAddress: string) => Promise<System> {
  const startedAt = isoInstant(app.clock.now())
  const probed = atMostEvery(app, probe)
  const found = ttlCache(app.clock, CHECK_INTERVAL, (now) => runAll(app, now, probed))

  return async (yourAddress) => ({
    version: app.version,
    startedAt,
    yourAddress,
    ...(await found.read()),
  })
}

/**
 * Limits how often each launcher is probed. A failed probe is repeated each time, because an administrator may be
 * fixing the problem.
 */
function atMostEvery({ clock }: Deps, probe: Probe): Probe {
  const known = new Map<LauncherProduct, { at: number; steps: Checkup[] }>()
  return async (product) => {
    const now = clock.now()
    const last = known.get(product)
    if (last && now - last.at < PROBE_INTERVAL) return last.steps
    const steps = await probe(product)
    if (steps.every(({ state }) => state === 'good')) known.set(product, { at: now, steps })
    return steps
  }
}

async function runAll(app: Deps, now: number, probe: Probe): Promise<CheckedSystem> {
  const { config, clock, db } = app
  const smtpConfig = app.smtpConfig.read
  const allowsSlowChecks = false
  const context: CheckContext = {
    config,
    clock,
    db,
    smtpConfig,
    probe,
    wrongSettings: [],
    allowsSlowChecks,
  }
  const instances = await countInstances(db)
  return { instances, checkedAt: isoInstant(now), checkups: await runChecks(context, checks) }
}
