import { basename } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import type { App } from '../../app.ts'
import { COMMAND } from '../../audit/actor.ts'
import { change } from '../../audit/change.ts'
import { isoInstant } from '../../platform/clock.ts'
import { newId } from '../../platform/random.ts'
import { ImportRefused } from '../import-refused.ts'
import type { Progress } from '../progress.ts'
import type { Finish } from '../write/write-players.ts'
import { ALIVE, commandHolder, newRun, type Run } from './run.ts'
import {
  type FoundRun,
  findRun,
  type Progress as RunProgress,
  renewRun,
  replaceRun,
} from './run-store.ts'
import { isAlive } from './show-run.ts'

/** How a command tells where it is, in the place that it has taken. */
export type Place = {
  /** Shows progress in the panel as well. It throws when the owner has ended the move there. */
  seen(progress: Progress): Progress
  /** Says that players are written from now on. @param scratch the file of the plan. */
  writes(scratch: string): Promise<void>
  /** Belongs to the transaction that writes, so that a move whose place was taken writes nothing. */
  finish: Finish
}

/**
 * Does a move by the command in the one place that there is for moves (docs/contract.md#moving-in). The
 * place is free again afterwards, 30 seconds after a kill at the latest.
 *
 * @throws ImportRefused while another move is under way; and what `work` throws.
 */
export async function moveByCommand<T>(
  app: App,
  source: string,
  work: (place: Place) => Promise<T>,
): Promise<T> {
  const { db, clock, config, log } = app
  const { id } = await takePlace(app, source)
  let progress: RunProgress = null
  let [isWriting, isGone] = [false, false]

  const beat = async (): Promise<void> => {
    if (isWriting && !config.databaseUrl) return // SQLite's one writer is busy; the plan's lock tells
    isGone = !(await renewRun(db, { id, now: clock.now(), progress }))
  }
  const timer = setInterval(() => {
    beat().catch((err) => log.debug({ err }, 'a move could not say that it lives'))
  }, ALIVE / 6)
  const mine = (found: FoundRun | undefined): FoundRun => {
    if (found?.run.id === id) return found
    throw new ImportRefused('nothing was written: this move was ended in the panel')
  }
  const put = async (tx: App['db'], next: (run: Run) => Partial<Run>): Promise<void> => {
    const found = mine(await findRun(tx))
    const now = clock.now()
    const changed = { ...found.run, ...next(found.run), touchedAt: now }
    if (!(await replaceRun(tx, found, changed, now))) mine(undefined)
  }

  try {
    return await work({
      seen: (shown) => async (step, done, total) => {
        if (isGone) mine(undefined)
        progress = { step, done, total, secondsLeft: null }
        await shown(step, done, total)
        await breathe() // lets the timer say that this lives
      },
      async writes(scratch) {
        await put(db, () => ({ phase: 'writing', scratch: basename(scratch) }))
        isWriting = true
      },
      async finish({ tx, now }, outcome) {
        const result = { ...outcome, at: isoInstant(now) }
        await put(tx, () => ({ phase: 'done', result }))
      },
    })
  } finally {
    clearInterval(timer)
    await leavePlace(app, id)
  }
}

async function takePlace(app: App, source: string): Promise<Run> {
  const { db, clock, random } = app
  const id = newId(random)
  const given = { id, holder: commandHolder(), by: COMMAND, phase: 'reading', file: null } as const
  for (;;) {
    const found = await findRun(db)
    if (found && isUnderWay(app, found)) throw new ImportRefused(refusalOf(found.run))
    const now = clock.now()
    const run = { ...newRun(given, now), source }
    const isTaken = await change(app, COMMAND, ({ tx }) => replaceRun(tx, found, run, now))
    if (isTaken) return run
  }
}

function isUnderWay(app: App, found: FoundRun): boolean {
  const { phase } = found.run
  return phase !== 'done' && phase !== 'failed' && isAlive(app, found)
}

function refusalOf({ by, source, beganAt, phase }: Run): string {
  const where = by.actor === COMMAND.actor ? 'by another command' : 'in the panel'
  const what = source === null ? '' : ` from ${source}`
  const how =
    by.actor === COMMAND.actor
      ? 'wait for it; a command that was killed is forgotten after 30 seconds'
      : 'end it there (Panel → Move in), or wait for it'
  return `nothing was written: a move${what} ${where} is under way since ${isoInstant(beganAt)} (${phase}): ${how}`
}

/** Forgets the run, unless it says that it is done. */
async function leavePlace({ db, clock }: App, id: string): Promise<void> {
  for (;;) {
    const found = await findRun(db)
    if (found?.run.id !== id || found.run.phase === 'done') return
    if (await replaceRun(db, found, undefined, clock.now())) return
  }
}
