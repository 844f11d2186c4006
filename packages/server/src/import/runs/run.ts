import { hostname } from 'node:os'
import type { ImportReport, ImportRun } from '@portal/contract'
import type { Actor } from '../../audit/actor.ts'
import { HOUR, MINUTE } from '../../platform/clock.ts'

/**
 * The one move that the panel knows, as it is kept in the database (docs/contract.md#moving-in). Everything
 * a server of the site needs to show it is here; what its holder alone has, the plan and the file, is not.
 */
export type Run = {
  id: string
  /** The server, or the process of a command, that has the plan. */
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
  result: ImportRun['result']
  /** What its holder is to do next, sealed, because it may have passwords. */
  asked: string | null
  /** The file of the plan, which is locked while its holder lives. */
  scratch: string | null
}

export type RunFile = {
  /** Its name in the data folder, and at the owner's. */
  path: string
  name: string
  size: number
  /** Whether it begins as an SQLite file does; null until it has arrived whole. */
  isDatabase: boolean | null
}

const COMMANDS = `command ${hostname()} `

/** Names this process as the holder of a run. */
export function commandHolder(): string {
  return COMMANDS + process.pid
}

/** Whether a run's holder was a command of this machine which is over: nobody has to wait for it. */
export function isOverHere({ holder }: Run): boolean {
  if (!holder.startsWith(COMMANDS)) return false
  try {
    process.kill(Number(holder.slice(COMMANDS.length)), 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

/** How long a holder that says nothing counts as alive. */
export const ALIVE = MINUTE / 2

/** How long a file or a plan waits for its owner. */
export const WAITS = HOUR

const BUSY: readonly Run['phase'][] = ['reading', 'proving', 'writing']

/** Whether the holder is doing something with it, or is about to. */
export function isBusy({ phase }: Run): boolean {
  return BUSY.includes(phase)
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
