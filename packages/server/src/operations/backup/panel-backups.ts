import { createHmac, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { endpoints } from '@portal/contract'
import type { Static } from 'typebox'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeDeps, change } from '../../audit/change.ts'
import { requireSuperuser } from '../../permissions/superusers/require-superuser.ts'
import { type BackupFile, backupFolder, listBackupFiles } from '../../platform/backup-folder.ts'
import { isoInstant, MINUTE } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import { newId, newToken } from '../../platform/random.ts'
import type { Generation } from '../../security/keys/key-ring.ts'
import { countCall } from '../../security/rate-limits/rate-limit-store.ts'
import { findLastRun, nextRunAt } from './automatic-run-store.ts'
import {
  type BackupClaim,
  claimBackup,
  isBackupClaimed,
  releaseBackup,
} from './backup-claim-store.ts'
import { failureReason, writeSiteBackup } from './write-site-backup.ts'

/** After which time without renewal the claim of a backup expires. */
const CLAIM_TTL = 30 * MINUTE
const LINK_TTL = MINUTE

type Backups = Static<typeof endpoints.listBackups.reply>

/**
 * Makes backups from the panel. Only for superusers, because a backup contains everything (docs/contract.md#backups).
 */
export class PanelBackups {
  readonly #app: App
  #failure: string | null = null

  constructor(app: App) {
    this.#app = app
  }

  async list(by: Actor): Promise<Backups> {
    const { config, clock, db } = this.#app
    await requireSuperuser({ tx: db, by, now: clock.now() })
    const files = await listBackupFiles(config)
    return {
      folder: backupFolder(config),
      encrypted: config.backupPassphrase !== '',
      making: await isBackupClaimed(db, clock.now()),
      failure: this.#failure,
      automatic: await this.#automatic(),
      items: files.map((file) => ({ ...file, madeAt: isoInstant(file.madeAt) })),
    }
  }

  async #automatic(): Promise<Backups['automatic']> {
    const { db, settings, clock } = this.#app
    const { backupHours, backupsKept } = await settings.read()
    const last = await findLastRun(db)
    const nextAt = Math.max(nextRunAt(last, backupHours), clock.now())
    return {
      hours: backupHours,
      kept: backupsKept,
      last: last ? { at: isoInstant(last.at), failure: last.failure } : null,
      nextAt: backupHours === 0 ? null : isoInstant(nextAt),
    }
  }

  async make(needs: ChangeDeps, by: Actor): Promise<void> {
    const { clock, random } = this.#app
    const now = clock.now()
    const claim = { holder: newId(random), expiresAt: now + CLAIM_TTL }
    const name = `${isoInstant(now).replaceAll(':', '-')}.backup`
    await change(needs, by, async (work) => {
      await requireSuperuser(work)
      if (!(await claimBackup(work.tx, { ...claim, now }))) throw new Refusal('backup.running')
      work.audit('backup.made', name)
    })
    this.#failure = null
    void this.#write(name, claim)
  }

  async link(by: Actor, name: string): Promise<{ url: string; expiresAt: string }> {
    const { clock, db, keys, random } = this.#app
    const now = clock.now()
    await requireSuperuser({ tx: db, by, now })
    await requireFile(this.#app, name)
    const until = now + LINK_TTL
    const ticket = { name, player: by.actor, until, id: newToken(random) }
    const text = writeTicket(await keys.newest(), ticket)
    return { url: `/backups/download?ticket=${text}`, expiresAt: isoInstant(until) }
  }

  /**
   * Returns a backup for its download link. The link works once, and only while the player who made it is a superuser.
   * @param request.isHead whether only the headers are requested; this neither uses up the link nor opens the file
   * @throws Refusal `backup.linkexpired`, `backup.notfound`
   */
  async download(
    text: string,
    { ip, isHead }: { ip: string; isHead: boolean },
  ): Promise<{ file: BackupFile; bytes: Readable }> {
    const app = this.#app
    const ticket = await readTicket(app, text)
    const now = app.clock.now()
    if (!ticket || ticket.until <= now) throw new Refusal('backup.linkexpired')
    if (isHead) return { file: await requireFile(app, ticket.name), bytes: Readable.from([]) }
    const once = { calls: 1, resetsAt: ticket.until, now }
    const isFirst = await countCall(app.db, `download:${ticket.id}`, once)
    if (!isFirst) throw new Refusal('backup.linkexpired')
    const file = await requireFile(app, ticket.name)
    await change(app, { actor: ticket.player, ip }, async (work) => {
      await requireSuperuser(work).catch(() => {
        throw new Refusal('backup.linkexpired')
      })
      work.audit('backup.downloaded', ticket.name)
    })
    return { file, bytes: createReadStream(join(backupFolder(app.config), file.name)) }
  }

  /** Writes the file in the background: for a large site, this takes longer than a proxy waits. */
  async #write(name: string, claim: BackupClaim): Promise<void> {
    const { db, log } = this.#app
    try {
      await writeSiteBackup(this.#app, name)
      log.info({ backup: name }, 'backup written')
    } catch (error) {
      this.#failure = failureReason(error)
      log.error({ err: error, backup: name }, 'backup failed')
    } finally {
      await releaseBackup(db, claim).catch(() => undefined) // best effort: the claim expires anyway
    }
  }
}

async function requireFile({ config }: Pick<App, 'config'>, name: string): Promise<BackupFile> {
  const file = (await listBackupFiles(config)).find((one) => one.name === name)
  if (!file) throw new Refusal('backup.notfound')
  return file
}

type Ticket = { name: string; player: string; until: number; id: string }

function writeTicket(generation: Generation, ticket: Ticket): string {
  const signed = `${generation.kid}.${Buffer.from(JSON.stringify(ticket)).toString('base64url')}`
  return `${signed}.${macOf(generation, signed).toString('base64url')}`
}

async function readTicket({ keys }: Pick<App, 'keys'>, text: string): Promise<Ticket | undefined> {
  const [kid = '', payload = '', mac = '', ...more] = text.split('.')
  const generation = more.length === 0 && kid ? await keys.find(kid) : undefined
  if (!generation) return undefined
  const given = Buffer.from(mac, 'base64url')
  const right = macOf(generation, `${kid}.${payload}`)
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  return JSON.parse(Buffer.from(payload, 'base64url').toString())
}

function macOf(generation: Generation, signed: string): Buffer {
  return createHmac('sha256', generation.derived('download')).update(signed).digest()
}
