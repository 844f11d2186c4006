import { IMPORT_FILE_LIMIT, IMPORT_PART_LIMIT, type ImportState } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { change, type Work } from '../../audit/change.ts'
import { withoutPassword } from '../../database/postgres/url.ts'
import { requireProof } from '../../permissions/require-proof.ts'
import { tellSuperusers } from '../../permissions/superusers/notify-superusers.ts'
import { requireSuperuser } from '../../permissions/superusers/require-superuser.ts'
import { Refusal } from '../../platform/errors.ts'
import { newId } from '../../platform/random.ts'
import { checkLook, type Look } from './import-form.ts'
import { isBusy, newRun, type Run } from './run.ts'
import { type Asked, sealAsked } from './run-request.ts'
import { type FoundRun, findRun, replaceRun } from './run-store.ts'
import { RunWorker } from './run-worker.ts'
import { isAlive, showRun } from './show-run.ts'
import { deleteOldUploads, isSqlite, newUpload, receivedOf, writePart } from './upload-file.ts'

/** How often a decision is made anew because the run changed under it. */
const TRIES = 5

/** What becomes of the run that was found; undefined ends it. */
type Step = (found: FoundRun | undefined, work: Work<Actor>) => Run | undefined

type Part = { name: string; size: number; offset: number; bytes: Buffer }

/**
 * Players move in by the panel (docs/contract.md#moving-in); for superusers alone, who alone can make the
 * site speak to any database and write accounts with passwords of their choice.
 */
export class PanelImport {
  readonly #app: App
  readonly #worker: RunWorker
  /** Names this server as the holder of the runs that begin here. */
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
   * Takes a part of a file. A part that was sent already is written over itself. Only the first part needs a
   * recent re-authentication, because a large file may take longer than one lasts.
   *
   * @throws Refusal `auth.forbidden`, `auth.proofrequired`, `request.toolarge`, `import.running`, `import.elsewhere`
   */
  async upload(by: Actor, part: Part): Promise<ImportState> {
    await this.#requireSuperuser(by)
    const { db, config } = this.#app
    const { size, offset, bytes } = part
    if (offset === 0) requireProof(by)
    if (size > IMPORT_FILE_LIMIT || bytes.length > IMPORT_PART_LIMIT) {
      throw new Refusal('request.toolarge')
    }
    const run = offset === 0 ? await this.#beginUpload(by, part) : (await findRun(db))?.run
    const { file } = run ?? {}
    if (!run || !file || run.phase !== 'uploading' || file.size !== size) {
      throw new Refusal('import.elsewhere')
    }
    const here = receivedOf(config, file) ?? (run.holder === this.#server ? 0 : -1)
    if (offset > here || offset + bytes.length > size) throw new Refusal('import.elsewhere')
    await writePart(config, file, { offset, bytes })
    if (receivedOf(config, file) === size) {
      await this.#endUpload(by, run.id, await isSqlite(config, file))
    }
    return this.#show()
  }

  /**
   * Begins to look at an old site, or looks once more.
   *
   * @throws Refusal `auth.forbidden`, `request.invalid`, `import.running`, `import.nofile`,
   *   `import.nodatabase`
   */
  async lookAt(by: Actor, look: Look): Promise<ImportState> {
    const source = checkLook(look)
    const id = newId(this.#app.random)
    await this.#decide(by, (found, work) => {
      const isKnown = found && found.run.phase !== 'done' && isAlive(this.#app, found)
      const known = isKnown ? found.run : undefined
      if (known && (isBusy(known) || known.phase === 'uploading')) {
        throw new Refusal('import.running')
      }
      const isByFile = look.address === undefined && known?.place == null
      if (isByFile && !known?.file) throw new Refusal('import.nofile')
      if (isByFile && !source.places.includes('file') && !known?.file?.isDatabase) {
        throw new Refusal('import.nodatabase')
      }
      const isAnew = !known || (known.file !== null) !== isByFile
      const run: Run = isAnew
        ? newRun({ id, by, file: null, phase: 'reading', holder: this.#server }, work.now)
        : known
      const place = look.address === undefined ? run.place : (withoutPassword(look.address) ?? '')
      const fresh = { report: null, proof: null, failure: null, result: null }
      const next = { ...run, ...fresh, phase: 'reading' as const, source: source.name, place }
      return asking(next, work, { kind: 'look', look })
    })
    return this.#show()
  }

  /** @throws Refusal `auth.forbidden`, `import.notready` */
  async prove(by: Actor, given: { username: string; password: string }): Promise<ImportState> {
    await this.#decide(by, (found, work) => {
      const run: Run = { ...this.#ready(found), phase: 'proving' }
      return asking(run, work, { kind: 'prove', ...given })
    })
    return this.#show()
  }

  /**
   * Begins to write; of any number of clicks on any servers, one does.
   *
   * @throws Refusal `auth.forbidden`, `import.notready`, `import.unproved`, `import.faulty`, `import.empty`
   */
  async start(
    by: Actor,
    { withoutProof, skipFaulty, update }: Record<'withoutProof' | 'skipFaulty' | 'update', boolean>,
  ): Promise<ImportState> {
    const step: Step = (found, work) => {
      const run = this.#ready(found)
      const { report, proof } = run
      if (!report) throw new Refusal('import.notready')
      if (report.skipped.count > 0 && !skipFaulty) throw new Refusal('import.faulty')
      const isMore = report.beside || (update && report.present > 0)
      if (report.importable === 0 && !isMore) throw new Refusal('import.empty')
      if (!proof?.opens && !withoutProof) throw new Refusal('import.unproved')
      const asked = { kind: 'start', by, skipFaulty, update } as const
      return asking({ ...run, phase: 'writing' }, work, asked)
    }
    await this.#decide(by, step, (work, run) => noteStart(this.#app, work, run))
    return this.#show()
  }

  /** Forgets the run. @throws Refusal `auth.forbidden`, `import.running` while players are written */
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

  /** Decides what becomes of the run; one statement makes it so, unless the run has changed in the meantime. */
  async #decide(
    by: Actor,
    step: Step,
    note: (work: Work<Actor>, next: Run | undefined) => Promise<void> = async () => undefined,
  ): Promise<Run | undefined> {
    const next = await change(this.#app, by, async (work) => {
      await requireSuperuser(work)
      for (let count = 1; count <= TRIES; count += 1) {
        const found = await findRun(work.tx)
        const next = step(found, work)
        if (!(await replaceRun(work.tx, found, next, work.now))) continue
        await note(work, next)
        return next
      }
      throw new Refusal('import.running')
    })
    if (next?.holder === this.#server) this.#worker.hold(next)
    void this.#worker.look()
    return next
  }

  /** The run that may be asked for something now. */
  #ready(found: FoundRun | undefined): Run {
    if (!found || !isAlive(this.#app, found)) throw new Refusal('import.notready')
    if (isBusy(found.run)) throw new Refusal('import.running')
    if (found.run.phase !== 'ready') throw new Refusal('import.notready')
    return found.run
  }

  #beginUpload(by: Actor, { name, size }: Part): Promise<Run | undefined> {
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

function asking(run: Run, { generation, now }: Work<Actor>, asked: Asked): Run {
  return { ...run, asked: sealAsked(generation, run.id, asked), touchedAt: now }
}

/** Tells every superuser as well: whoever moves in may bring a role or a group with rights in the panel. */
async function noteStart(app: App, work: Work<Actor>, run: Run | undefined): Promise<void> {
  work.note('import.started', run?.source ?? null, { after: String(run?.report?.importable) })
  const whom = run?.source ?? ''
  await tellSuperusers(app, work, { kind: 'import-started', whom, path: '/panel/import' })
}

/** Deletes files of which no living run knows: those of servers that were killed. */
export async function sweepImports(app: Pick<App, 'db' | 'config' | 'clock'>): Promise<void> {
  const found = await findRun(app.db)
  const kept = found && isAlive(app, found) ? found.run.file?.path : undefined
  deleteOldUploads(app.config, kept)
}
