import { hostname } from 'node:os'
import type { ImportReport, ImportRun } from '@portal/contract'
import type { Actor } from '../../audit/actor.ts'
import { HOUR, MINUTE } from '../../platform/clock.ts'

/**
 * An import run, with everything that any server needs to show it. Only the holder has the plan and the file
 * (docs/imports.md).
 */
export type Run = {
  id: string
  /** The server that has the plan, or the process of the command. */
  holder: string
  by: Actor
  beganAt: number
  touchedAt: number
  phase: Exclude<ImportRun['phase'], 'lost'>
  source: string | null
  place: string | null
  file: RunFile | null
  report: ImportReport | null
  proof: ImportRun['proof']
  failure: string | null
  /** The code of `failure`; null if the run has not failed, undefined in a run of an older release. */
  failureCode?: ImportRun['failureCode']
  result: ImportRun['result']
  /** The next request to the holder, encrypted because it may contain passwords; null without one. */
  asked: string | null
  /** The name of the plan's file, which is locked as long as the holder lives; null without a plan. */
  scratch: string | null
}

export type RunFile = {
  path: string
  name: string
  size: number
  /** Whether the file begins like an SQLite file; null until the upload is complete. */
  isDatabase: boolean | null
}

const COMMAND_HOLDER_PREFIX = `command ${hostname()} `

export function commandHolder(): string {
  return COMMAND_HOLDER_PREFIX + process.pid
}

/**
 * Whether the holder was a command on this machine that has ended. If so, the run need not wait for its lease to
 * expire.
 */
export function isLocalProcessGone({ holder }: Run): boolean {
  if (!holder.startsWith(COMMAND_HOLDER_PREFIX)) return false
  try {
    process.kill(Number(holder.slice(COMMAND_HOLDER_PREFIX.length)), 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

/** For how long after its last heartbeat a holder counts as alive. */
export const HEARTBEAT_TTL = MINUTE / 2

export const IDLE_TTL = HOUR

const BUSY_PHASES: readonly Run['phase'][] = ['reading', 'proving', 'writing']

export function isBusy({ phase }: Run): boolean {
  return BUSY_PHASES.includes(phase)
}

export function newRun(
  given: Pick<Run, 'id' | 'holder' | 'by' | 'phase' | 'file'>,
  now: number,
): Run {
  return {
    ...given,
    beganAt: now,
    touchedAt: now,
    source: null,
    place: null,
    report: null,
    proof: null,
    failure: null,
    result: null,
    asked: null,
    scratch: null,
  }
}
