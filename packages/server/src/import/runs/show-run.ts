import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ImportRun, ImportState } from '@portal/contract'
import type { App } from '../../app.ts'
import { schemeNames } from '../../credentials/password-hash/formats/formats.ts'
import { isoInstant } from '../../platform/clock.ts'
import { isScratchInUse } from '../plan/staging-store.ts'
import { sources } from '../sources/sources.ts'
import { isOverHere } from './run.ts'
import type { FoundRun } from './run-store.ts'
import { receivedOf } from './upload-file.ts'

type Needs = Pick<App, 'config' | 'clock'>

/** What the page shows, from any server of the site. */
export function showRun(app: Needs, found: FoundRun | undefined): ImportState {
  return {
    sources: sources.map(({ name, places, columns }) => {
      return { name, places: [...places], columns: [...columns] }
    }),
    schemes: [...schemeNames],
    run: found ? toShown(app, found) : null,
  }
}

function toShown(app: Needs, found: FoundRun): ImportRun {
  const { id, phase, beganAt, source, place, file, report, proof, failure, result } = found.run
  const hasEnded = phase === 'done' || phase === 'failed'
  const { name = '', size = 0, isDatabase = null } = file ?? {}
  const received = file && isDatabase === null ? (receivedOf(app.config, file) ?? 0) : size
  return {
    id,
    source,
    place,
    report,
    proof,
    failure,
    result,
    phase: hasEnded || isAlive(app, found) ? phase : 'lost',
    beganAt: isoInstant(beganAt),
    file: file && { name, size, received: Math.min(received, size) },
    progress: found.progress,
  }
}

/**
 * Whether a run's holder lives. On SQLite it cannot say so while it writes players, which is one
 * transaction; there the lock of its plan tells, as all servers share a folder.
 */
export function isAlive({ config, clock }: Needs, { run, lease }: FoundRun): boolean {
  if (isOverHere(run)) return false
  if (lease.expiresAt > clock.now()) return true
  const path = run.scratch && !config.databaseUrl ? join(config.dataDir, run.scratch) : undefined
  return path !== undefined && existsSync(path) && isScratchInUse(path)
}
