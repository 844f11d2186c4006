import { basename } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import type { App } from '../../app.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { requireSuperuser } from '../../permissions/superusers/require-superuser.ts'
import { isoInstant } from '../../platform/clock.ts'
import { ImportRefused } from '../import-refused.ts'
import type { Step, Progress as Tell } from '../progress.ts'
import { lookAtSource, moveIn, type Plan } from '../run-import.ts'
import { findProved, provePassword } from '../try-password.ts'
import { type Look, wantedOf } from './import-form.ts'
import { panelReport } from './panel-report.ts'
import { plain, refusedOr } from './refused-move.ts'
import { type Run, WAITS } from './run.ts'
import { type Asked, openAsked } from './run-request.ts'
import { findRun, type Progress, renewRun, replaceRun } from './run-store.ts'
import { deleteUpload, pathOf } from './upload-file.ts'

const LOOKS_EVERY = 1000

/** What the holder of a run has of it. */
type Held = {
  run: Run
  /** How the source was looked at last, with the secrets that the database does not keep. */
  look: Look | undefined
  plan: Plan | undefined
  progress: Progress
  isWorking: boolean
  /** Whether the run was taken away, so that work on it is to end. */
  isGone: boolean
}

/**
 * Holds the run that this server has begun: it keeps the file and the plan, renews the lease, and does
 * what the owner asks for, on whichever server (docs/contract.md#moving-in).
 */
export class RunWorker {
  readonly #app: App
  #held: Held | undefined
  #timer: NodeJS.Timeout | undefined
  #last = Promise.resolve()

  constructor(app: App) {
    this.#app = app
  }

  /** Takes over a run that this server has just begun. */
  hold(run: Run): void {
    if (this.#held?.run.id === run.id) return
    if (this.#held) this.#letGo(this.#held)
    this.#held = {
      run,
      look: undefined,
      plan: undefined,
      progress: null,
      isWorking: false,
      isGone: false,
    }
    this.#timer = setInterval(() => this.look(), LOOKS_EVERY)
    this.#timer.unref()
  }

  /** Renews the lease, and begins what was asked of this server's run. */
  look(): Promise<void> {
    this.#last = this.#last
      .then(() => this.#lookOnce())
      .catch((err) => {
        this.#app.log.debug({ err }, 'a move could not be looked after')
        if (this.#app.isStopping() && this.#held) this.#letGo(this.#held)
      })
    return this.#last
  }

  /** How far the run is, if it is this server's; newer than what the database has. */
  progressOf(id: string): { progress: Progress } | undefined {
    return this.#held?.run.id === id ? { progress: this.#held.progress } : undefined
  }

  async #lookOnce(): Promise<void> {
    const { db, clock, config } = this.#app
    const mine = this.#held
    if (!mine) return
    const isWriting = mine.run.phase === 'writing' && mine.isWorking
    if (isWriting && !config.databaseUrl) return // SQLite's one writer is busy (show-run.ts)
    const found = await findRun(db)
    if (found?.run.id !== mine.run.id) return this.#letGo(mine)
    mine.run = found.run
    const now = clock.now()
    if (!mine.isWorking && now - mine.run.touchedAt >= WAITS) {
      await replaceRun(db, found, undefined, now)
      return this.#letGo(mine)
    }
    const { id, asked } = found.run
    await renewRun(db, { id, now, progress: mine.progress })
    if (asked === null || mine.isWorking) return
    const next = { ...found.run, asked: null }
    if (!(await replaceRun(db, found, next, now))) return
    mine.run = next
    mine.isWorking = true
    void this.#work(mine, asked)
  }

  /** Does what was asked; whatever happens, the run says how it ended. */
  async #work(mine: Held, sealed: string): Promise<void> {
    let asked: Asked | undefined
    try {
      asked = await openAsked(this.#app.keys, mine.run.id, sealed)
      if (asked.kind === 'look') await this.#lookAt(mine, asked.look)
      else if (asked.kind === 'prove') await this.#prove(mine, asked)
      else await this.#write(mine, asked)
    } catch (error) {
      await this.#fail(mine, error, asked)
    } finally {
      mine.isWorking = false
      mine.progress = null
      if (mine.isGone) this.#tidy(mine)
      else if (mine.run.phase === 'done') this.#letGo(mine)
      void this.look()
    }
  }

  async #lookAt(mine: Held, asked: Look): Promise<void> {
    dropPlan(mine)
    const kept = mine.look?.source === asked.source ? mine.look : undefined
    const { address, salt, key } = { ...kept, ...asked }
    mine.look = {
      ...asked,
      ...(address !== undefined && !mine.run.file && { address }),
      ...(salt !== undefined && { salt }),
      ...(key !== undefined && { key }),
    }
    const from = mine.run.file ? pathOf(this.#app.config, mine.run.file) : ''
    const plan = await lookAtSource(this.#app, wantedOf(mine.look, from), this.#tellOf(mine))
    mine.plan = plan
    const [report, scratch] = [panelReport(plan), basename(plan.scratch.path)]
    await this.#become(mine, { phase: 'ready', report, scratch, failure: null })
  }

  async #prove(mine: Held, { username, password }: Asked & { kind: 'prove' }): Promise<void> {
    const proof = { username, opens: false, problem: null as string | null }
    try {
      const entry = findProved(planOf(mine).scratch, username)
      proof.username = entry.name
      proof.opens = await provePassword(this.#app, entry, password).then(
        () => true,
        (error) => refusedOr(error, () => false),
      )
    } catch (error) {
      proof.problem = refusedOr(error, ({ message }) => plain(message))
    }
    await this.#become(mine, { phase: 'ready', proof })
  }

  async #write(mine: Held, asked: Asked & { kind: 'start' }): Promise<void> {
    const { by, skipFaulty, update } = asked
    const { source } = mine.run
    let done: Run | undefined
    await moveIn(this.#app, planOf(mine), {
      update,
      skipFaulty,
      by,
      progress: this.#tellOf(mine),
      async finish(within, outcome) {
        const { tx, now } = within
        await requireSuperuser(within)
        const found = await findRun(tx)
        const result = { ...outcome, at: isoInstant(now) }
        done = { ...mine.run, phase: 'done', asked: null, result, touchedAt: now }
        const isMine = found?.run.id === mine.run.id && found.run.phase === 'writing'
        if (!isMine || !(await replaceRun(tx, found, done, now))) {
          throw new ImportRefused('nothing was written: another move has taken the place of this')
        }
        within.note('import.ended', source, { after: String(outcome.imported) })
      },
    })
    if (done) mine.run = done
  }

  async #fail(mine: Held, error: unknown, asked: Asked | undefined): Promise<void> {
    const { log } = this.#app
    const noted = (err: unknown) => log.error({ err }, 'how a move ended is not written down')
    const isForeseen = error instanceof ImportRefused
    if (!isForeseen) log.error({ err: error }, 'a move in the panel failed')
    dropPlan(mine)
    const reason = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : ''
    const failure = isForeseen ? plain(error.message) : `unforeseen: ${reason}`
    await this.#become(mine, { phase: 'failed', failure, report: null, proof: null }).catch(noted)
    if (asked?.kind !== 'start') return
    const { source: target } = mine.run
    const entry = { action: 'import.failed', ...asked.by, target, after: mine.run.failure } as const
    await writeAudit(this.#app, entry).catch(noted)
  }

  /** Says how far the run is, unless it was taken away in the meantime. */
  async #become(mine: Held, changed: Partial<Run>): Promise<void> {
    const { db, clock } = this.#app
    for (;;) {
      const found = await findRun(db)
      if (found?.run.id !== mine.run.id) return this.#letGo(mine)
      const now = clock.now()
      const next = { ...found.run, ...changed, touchedAt: now }
      if (!(await replaceRun(db, found, next, now))) continue
      mine.run = next
      return
    }
  }

  #tellOf(mine: Held): Tell {
    let began: { step: Step; at: number } | undefined
    return async (step, done, total) => {
      if (mine.isGone) throw new ImportRefused('the owner has ended this')
      const now = this.#app.clock.now()
      if (began?.step !== step) began = { step, at: now }
      const part = total > 0 ? done / total : 0
      const left = ((now - began.at) / 1000) * (1 / part - 1)
      const secondsLeft = part > 0 && part <= 1 ? Math.round(left) : null
      mine.progress = { step, done, total, secondsLeft }
      await breathe() // everybody else is answered between two slices
    }
  }

  #letGo(mine: Held): void {
    mine.isGone = true
    if (this.#held === mine) {
      this.#held = undefined
      clearInterval(this.#timer)
    }
    if (!mine.isWorking) this.#tidy(mine)
  }

  #tidy(mine: Held): void {
    dropPlan(mine)
    deleteUpload(this.#app.config, mine.run.file)
  }
}

function dropPlan(mine: Held): void {
  mine.plan?.[Symbol.dispose]()
  mine.plan = undefined
}

function planOf({ plan }: Held): Plan {
  if (!plan) throw new ImportRefused('there is no report any more')
  return plan
}
