import { basename } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import type { ImportMessage } from '@portal/contract'
import type { App } from '../../app.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { requireSuperuser } from '../../permissions/superusers/require-superuser.ts'
import { isoInstant } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import { describeMessage, importMessage } from '../import-message.ts'
import { ImportRefused } from '../import-refused.ts'
import type { ImportStep, ReportProgress as Tell } from '../progress.ts'
import { type ImportPlan, planImport, writeImport } from '../run-import.ts'
import { findTrialPlayer, opensAccount } from '../try-password.ts'
import { type ImportForm, toImportRequest } from './import-form.ts'
import { panelReport } from './panel-report.ts'
import { IDLE_TTL, type Run } from './run.ts'
import { openRunRequest, type RunRequest } from './run-request.ts'
import { findRun, type Progress, renewRun, replaceRun } from './run-store.ts'
import { deleteUpload, uploadPath } from './upload-file.ts'

const POLL_INTERVAL = 1000

type OwnedRun = {
  run: Run
  /** The form of the last plan, with its secrets, which the database does not store. */
  look: ImportForm | undefined
  plan: ImportPlan | undefined
  progress: Progress
  isWorking: boolean
  /** Whether an administrator has ended or replaced the run, so that its work must stop. */
  isRevoked: boolean
}

/** Renews the lease of the run whose file and plan this server has, and executes requests (docs/imports.md). */
export class RunWorker {
  readonly #app: App
  #held: OwnedRun | undefined
  #timer: NodeJS.Timeout | undefined
  #last = Promise.resolve()

  constructor(app: App) {
    this.#app = app
  }

  own(run: Run): void {
    if (this.#held?.run.id === run.id) return
    if (this.#held) this.#letGo(this.#held)
    this.#held = {
      run,
      look: undefined,
      plan: undefined,
      progress: null,
      isWorking: false,
      isRevoked: false,
    }
    this.#timer = setInterval(() => this.poll(), POLL_INTERVAL)
    this.#timer.unref()
  }

  poll(): Promise<void> {
    this.#last = this.#last
      .then(() => this.#lookOnce())
      .catch((err) => {
        this.#app.log.debug({ err }, 'polling the import run failed, will retry')
        if (this.#app.isStopping() && this.#held) this.#letGo(this.#held)
      })
    return this.#last
  }

  /** Returns the progress of this server's run, which is newer than that in the database; undefined for other runs. */
  progressOf(id: string): { progress: Progress } | undefined {
    return this.#held?.run.id === id ? { progress: this.#held.progress } : undefined
  }

  async #lookOnce(): Promise<void> {
    const { db, clock, config } = this.#app
    const owned = this.#held
    if (!owned) return
    const isWriting = owned.run.phase === 'writing' && owned.isWorking
    if (isWriting && !config.databaseUrl) return // SQLite's only writer is busy (show-run.ts)
    const found = await findRun(db)
    if (found?.run.id !== owned.run.id) return this.#letGo(owned)
    owned.run = found.run
    const now = clock.now()
    if (!owned.isWorking && now - owned.run.touchedAt >= IDLE_TTL) {
      await replaceRun(db, found, undefined, now)
      return this.#letGo(owned)
    }
    const { id, asked: request } = found.run
    await renewRun(db, { id, now, progress: owned.progress })
    if (request === null || owned.isWorking) return
    const next = { ...found.run, asked: null }
    if (!(await replaceRun(db, found, next, now))) return
    owned.run = next
    owned.isWorking = true
    void this.#work(owned, request)
  }

  /** Executes a request of an administrator. If that fails, the run becomes `failed`. */
  async #work(owned: OwnedRun, sealed: string): Promise<void> {
    let request: RunRequest | undefined
    try {
      request = await openRunRequest(this.#app.keys, owned.run.id, sealed)
      if (request.kind === 'look') await this.#lookAt(owned, request.look)
      else if (request.kind === 'prove') await this.#prove(owned, request)
      else await this.#write(owned, request)
    } catch (error) {
      await this.#fail(owned, error, request)
    } finally {
      owned.isWorking = false
      owned.progress = null
      if (owned.isRevoked) this.#tidy(owned)
      else if (owned.run.phase === 'done') this.#letGo(owned)
      void this.poll()
    }
  }

  async #lookAt(owned: OwnedRun, request: ImportForm): Promise<void> {
    dropPlan(owned)
    const kept = owned.look?.source === request.source ? owned.look : undefined
    const { address, salt, key } = { ...kept, ...request }
    owned.look = {
      ...request,
      ...(address !== undefined && !owned.run.file && { address }),
      ...(salt !== undefined && { salt }),
      ...(key !== undefined && { key }),
    }
    const from = owned.run.file ? uploadPath(this.#app.config, owned.run.file) : ''
    const plan = await planImport(this.#app, toImportRequest(owned.look, from), this.#tellOf(owned))
    owned.plan = plan
    const [report, staging] = [panelReport(plan), basename(plan.staging.path)]
    await this.#become(owned, {
      phase: 'ready',
      report,
      scratch: staging,
      failure: null,
      failureCode: null,
    })
  }

  async #prove(
    owned: OwnedRun,
    { username, password }: RunRequest & { kind: 'prove' },
  ): Promise<void> {
    const proof: NonNullable<Run['proof']> = { username, opens: false, problem: null }
    try {
      const entry = findTrialPlayer(planOf(owned).staging, username)
      proof.username = entry.name
      proof.opens = await opensAccount(this.#app, entry, password)
    } catch (error) {
      if (!(error instanceof ImportRefused)) throw error
      proof.problem = describeMessage(error.reason)
      proof.problemCode = error.reason
    }
    await this.#become(owned, { phase: 'ready', proof })
  }

  async #write(owned: OwnedRun, request: RunRequest & { kind: 'start' }): Promise<void> {
    const { by, skipFaulty, update } = request
    const { source } = owned.run
    let done: Run | undefined
    await writeImport(this.#app, planOf(owned), {
      update,
      skipFaulty,
      by,
      progress: this.#tellOf(owned),
      async finish(unitOfWork, outcome) {
        const { tx, now } = unitOfWork
        await requireSuperuser(unitOfWork)
        const found = await findRun(tx)
        const result = { ...outcome, at: isoInstant(now) }
        done = { ...owned.run, phase: 'done', asked: null, result, touchedAt: now }
        const isOwn = found?.run.id === owned.run.id && found.run.phase === 'writing'
        if (!isOwn || !(await replaceRun(tx, found, done, now))) {
          throw new ImportRefused(importMessage('replaced', {}))
        }
        unitOfWork.audit('import.ended', source, { after: String(outcome.imported) })
      },
    })
    if (done) owned.run = done
  }

  async #fail(owned: OwnedRun, error: unknown, request: RunRequest | undefined): Promise<void> {
    const { log } = this.#app
    const logAuditFailure = (err: unknown) =>
      log.error({ err }, 'recording the end of an import failed')
    const failureCode = reasonOf(error)
    if (failureCode.code === 'unforeseen') log.error({ err: error }, 'import in the panel failed')
    dropPlan(owned)
    const failure = describeMessage(failureCode)
    const ended = { phase: 'failed', failure, failureCode, report: null, proof: null } as const
    await this.#become(owned, ended).catch(logAuditFailure)
    if (request?.kind !== 'start') return
    const { source: target } = owned.run
    const entry = {
      action: 'import.failed',
      ...request.by,
      target,
      after: owned.run.failure,
    } as const
    await writeAudit(this.#app, entry).catch(logAuditFailure)
  }

  async #become(owned: OwnedRun, changed: Partial<Run>): Promise<void> {
    const { db, clock } = this.#app
    for (;;) {
      const found = await findRun(db)
      if (found?.run.id !== owned.run.id) return this.#letGo(owned)
      const now = clock.now()
      const next = { ...found.run, ...changed, touchedAt: now }
      if (!(await replaceRun(db, found, next, now))) continue
      owned.run = next
      return
    }
  }

  #tellOf(owned: OwnedRun): Tell {
    let began: { step: ImportStep; at: number } | undefined
    return async (step, done, total) => {
      if (owned.isRevoked) throw new ImportRefused(importMessage('canceled', {}))
      const now = this.#app.clock.now()
      if (began?.step !== step) began = { step, at: now }
      const part = total > 0 ? done / total : 0
      const left = ((now - began.at) / 1000) * (1 / part - 1)
      const secondsLeft = part > 0 && part <= 1 ? Math.round(left) : null
      owned.progress = { step, done, total, secondsLeft }
      await breathe() // lets the server answer other requests between two batches
    }
  }

  #letGo(owned: OwnedRun): void {
    owned.isRevoked = true
    if (this.#held === owned) {
      this.#held = undefined
      clearInterval(this.#timer)
    }
    if (!owned.isWorking) this.#tidy(owned)
  }

  #tidy(owned: OwnedRun): void {
    dropPlan(owned)
    deleteUpload(this.#app.config, owned.run.file)
  }
}

function dropPlan(owned: OwnedRun): void {
  owned.plan?.[Symbol.dispose]()
  owned.plan = undefined
}

function planOf({ plan }: OwnedRun): ImportPlan {
  if (!plan) throw new ImportRefused(importMessage('report-expired', {}))
  return plan
}

function reasonOf(error: unknown): ImportMessage {
  if (error instanceof ImportRefused) return error.reason
  if (error instanceof Refusal && error.code === 'auth.forbidden') {
    return importMessage('not-superuser', {})
  }
  const [detail = ''] = error instanceof Error ? error.message.split('\n', 1) : []
  return importMessage('unforeseen', { detail })
}
