import type { App } from './app.ts'
import { deleteOldAudits } from './audit/audit-store.ts'
import { deleteOldTries } from './auth/login-tries-store.ts'
import { deleteOldAnswers } from './change/kept-answer-store.ts'
import { deleteOldProcesses } from './doctor/process-store.ts'
import { deleteOldExportLinks } from './export/export-store.ts'
import { resealProviders } from './identity/reseal-providers.ts'
import { sweepImports } from './import/panel/panel-import.ts'
import { resealServer } from './mail/mail-way.ts'
import { deleteFarewells, deleteOldMails } from './mail/outbox-store.ts'
import { deleteOldAttempts } from './passkey/passkey-store.ts'
import { deleteOldResetLinks } from './password/reset-store.ts'
import { deleteReleasedPictures } from './picture/delete-released-pictures.ts'
import { DAY } from './platform/clock.ts'
import { deleteGenerations } from './platform/keys/key-store.ts'
import { deleteOldCounters } from './platform/limits/rate-limit-store.ts'
import { finishDeletions } from './player/deletion/delete-player.ts'
import { deleteOldKeptNames } from './player/name-store.ts'
import { sweepProbes } from './probe/made-up.ts'
import { deleteOldEmailCodes } from './registration/email-code-store.ts'
import { endUnconfirmed } from './registration/end-unconfirmed.ts'
import { DEVICE_TTL } from './session/device.ts'
import { deleteOldDevices } from './session/device-store.ts'
import { deleteExpiredSessions } from './session/expired-store.ts'
import { deleteReleasedTextures } from './texture/delete-released-textures.ts'
import { resealSecrets } from './two-factor/change-two-factor.ts'
import { deleteOldJoins } from './yggdrasil/join-store.ts'

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
