import { IMPORT_FILE_LIMIT, IMPORT_PART_LIMIT, type ImportState } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { change, type UnitOfWork } from '../../audit/change.ts'
import { withoutPassword } from '../../database/postgres/url.ts'
import { requireRecentAuthentication } from '../../permissions/require-recent-authentication.ts'
import { notifySuperusers } from '../../permissions/superusers/notify-superusers.ts'
import { requireSuperuser } from '../../permissions/superusers/require-superuser.ts'
import { Refusal } from '../../platform/errors.ts'
import { newId } from '../../platform/random.ts'
import { type ImportForm, validateImportForm } from './import-form.ts'
import { isBusy, newRun, type Run } from './run.ts'
import { type RunRequest, sealRunRequest } from './run-request.ts'
import { type FoundRun, findRun, replaceRun } from './run-store.ts'
import { RunWorker } from './run-worker.ts'
import { isAlive, showRun } from './show-run.ts'
import { deleteOldUploads, isSqlite, newUpload, receivedBytes, writePart } from './upload-file.ts'

const MAX_ATTEMPTS = 5

/** Returns the next state of a run, or undefined to end the run. */
type RunTransition = (found: FoundRun | undefined, work: UnitOfWork<Actor>) => Run | undefined

type UploadPart = { name: string; size: number; offset: number; bytes: Buffer }

/**
 * Runs imports from the panel. Only for superusers, because an import connects the site to any database and writes
 * accounts with any password (docs/imports.md).
 */
export class PanelImport {
  readonly #app: App
  readonly #worker: RunWorker
  readonly #server: string

  constructor(app: App) {
    this.#app = app
    this.#worker = new RunWorker(app)
    this.#server = newId(app.random)
  }

  async show(by: Actor): Promise<ImportState> {
    await this.#requireSuperuser(by)
    return this.#show()
  }

  /**
   * Stores a part of an uploaded file. A repeated part overwrites the first one. Only the first part needs a recent
   * re-authentication, because the upload of a large file may take longer than a re-authentication is valid.
   */
  async upload(by: Actor, part: UploadPart): Promise<ImportState> {
    await this.#requireSuperuser(by)
    const { db, config } = this.#app
    const { size, offset, bytes } = part
    if (offset === 0) requireRecentAuthentication(by)
    if (size > IMPORT_FILE_LIMIT || bytes.length > IMPORT_PART_LIMIT) {
      throw new Refusal('request.toolarge')
    }
    const run = offset === 0 ? await this.#beginUpload(by, part) : (await findRun(db))?.run
    const { file } = run ?? {}
    if (!run || !file || run.phase !== 'uploading' || file.size !== size) {
      throw new Refusal('import.elsewhere')
    }
    const received = receivedBytes(config, file) ?? (run.holder === this.#server ? 0 : -1)
    if (offset > received || offset + bytes.length > size) throw new Refusal('import.elsewhere')
    await writePart(config, file, { offset, bytes })
    if (receivedBytes(config, file) === size) {
      await this.#endUpload(by, run.id, await isSqlite(config, file))
    }
    return this.#show()
  }

  /** Requests a plan. A repeated call reads the source again. */
  async plan(by: Actor, form: ImportForm): Promise<ImportState> {
    const source = validateImportForm(form)
    const id = newId(this.#app.random)
    await this.#decide(by, (found, work) => {
      const isCurrent = found && found.run.phase !== 'done' && isAlive(this.#app, found)
      const currentRun = isCurrent ? found.run : undefined
      if (currentRun && (isBusy(currentRun) || currentRun.phase === 'uploading')) {
        throw new Refusal('import.running')
      }
      const isByFile = form.address === undefined && currentRun?.place == null
      if (isByFile && !currentRun?.file) throw new Refusal('import.nofile')
      if (isByFile && !source.places.includes('file') && !currentRun?.file?.isDatabase) {
        throw new Refusal('import.nodatabase')
      }
      const isNewRun = !currentRun || (currentRun.file !== null) !== isByFile
      const run: Run = isNewRun
        ? newRun({ id, by, file: null, phase: 'reading', holder: this.#server }, work.now)
        : currentRun
      const place = form.address === undefined ? run.place : (withoutPassword(form.address) ?? '')
      const cleared = { report: null, proof: null, failure: null, failureCode: null, result: null }
      const next = { ...run, ...cleared, phase: 'reading' as const, source: source.name, place }
      return withRequest(next, work, { kind: 'look', look: form })
    })
    return this.#show()
  }

  async tryPassword(
    by: Actor,
    given: { username: string; password: string },
  ): Promise<ImportState> {
    await this.#decide(by, (found, work) => {
      const run: Run = { ...this.#ready(found), phase: 'proving' }
      return withRequest(run, work, { kind: 'prove', ...given })
    })
    return this.#show()
  }

  /** Starts writing. Only one of several concurrent requests succeeds, on any server. */
  async start(
    by: Actor,
    { withoutProof, skipFaulty, update }: Record<'withoutProof' | 'skipFaulty' | 'update', boolean>,
  ): Promise<ImportState> {
    const transition: RunTransition = (found, work) => {
      const run = this.#ready(found)
      const { report, proof } = run
      if (!report) throw new Refusal('import.notready')
      if (report.skipped.count > 0 && !skipFaulty) throw new Refusal('import.faulty')
      const hasOtherChanges = report.beside || (update && report.present > 0)
      if (report.importable === 0 && !hasOtherChanges) throw new Refusal('import.empty')
      if (!proof?.opens && !withoutProof) throw new Refusal('import.unproved')
      const request = { kind: 'start', by, skipFaulty, update } as const
      return withRequest({ ...run, phase: 'writing' }, work, request)
    }
    await this.#decide(by, transition, (work, run) => auditStart(this.#app, work, run))
    return this.#show()
  }

  async end(by: Actor): Promise<void> {
    await this.#decide(by, (found) => {
      if (found?.run.phase === 'writing' && isAlive(this.#app, found)) {
        throw new Refusal('import.running')
      }
      return undefined
    })
  }

  async #requireSuperuser(by: Actor): Promise<void> {
    await requireSuperuser({ tx: this.#app.db, by, now: this.#app.clock.now() })
  }

  async #show(): Promise<ImportState> {
    const found = await findRun(this.#app.db)
    const newer = found && this.#worker.progressOf(found.run.id)
    return showRun(this.#app, found && { ...found, ...newer })
  }

  /**
   * Stores the next state of the run, in one statement, unless the run has changed in the meantime; then repeats
   * `transition` with the new state.
   * @throws Refusal `import.running` after five attempts
   */
  async #decide(
    by: Actor,
    transition: RunTransition,
    note: (work: UnitOfWork<Actor>, next: Run | undefined) => Promise<void> = async () => undefined,
  ): Promise<Run | undefined> {
    const next = await change(this.#app, by, async (work) => {
      await requireSuperuser(work)
      for (let count = 1; count <= MAX_ATTEMPTS; count += 1) {
        const found = await findRun(work.tx)
        const next = transition(found, work)
        if (!(await replaceRun(work.tx, found, next, work.now))) continue
        await note(work, next)
        return next
      }
      throw new Refusal('import.running')
    })
    if (next?.holder === this.#server) this.#worker.own(next)
    void this.#worker.poll()
    return next
  }

  #ready(found: FoundRun | undefined): Run {
    if (!found || !isAlive(this.#app, found)) throw new Refusal('import.notready')
    if (isBusy(found.run)) throw new Refusal('import.running')
    if (found.run.phase !== 'ready') throw new Refusal('import.notready')
    return found.run
  }

  #beginUpload(by: Actor, { name, size }: UploadPart): Promise<Run | undefined> {
    const { random } = this.#app
    const [id, file] = [newId(random), newUpload(random, { name, size })]
    return this.#decide(by, (found, { now }) => {
      const { run } = found ?? {}
      if (found && run && isAlive(this.#app, found) && run.phase !== 'done') {
        const isSame = run.phase === 'uploading' && run.by.actor === by.actor
        if (isSame && run.file?.name === name && run.file.size === size) return run
        if (run.phase !== 'failed') throw new Refusal('import.running')
      }
      return newRun({ id, by, file, phase: 'uploading', holder: this.#server }, now)
    })
  }

  async #endUpload(by: Actor, id: string, isDatabase: boolean): Promise<void> {
    await this.#decide(by, (found, { now }) => {
      const { run } = found ?? {}
      if (run?.id !== id || !run.file) throw new Refusal('import.elsewhere')
      const file = { ...run.file, isDatabase }
      return { ...run, file, phase: 'uploaded', touchedAt: now }
    })
  }
}

function withRequest(run: Run, { generation, now }: UnitOfWork<Actor>, request: RunRequest): Run {
  return { ...run, asked: sealRunRequest(generation, run.id, request), touchedAt: now }
}

/**
 * Writes an audit entry when writing starts, and notifies superusers, because an import may grant panel permissions.
 */
async function auditStart(app: App, work: UnitOfWork<Actor>, run: Run | undefined): Promise<void> {
  work.audit('import.started', run?.source ?? null, { after: String(run?.report?.importable) })
  const targetName = run?.source ?? ''
  await notifySuperusers(app, work, { kind: 'import-started', targetName, path: '/panel/import' })
}

export async function deleteAbandonedImports(
  app: Pick<App, 'db' | 'config' | 'clock'>,
): Promise<void> {
  const found = await findRun(app.db)
  const kept = found && isAlive(app, found) ? found.run.file?.path : undefined
  deleteOldUploads(app.config, kept)
}
