import type { Locale } from '@portal/contract'
import type { App } from '../../app.ts'
import { change } from '../../audit/change.ts'
import { checkNewPassword } from '../../credentials/password/check-new-password.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Client } from '../../platform/network/client.ts'
import { newPlayer } from '../../players/new-player.ts'
import { insertPlayer } from '../../players/player-store.ts'
import { refuseTaken } from '../../players/refuse-taken.ts'
import { type OpenedSession, openSession } from '../../sessions/open-session.ts'
import { parseSetting, WrongSetting } from '../../settings/setting.ts'
import { upsertSetting } from '../../settings/setting-store.ts'
import { claimSetup, hasSuperuser } from './setup-store.ts'
import { isSetupToken, newSetupToken } from './setup-token.ts'

export type SetupForm = {
  token: string
  siteName: string
  defaultLanguage: Locale
  username: string
  email: string
  password: string
  panelNeedsTwoFactor?: boolean | undefined
}

export async function setupUrl(
  app: Pick<App, 'db' | 'clock' | 'keys' | 'config'>,
): Promise<string | undefined> {
  if (await hasSuperuser(app.db)) return undefined
  return `${app.config.publicUrl}/setup?token=${await newSetupToken(app)}`
}

/**
 * Checks the token of a setup link.
 * @throws Refusal `setup.linkexpired` if the token is invalid or expired, or there is an administrator
 */
export async function requireSetup(app: App, token: string): Promise<void> {
  const open = (await isSetupToken(app, token)) && !(await hasSuperuser(app.db))
  if (!open) throw new Refusal('setup.linkexpired')
}

/**
 * Creates the first administrator. Only one of several concurrent calls succeeds, because the claim of the setup is a
 * row that can be inserted only once.
 * @throws Refusal `setup.linkexpired`, `password.*`, `request.invalid`, `auth.usernametaken`, `auth.emailtaken`
 */
export async function setUpSite(
  app: App,
  wanted: SetupForm,
  client: Client,
): Promise<OpenedSession> {
  await requireSetup(app, wanted.token)
  const siteName = readSiteName(wanted.siteName)
  await checkNewPassword(app, wanted.password, wanted)
  const player = newPlayer(app, {
    username: wanted.username,
    email: wanted.email,
    locale: wanted.defaultLanguage,
    passwordHash: await app.passwords.hash(wanted.password),
    activated: true,
    superuser: true,
  })
  const opened = await change(app, { actor: player.id, ip: client.ip }, async (work) => {
    const { tx, now } = work
    const claimed = await claimSetup(tx, now)
    if (!claimed || (await hasSuperuser(tx))) throw new Refusal('setup.linkexpired')
    await upsertSetting(tx, { name: 'siteName', value: siteName })
    await upsertSetting(tx, { name: 'defaultLanguage', value: wanted.defaultLanguage })
    await upsertSetting(tx, { name: 'recoveryCodes', value: 'on' })
    if (wanted.panelNeedsTwoFactor) {
      await upsertSetting(tx, { name: 'panelNeedsTwoFactor', value: 'on' })
    }
    await insertPlayer(tx, { ...player, inviterId: null }, now)
    work.audit('site.set-up', player.id, { after: player.username })
    work.emit('player.registered', { player: player.id })
    return openSession(app, work, { player, client, isKnownDevice: true, with: 'account' })
  }).catch((error) => refuseTaken(app.db, error, wanted.username))
  app.settings.invalidate()
  return opened
}

function readSiteName(text: string): string {
  try {
    return parseSetting('siteName', text)
  } catch (error) {
    if (!(error instanceof WrongSetting)) throw error
    throw new Refusal('request.invalid', { fields: [{ field: 'siteName', keyword: 'setting' }] })
  }
}
