import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ImportRun, ImportState } from '@portal/contract'
import type { App } from '../../app.ts'
import { schemeNames } from '../../credentials/password-hash/formats/formats.ts'
import { isoInstant } from '../../platform/clock.ts'
import { isStagingInUse } from '../plan/staging-store.ts'
import { sources } from '../sources/sources.ts'
import { isLocalProcessGone } from './run.ts'
import type { FoundRun } from './run-store.ts'
import { receivedBytes } from './upload-file.ts'

type Deps = Pick<App, 'config' | 'clock'>

export function showRun(app: Deps, found: FoundRun | undefined): ImportState {
  return {
    sources: sources.map(({ name, title, about, places, columns }) => {
      return { name, title, about, places: [...places], columns: [...columns] }
    }),
    schemes: [...schemeNames],
    run: found ? toShownRun(app, found) : null,
  }
}

function toShownRun(app: Deps, found: FoundRun): ImportRun {
  const { id, phase, beganAt, source, place, file, report, proof, result } = found.run
  const { failure, failureCode = null } = found.run
  const hasEnded = phase === 'done' || phase === 'failed'
  const { name = '', size = 0, isDatabase = null } = file ?? {}
  const received = file && isDatabase === null ? (receivedBytes(app.config, file) ?? 0) : size
  return {
    id,
    source,
    place,
    report,
    proof,
    failure,
    failureCode,
    result,
    phase: hasEnded || isAlive(app, found) ? phase : 'lost',
    beganAt: isoInstant(beganAt),
    file: file && { name, size, received: Math.min(received, size) },
    progress: found.progress,
  }
}

/**
 * Whether the holder of a run is alive. On SQLite the holder cannot renew its lease while it writes players, which is
 * one transaction. In that phase, the lock of the plan's file decides: all servers share the folder.
 */
export function isAlive({ config, clock }: Deps, { run, lease }: FoundRun): boolean {
  if (isLocalProcessGone(run)) return false
  if (lease.expiresAt > clock.now()) return true
  const path = run.scratch && !config.databaseUrl ? join(config.dataDir, run.scratch) : undefined
  return path !== undefined && existsSync(path) && isStagingInUse(path)
}
