import { basename } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { requireSuperuser } from '../../access/require-superuser.ts'
import type { App } from '../../app.ts'

import { writeAudit } from '../../audit/write-audit.ts'
import { isoInstant } from '../../platform/clock.ts'
import { ImportRefused } from '../import-refused.ts'
import { lookAtSource, moveIn, type Plan } from '../move-in.ts'
import type { Progress, Step } from '../progress.ts'
import { findProved, provePassword } from '../prove-password.ts'
import { type Asked, openAsked } from './asks.ts'
import { panelReport } from './panel-report.ts'
import { ALIVE, type Pulse, type Run, WAITS } from './run.ts'
import { findRun, replaceRun, upsertPulse } from './run-store.ts'
import { deleteUpload, pathOf } from './upload-file.ts'
import { type Look, wantedOf } from './wanted.ts'

const LOOKS_EVERY = 1000

/** What the holder of a run has of it. */
type Held = {
  run: Run
  /** How the source was looked at last, with the secrets that the database does not keep. */
  look: Look | undefined
  plan: Plan | undefined
  progress: Pulse['progress']
  isWorking: boolean
  /** Whether the run was taken away, so that work on it is to end. */
  isGone: boolean
}

export type Holder = ReturnType<typeof openHolder>

/**
 * Holds the run that this server has begun: it keeps the file and the plan, tells that it lives, and does
 * what the owner asks for, on whichever server (docs/contract.md#moving-in).
 */
export function openHolder(app: App) {
  const { db, clock, log, keys, config } = app
  let held: Held | undefined
  let timer: NodeJS.Timeout | undefined
  let last = Promise.resolve()

  const letGo = (mine: Held): void => {
    mine.isGone = true
    if (held === mine) {
      held = undefined
      clearInterval(timer)
    }
    if (!mine.isWorking) tidy(mine)
  }
  const tidy = (mine: Held): void => {
    mine.plan?.[Symbol.dispose]()
    mine.plan = undefined
    deleteUpload(config, mine.run.file)
  }

  const look = (): Promise<void> => {
    last = last.then(lookOnce).catch((err) => {
      log.debug({ err }, 'a move could not be looked after')
      if (app.isStopping() && held) letGo(held)
    })
    return last
  }
  const lookOnce = async (): Promise<void> => {
    const mine = held
    if (!mine) return
    const isWriting = mine.run.phase === 'writing' && mine.isWorking
    if (isWriting && !config.databaseUrl) return // SQLite's one writer is busy (show-run.ts)
    const found = await findRun(db)
    if (found?.run.id !== mine.run.id) return letGo(mine)
    mine.run = found.run
    if (!mine.isWorking && clock.now() - mine.run.touchedAt >= WAITS) {
      await replaceRun(db, found, undefined)
      return letGo(mine)
    }
    const { id, asked } = found.run
    await upsertPulse(db, { id, until: clock.now() + ALIVE, progress: mine.progress })
    if (asked === null || mine.isWorking) return
    const next = { ...found.run, asked: null }
    if (!(await replaceRun(db, found, next))) return
    mine.run = next
    mine.isWorking = true
    void work(mine, asked)
  }

  /** Does what was asked; whatever happens, the run says how it ended. */
  const work = async (mine: Held, sealed: string): Promise<void> => {
    let asked: Asked | undefined
    try {
      asked = await openAsked(keys, mine.run.id, sealed)
      if (asked.kind === 'look') await lookAt(mine, asked.look)
      else if (asked.kind === 'prove') await prove(mine, asked)
      else await write(mine, asked)
    } catch (error) {
      const isForeseen = error instanceof ImportRefused
      if (!isForeseen) log.error({ err: error }, 'a move in the panel failed')
      mine.plan?.[Symbol.dispose]()
      mine.plan = undefined
      const reason = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : ''
      const failure = isForeseen ? plain(error.message) : `unforeseen: ${reason}`
      await become(mine, { phase: 'failed', failure, report: null, proof: null }).catch(noted)
      if (asked?.kind === 'start') await tellFailure(mine, asked).catch(noted)
    } finally {
      mine.isWorking = false
      mine.progress = null
      if (mine.isGone) tidy(mine)
      else if (mine.run.phase === 'done') letGo(mine)
      void look()
    }
  }
  const noted = (err: unknown): void => log.error({ err }, 'how a move ended is not written down')

  const lookAt = async (mine: Held, asked: Look): Promise<void> => {
    mine.plan?.[Symbol.dispose]()
    mine.plan = undefined
    const kept = mine.look?.source === asked.source ? mine.look : undefined
    const { address, salt, key } = { ...kept, ...asked }
    mine.look = {
      ...asked,
      ...(address !== undefined && !mine.run.file && { address }),
      ...(salt !== undefined && { salt }),
      ...(key !== undefined && { key }),
    }
    const from = mine.run.file ? pathOf(config, mine.run.file) : ''
    const plan = await lookAtSource(app, wantedOf(mine.look, from), progressOf(mine))
    mine.plan = plan
    const [report, scratch] = [panelReport(plan), basename(plan.scratch.path)]
    await become(mine, { phase: 'ready', report, scratch, failure: null })
  }

  const prove = async (mine: Held, asked: Asked & { kind: 'prove' }): Promise<void> => {
    const { username, password } = asked
    const proof = { username, opens: false, problem: null as string | null }
    try {
      const entry = findProved(planOf(mine).scratch, username)
      proof.username = entry.name
      proof.opens = await provePassword(app, entry, password).then(
        () => true,
        (error) => refusedOr(error, () => false),
      )
    } catch (error) {
      proof.problem = refusedOr(error, ({ message }) => plain(message))
    }
    await become(mine, { phase: 'ready', proof })
  }

  const write = async (mine: Held, asked: Asked & { kind: 'start' }): Promise<void> => {
    const { by, skipFaulty, update } = asked
    const { source } = mine.run
    let done: Run | undefined
    await moveIn(app, planOf(mine), {
      update,
      skipFaulty,
      by,
      progress: progressOf(mine),
      async finish(within, outcome) {
        await requireSuperuser(within)
        const found = await findRun(within.tx)
        const result = { ...outcome, at: isoInstant(within.now) }
        done = { ...mine.run, phase: 'done', asked: null, result, touchedAt: within.now }
        const isMine = found?.run.id === mine.run.id && found.run.phase === 'writing'
        if (!isMine || !(await replaceRun(within.tx, found, done))) {
          throw new ImportRefused('nothing was written: another move has taken the place of this')
        }
        within.note('import.ended', source, { after: String(outcome.imported) })
      },
    })
    if (done) mine.run = done
  }

  const tellFailure = async (mine: Held, { by }: Asked & { kind: 'start' }): Promise<void> => {
    const { source: target, failure: after } = mine.run
    await writeAudit(app, { action: 'import.failed', ...by, target, after })
  }

  /** Says how far the run is, unless it was taken away meanwhile. */
  const become = async (mine: Held, changed: Partial<Run>): Promise<void> => {
    for (;;) {
      const found = await findRun(db)
      if (found?.run.id !== mine.run.id) {
        letGo(mine)
        return
      }
      const next = { ...found.run, ...changed, touchedAt: clock.now() }
      if (await replaceRun(db, found, next)) {
        mine.run = next
        return
      }
    }
  }

  const progressOf = (mine: Held): Progress => {
    let began: { step: Step; at: number } | undefined
    return async (step, done, total) => {
      if (mine.isGone) throw new ImportRefused('the owner has ended this')
      const now = clock.now()
      if (began?.step !== step) began = { step, at: now }
      const part = total > 0 ? done / total : 0
      const left = ((now - began.at) / 1000) * (1 / part - 1)
      const secondsLeft = part > 0 && part <= 1 ? Math.round(left) : null
      mine.progress = { step, done, total, secondsLeft }
      await breathe() // everybody else is answered between two slices
    }
  }

  return {
    /** Takes over a run that this server has just begun. */
    hold(run: Run): void {
      if (held?.run.id === run.id) return
      if (held) letGo(held)
      const mine: Held = {
        run,
        look: undefined,
        plan: undefined,
        progress: null,
        isWorking: false,
        isGone: false,
      }
      held = mine
      timer = setInterval(look, LOOKS_EVERY)
      timer.unref()
    },
    /** Sees at once what was asked of this server's run. */
    look,
    /** How far the run is, if it is this server's; newer than what the database has. */
    progressOf: (id: string) => (held?.run.id === id ? { progress: held.progress } : undefined),
  }
}

function planOf({ plan }: Held): Plan {
  if (!plan) throw new ImportRefused('there is no report any more')
  return plan
}

function refusedOr<T>(error: unknown, refused: (error: ImportRefused) => T): T {
  if (error instanceof ImportRefused) return refused(error)
  throw error
}

/** Takes out what only the command line has: its options, and paths of this machine. */
function plain(message: string): string {
  return message.replace(/^--(from|prove) .*?: (?=\S)/, '').replace(/^nothing was written: /, '')
}
