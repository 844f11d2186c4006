import { basename } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import type { App } from '../../app.ts'
import { COMMAND_LINE } from '../../audit/actor.ts'
import { change } from '../../audit/change.ts'
import { isoInstant } from '../../platform/clock.ts'
import { newId } from '../../platform/random.ts'
import { ImportCommandRefused } from '../import-refused.ts'
import type { ReportProgress } from '../progress.ts'
import type { FinishHook } from '../write/write-players.ts'
import { commandHolder, HEARTBEAT_TTL, newRun, type Run } from './run.ts'
import {
  type FoundRun,
  findRun,
  type Progress as RunProgress,
  renewRun,
  replaceRun,
} from './run-store.ts'
import { isAlive } from './show-run.ts'

export type ImportSlot = {
  /**
   * Returns a function that reports progress like the given one, and also in the panel. It throws once an administrator
   * has ended the import in the panel.
   */
  reportProgress(progress: ReportProgress): ReportProgress
  markWriting(staging: string): Promise<void>
  /**
   * Must be called in the transaction that writes the players. It throws if the import has lost the slot, so that
   * nothing is written.
   */
  finish: FinishHook
}

/**
 * Runs `work` in the only slot for imports (docs/imports.md). Frees the slot afterwards. If the process is killed, the
 * slot becomes free after at most 30 s.
 * @throws ImportCommandRefused while another import runs; errors of `work`
 */
export async function runImportByCommand<T>(
  app: App,
  source: string,
  work: (slot: ImportSlot) => Promise<T>,
): Promise<T> {
  const { db, clock, config, log } = app
  const { id } = await acquireSlot(app, source)
  let progress: RunProgress = null
  let [isWriting, isRevoked] = [false, false]

  const renewLease = async (): Promise<void> => {
    if (isWriting && !config.databaseUrl) return // SQLite's only writer is busy; the lock of the plan shows life
    isRevoked = !(await renewRun(db, { id, now: clock.now(), progress }))
  }
  const timer = setInterval(() => {
    renewLease().catch((err) => log.debug({ err }, 'renewing the import lease failed, will retry'))
  }, HEARTBEAT_TTL / 6)
  const requireOwn = (found: FoundRun | undefined): FoundRun => {
    if (found?.run.id === id) return found
    throw new ImportCommandRefused('nothing was written: the import was ended in the panel')
  }
  const update = async (tx: App['db'], next: (run: Run) => Partial<Run>): Promise<void> => {
    const found = requireOwn(await findRun(tx))
    const now = clock.now()
    const changed = { ...found.run, ...next(found.run), touchedAt: now }
    if (!(await replaceRun(tx, found, changed, now))) requireOwn(undefined)
  }

  try {
    return await work({
      reportProgress: (shown) => async (step, done, total) => {
        if (isRevoked) requireOwn(undefined)
        progress = { step, done, total, secondsLeft: null }
        await shown(step, done, total)
        await breathe() // lets the timer above renew the lease
      },
      async markWriting(staging) {
        await update(db, () => ({ phase: 'writing', scratch: basename(staging) }))
        isWriting = true
      },
      async finish({ tx, now }, outcome) {
        const result = { ...outcome, at: isoInstant(now) }
        await update(tx, () => ({ phase: 'done', result }))
      },
    })
  } finally {
    clearInterval(timer)
    await releaseSlot(app, id)
  }
}

async function acquireSlot(app: App, source: string): Promise<Run> {
  const { db, clock, random } = app
  const id = newId(random)
  const given = {
    id,
    holder: commandHolder(),
    by: COMMAND_LINE,
    phase: 'reading',
    file: null,
  } as const
  for (;;) {
    const found = await findRun(db)
    if (found && isRunning(app, found)) throw new ImportCommandRefused(refusalOf(found.run))
    const now = clock.now()
    const run = { ...newRun(given, now), source }
    const isTaken = await change(app, COMMAND_LINE, ({ tx }) => replaceRun(tx, found, run, now))
    if (isTaken) return run
  }
}

function isRunning(app: App, found: FoundRun): boolean {
  const { phase } = found.run
  return phase !== 'done' && phase !== 'failed' && isAlive(app, found)
}

function refusalOf({ by, source, beganAt, phase }: Run): string {
  const where = by.actor === COMMAND_LINE.actor ? 'by another command' : 'in the panel'
  const what = source === null ? '' : ` from ${source}`
  const advice =
    by.actor === COMMAND_LINE.actor
      ? 'wait for it; a killed command expires after 30 s'
      : 'end it there (Panel → Move in), or wait for it'
  return `nothing was written: an import${what} ${where} is running since ${isoInstant(beganAt)} (${phase}): ${advice}`
}

async function releaseSlot({ db, clock }: App, id: string): Promise<void> {
  for (;;) {
    const found = await findRun(db)
    if (found?.run.id !== id || found.run.phase === 'done') return
    if (await replaceRun(db, found, undefined, clock.now())) return
  }
}
