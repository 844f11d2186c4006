import { jobs as account } from './account/jobs.ts'
import type { App } from './app.ts'
import { jobs as audit } from './audit/jobs.ts'
import { jobs as content } from './content/jobs.ts'
import { jobs as credentials } from './credentials/jobs.ts'
import { reencryptProviderSecrets } from './credentials/linked-accounts/reencrypt-providers.ts'
import { reencryptTotpSecrets } from './credentials/two-factor/change-two-factor.ts'
import { jobs as events } from './events/jobs.ts'
import { jobs as imports } from './import/jobs.ts'
import { reencryptDiscordToken } from './integrations/discord/reencrypt-token.ts'
import { jobs as integrations } from './integrations/jobs.ts'
import { jobs as mail } from './mail/jobs.ts'
import { reencryptSmtpConfig } from './mail/smtp-config.ts'
import { jobs as openid } from './openid/jobs.ts'
import { jobs as operations } from './operations/jobs.ts'
import { DAY } from './platform/clock.ts'
import { jobs as players } from './players/jobs.ts'
import { jobs as profiles } from './profiles/jobs.ts'
import { jobs as purchases } from './purchases/jobs.ts'
import { reencryptPurchaseSecrets } from './purchases/reencrypt-secrets.ts'
import { jobs as security } from './security/jobs.ts'
import { deleteGenerations } from './security/keys/key-store.ts'
import { jobs as sessions } from './sessions/jobs.ts'
import { jobs as webhooks } from './webhooks/jobs.ts'
import { reencryptWebhookSecrets } from './webhooks/reencrypt-secrets.ts'

/** Returns the cleanup jobs of all areas, which run every hour (docs/operations.md#look-up-when-data-is-deleted). */
export function cleanupJobs(app: App) {
  return {
    ...security(app),
    ...players(app),
    ...mail(app),
    ...events(app),
    ...audit(app),
    ...sessions(app),
    ...profiles(app),
    ...credentials(app),
    ...account(app),
    ...purchases(app),
    ...content(app),
    ...integrations(app),
    ...openid(app),
    ...webhooks(app),
    ...imports(app),
    ...operations(app),
    rotateKeys: () => rotateKeys(app),
  }
}

/** Re-encrypts every secret with the newest key, and only then deletes unused keys. */
async function rotateKeys(app: App): Promise<void> {
  const { db, clock, config } = app
  await reencryptTotpSecrets(app)
  await reencryptSmtpConfig(app)
  await reencryptProviderSecrets(app)
  await reencryptWebhookSecrets(app)
  await reencryptDiscordToken(app)
  await reencryptPurchaseSecrets(app)
  await deleteGenerations(db, clock.now() - config.refreshTtl - config.accessTtl - DAY)
}
