import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { deleteFinding, upsertFinding } from '../../admin/overview/finding-store.ts'
import type { App } from '../../app.ts'
import { change } from '../../audit/change.ts'
import type { Db } from '../../database/database.ts'
import { renewLease } from '../../database/lease-store.ts'
import { listActiveSuperusers } from '../../permissions/superusers/superuser-store.ts'
import { backupFolder, listBackupFiles } from '../../platform/backup-folder.ts'
import { isoInstant, MINUTE } from '../../platform/clock.ts'
import { newId } from '../../platform/random.ts'
import { type AutomaticRun, findLastRun, nextRunAt, upsertLastRun } from './automatic-run-store.ts'
import { BACKUP_LEASE, type BackupClaim, claimBackup, releaseBackup } from './backup-claim-store.ts'
import { backupFailedMail } from './backup-mail.ts'
import { failureReason, writeSiteBackup } from './write-site-backup.ts'

const CLAIM_TTL = 30 * MINUTE
const RENEW_INTERVAL = 5 * MINUTE
/** The name under which a failure is shown as a finding (see admin/overview/finding-store.ts). */
const FINDING = 'backup.failed'
const AUTOMATIC = /^auto-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.backup$/

/**
 * Makes a backup if one is due. A lease lets only one process make it. Only a finished backup is recorded, so if the
 * process is killed, the backup is due again when the lease expires.
 */
export async function backUpIfDue(app: App): Promise<void> {
  const { backupHours, backupsKept } = await app.settings.read()
  if (backupHours === 0) return deleteFinding(app.db, FINDING)
  const { db, clock, random } = app
  const now = clock.now()
  const claim = { holder: newId(random), expiresAt: now + CLAIM_TTL }
  const isDue = async (from: Db) => nextRunAt(await findLastRun(from), backupHours) <= now
  if (!(await isDue(db)) || !(await claimIfDue(db, claim, now, isDue))) return
  const name = `auto-${isoInstant(now).replaceAll(':', '-')}.backup`
  const renewal = setInterval(() => void renew(app, claim), RENEW_INTERVAL)
  try {
    const failure = await write(app, name)
    await recordRun(app, { at: now, failure })
    if (failure === null) await deleteOld(app, backupsKept)
  } finally {
    clearInterval(renewal)
    await releaseBackup(db, claim).catch(() => undefined) // best effort: the claim expires anyway
  }
}

class NotClaimed extends Error {}

/**
 * Claims the backup, and checks after the claim that a backup is still due: another process may have just finished one.
 * @returns whether it was claimed
 */
async function claimIfDue(
  db: Db,
  claim: BackupClaim,
  now: number,
  isDue: (from: Db) => Promise<boolean>,
): Promise<boolean> {
  try {
    await db.transaction().execute(async (tx) => {
      if (!(await claimBackup(tx, { ...claim, now })) || !(await isDue(tx))) throw new NotClaimed()
    })
    return true
  } catch (error) {
    if (error instanceof NotClaimed) return false
    throw error
  }
}

async function renew({ db, clock }: App, { holder }: BackupClaim): Promise<void> {
  const expiresAt = clock.now() + CLAIM_TTL
  await renewLease(db, { name: BACKUP_LEASE, holder, expiresAt, progress: null }).catch(
    () => undefined, // the next renewal follows in 5 min
  )
}

/**
 * Writes a backup and deletes old ones.
 * @returns why that failed; null if it succeeded
 */
async function write(app: App, name: string): Promise<string | null> {
  try {
    await writeSiteBackup(app, name)
    app.log.info({ backup: name }, 'automatic backup written')
    return null
  } catch (error) {
    app.log.error({ err: error, backup: name }, 'automatic backup failed; retrying in 1 h')
    return failureReason(error)
  }
}

/**
 * Records the outcome of a backup, and shows a failure in the panel. Mails the superusers about the first failure after
 * a success.
 */
async function recordRun(app: App, run: AutomaticRun): Promise<void> {
  await change(app, { actor: null, ip: null }, async (work) => {
    const { tx, now, settings } = work
    const before = await findLastRun(tx)
    await upsertLastRun(tx, run)
    const { at, failure } = run
    if (failure === null) await deleteFinding(tx, FINDING)
    else await upsertFinding(tx, { name: FINDING, detail: failure, at })
    if (failure === null || (before && before.failure !== null)) return
    const about = { site: settings, url: `${app.config.publicUrl}/panel/backups` }
    for (const player of await listActiveSuperusers(tx, now)) {
      work.notify(player, (to) => backupFailedMail({ ...about, player, to }, failure))
    }
  })
}

async function deleteOld({ config, log }: App, kept: number): Promise<void> {
  const files = (await listBackupFiles(config)).filter(({ name }) => AUTOMATIC.test(name))
  const byName = files.map(({ name }) => name).sort()
  for (const name of byName.slice(0, -kept)) {
    await rm(join(backupFolder(config), name), { force: true }).catch((err) =>
      log.error({ err, backup: name }, 'deleting an old automatic backup failed'),
    )
  }
}
