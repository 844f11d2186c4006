import type { App } from '../app.ts'
import { deleteExpiredEmailCodes } from './email-codes/email-code-store.ts'
import { deleteExpiredSingleUseTokens } from './passkeys/passkey-store.ts'
import { deleteExpiredResetLinks } from './password/reset-store.ts'

export const jobs = (app: App) => ({
  deleteOldEmailCodes: () => deleteExpiredEmailCodes(app.db, app.clock.now()),
  deleteUsedPasskeyChallenges: () => deleteExpiredSingleUseTokens(app.db, app.clock.now()),
  deleteOldResetLinks: () => deleteExpiredResetLinks(app.db, app.clock.now()),
})
