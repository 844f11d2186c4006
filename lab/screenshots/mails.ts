import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Locale } from '@portal/contract'
import {
  accountDeletedMail,
  deletionScheduledMail,
  playerDeletedMail,
} from '../../packages/server/src/account/deletion/deletion-mail.ts'
import { exportMail } from '../../packages/server/src/account/export/export-mail.ts'
import { renamedMail } from '../../packages/server/src/account/names/rename-mail.ts'
import { addressReplacedMail } from '../../packages/server/src/admin/players/email-replaced-mail.ts'
import {
  activationMail,
  addressChangeMail,
  newAddressMail,
} from '../../packages/server/src/credentials/email-codes/email-code-mail.ts'
import { identityMail } from '../../packages/server/src/credentials/linked-accounts/identity-mail.ts'
import {
  passkeyCopiedMail,
  passkeyMail,
} from '../../packages/server/src/credentials/passkeys/passkey-mail.ts'
import {
  passwordChangedMail,
  resetMail,
} from '../../packages/server/src/credentials/password/password-mail.ts'
import {
  newRecoveryCodesMail,
  recoveryCodeUsedMail,
} from '../../packages/server/src/credentials/two-factor/recovery-code-mail.ts'
import { twoFactorMail } from '../../packages/server/src/credentials/two-factor/two-factor-mail.ts'
import { launcherPasswordMail } from '../../packages/server/src/integrations/launcher-passwords/launcher-password-mail.ts'
import type { Mail } from '../../packages/server/src/mail/mail.ts'
import {
  staffGuessedMail,
  superuserAlertMail,
} from '../../packages/server/src/permissions/superusers/superuser-mail.ts'
import { deletionCancelledMail } from '../../packages/server/src/sessions/deletion-cancelled-mail.ts'
import {
  compromisedPasswordMail,
  newDeviceMail,
  tokenReusedMail,
} from '../../packages/server/src/sessions/session-mail.ts'
import { launchChromium } from '../../packages/web/test/chromium.ts'

const FOLDER = process.argv[2] ?? join(import.meta.dirname, '../../pictures')
const AT = Date.UTC(2030, 0, 1, 12)
const CLIENT = {
  ip: '203.0.113.9',
  agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0',
  deviceToken: undefined,
}

function mailsIn(locale: Locale): Mail[] {
  const player = { username: 'Steve', locale }
  const siteName = locale === 'ru' ? 'Кубоград' : 'Craftland'
  const site = { siteName, accentColor: locale === 'ru' ? '#7a3fd0' : '', replyTo: '' }
  const about = { player, site, to: 'steve@example.org' }
  const url = 'https://play.example.org/reset?hash=Zx81mQ0v-example-of-a-link-that-is-long'
  const signIn = { ...about, client: CLIENT, at: AT, url: 'https://play.example.org' }
  const gone = {
    username: 'Alex',
    id: '5f0a3c1e-7d42-4c8b-9a6e-2b1d8f3e4a5c',
    at: AT,
    byName: 'Notch',
    reason: 'Advertising',
    backups: ['2029-12-31.backup', '2030-01-01.backup'],
  }
  const inPanel = { ...about, publicUrl: 'https://play.example.org' }
  const alex = { targetName: 'Alex', id: gone.id }
  const event = { actorName: 'Notch', ip: '198.51.100.4', at: AT }
  return [
    activationMail({ ...about, code: '482913', unconfirmedDays: 14 }),
    newAddressMail({ ...about, code: '482913', to: 'new@example.org' }),
    addressChangeMail(signIn, 'new@example.org'),
    addressReplacedMail(about, 'new@example.org'),
    resetMail({ ...about, url }),
    exportMail({ ...about, url: url.replace('reset', 'export') }),
    passwordChangedMail({
      ...about,
      site: { ...site, replyTo: 'help@example.org' },
      url: 'https://play.example.org',
      removed: {
        passkeys: ['Chrome on Windows', 'Phone'],
        identities: [{ provider: 'discord', service: 'Discord', name: 'Steve the Miner' }],
        launcherPasswords: ['HMCL at home'],
        sessions: false,
        twoFactor: false,
      },
    }),
    newDeviceMail(signIn),
    compromisedPasswordMail(signIn),
    tokenReusedMail(signIn),
    twoFactorMail({ ...signIn, enabled: true }),
    renamedMail({ ...signIn, before: 'Herobrine', isReserved: true, now: AT }),
    newRecoveryCodesMail({ ...about, url: signIn.url }),
    recoveryCodeUsedMail({ ...signIn, left: 7 }),
    superuserAlertMail(inPanel, { kind: 'superuser-made', ...alex }, event),
    passkeyMail({ ...about, url: signIn.url, name: 'Chrome on Windows', added: true }),
    launcherPasswordMail({ ...about, url: signIn.url, name: 'HMCL at home' }),
    passkeyCopiedMail({ ...signIn, name: 'Security key', ip: CLIENT.ip }),
    superuserAlertMail(inPanel, { kind: 'passkeys-removed', ...alex }, event),
    identityMail({
      ...about,
      url: signIn.url,
      service: 'Discord',
      name: 'Steve the Miner',
      linked: true,
    }),
    superuserAlertMail(inPanel, { kind: 'identities-removed', ...alex }, event),
    superuserAlertMail(inPanel, { kind: 'provider-made', targetName: 'Discord' }, event),
    superuserAlertMail(inPanel, { kind: 'provider-changed', targetName: 'Discord' }, event),
    superuserAlertMail(inPanel, { kind: 'two-factor-removed', ...alex }, event),
    deletionScheduledMail({ ...about, url: signIn.url }, { deletesAt: AT, signInCancels: true }),
    deletionCancelledMail(signIn, 'sign-in'),
    accountDeletedMail(about, 'Advertising'),
    playerDeletedMail({ ...about, url: 'https://play.example.org/panel/system' }, gone),
    staffGuessedMail(inPanel, ['Alex', 'Notch'], 24),
    superuserAlertMail(inPanel, { kind: 'key-made', targetName: 'Launcher' }, event),
    superuserAlertMail(inPanel, { kind: 'key-open', targetName: 'Launcher' }, event),
  ]
}

/** Takes pictures of every mail as a phone shows it: `pictures/mail-<kind>-<scheme>-<language>.png`, or into the folder given. */
mkdirSync(FOLDER, { recursive: true })
const browser = await launchChromium()
for (const colorScheme of ['light', 'dark'] as const) {
  const page = await browser.newPage({ colorScheme, viewport: { width: 360, height: 300 } })
  for (const locale of ['en', 'ru'] as const) {
    for (const { kind, html } of mailsIn(locale)) {
      await page.setContent(html)
      const path = join(FOLDER, `mail-${kind}-${colorScheme}-${locale}.png`)
      await page.screenshot({ path, fullPage: true })
    }
  }
}
await browser.close()
