import { finishDeletions } from './account/deletion/delete-player.ts'
import { deleteOldExportLinks } from './account/export/export-store.ts'
import { endUnconfirmed } from './account/registration/delete-unconfirmed.ts'
import type { App } from './app.ts'
import { deleteOldAudits } from './audit/audit-store.ts'
import { deleteOldAnswers } from './audit/idempotent-response-store.ts'
import { deleteReleasedPictures } from './content/pictures/delete-released-pictures.ts'
import { deleteOldEmailCodes } from './credentials/email-codes/email-code-store.ts'
import { resealProviders } from './credentials/linked-accounts/reseal-providers.ts'
import { deleteOldAttempts } from './credentials/passkeys/passkey-store.ts'
import { deleteOldResetLinks } from './credentials/password/reset-store.ts'
import { resealSecrets } from './credentials/two-factor/change-two-factor.ts'
import { sweepImports } from './import/runs/panel-import.ts'
import { deleteOldJoins } from './integrations/yggdrasil/join-store.ts'
import { deleteFarewells, deleteOldMails } from './mail/outbox-store.ts'
import { resealServer } from './mail/smtp-config.ts'
import { deleteOldProcesses } from './operations/heartbeat/process-store.ts'
import { sweepProbes } from './operations/probe/probe-account.ts'
import { DAY } from './platform/clock.ts'
import { deleteOldKeptNames } from './players/name-store.ts'
import { deleteReleasedTextures } from './profiles/textures/delete-released-textures.ts'
import { deleteGenerations } from './security/keys/key-store.ts'
import { deleteOldTries } from './security/lockout/attempt-store.ts'
import { deleteOldCounters } from './security/rate-limits/rate-limit-store.ts'
import { DEVICE_TTL } from './sessions/device.ts'
import { deleteOldDevices } from './sessions/device-store.ts'
import { deleteExpiredSessions } from './sessions/expired-store.ts'

const MAIL_KEPT = 30 * DAY

/** Deletes what is no longer needed; runs every hour (docs/operations.md#databases). */
export function chores(app: App): Record<string, () => Promise<void>> {
  const { db, clock, config } = app
  return {
    sessions: () => deleteExpiredSessions(db, clock.now()),
    steps: () => app.steps.sweep(),
    misses: () => deleteOldTries(db, clock.now()),
    processes: () => deleteOldProcesses(db, clock.now()),
    limits: () => deleteOldCounters(db, clock.now()),
    answers: () => deleteOldAnswers(db, clock.now()),
    names: () => deleteOldKeptNames(db, clock.now()),
    attempts: () => deleteOldAttempts(db, clock.now()),
    devices: () => deleteOldDevices(db, clock.now() - DEVICE_TTL),
    mails: () => deleteOldMails(db, clock.now() - MAIL_KEPT),
    audit: () => deleteOldAudits(db, clock.now() - config.auditKept),
    joins: () => deleteOldJoins(db, clock.now()),
    codes: () => deleteOldEmailCodes(db, clock.now()),
    links: () => deleteOldResetLinks(db, clock.now()),
    exports: () => deleteOldExportLinks(db, clock.now()),
    unconfirmed: () => endUnconfirmed(app),
    deletions: () => finishDeletions(app),
    farewells: () => deleteFarewells(db),
    probes: () => sweepProbes(app),
    textures: () => deleteReleasedTextures(app),
    pictures: () => deleteReleasedPictures(app),
    imports: () => sweepImports(app),
    async keys() {
      await resealSecrets(app)
      await resealServer(app)
      await resealProviders(app)
      await deleteGenerations(db, clock.now() - config.refreshTtl - config.accessTtl - DAY)
    },
  }
}
