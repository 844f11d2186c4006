import type { Db } from '../database/database.ts'
import { ttlCache } from '../platform/cache/ttl-cache.ts'
import { type Clock, SECOND } from '../platform/clock.ts'
import type { Generation, KeyRing } from '../security/keys/key-ring.ts'
import type { Config } from '../settings/config.ts'
import { findSetting, replaceSetting } from '../settings/setting-store.ts'

export type MailServer = {
  host: string
  port: number
  security: 'tls' | 'starttls' | 'none'
  user: string
  password: string
  from: string
}

export type SmtpConfig =
  | { source: 'environment'; fingerprint: string; url: string }
  | { source: 'panel'; fingerprint: string; server: MailServer }
  | { source: 'none'; fingerprint: string }

/** Reads the configuration of the mail server. Caches it for 2 s, so that changes by other instances are applied. */
export type SmtpConfigReader = {
  read(): Promise<SmtpConfig>
  invalidate(): void
}

/**
 * The name of the row with the encrypted configuration of the mail server. The row is in the table of settings, but is
 * not a setting.
 */
export const SERVER_SETTING = 'mail.server'

const REFRESH_INTERVAL = 2 * SECOND

/**
 * Returns a reader of the configuration. If the environment variable SMTP_URL is set, it takes precedence and the
 * database is not read (docs/contract.md#the-mail-server).
 */
export function smtpConfig(
  app: { db: Db; clock: Clock; keys: KeyRing },
  config: Pick<Config, 'smtpUrl'>,
): SmtpConfigReader {
  let last: SmtpConfig = { source: 'none', fingerprint: '' }
  const ofPanel = ttlCache(app.clock, REFRESH_INTERVAL, async () => {
    const sealed = (await findSetting(app.db, SERVER_SETTING)) ?? ''
    if (sealed !== last.fingerprint) last = await unsealSmtpConfig(app.keys, sealed)
    return last
  })
  return {
    read: async () => smtpConfigFromEnvironment(config) ?? ofPanel.read(),
    invalidate: ofPanel.invalidate,
  }
}

export function smtpConfigFromEnvironment({
  smtpUrl,
}: Pick<Config, 'smtpUrl'>): SmtpConfig | undefined {
  return smtpUrl ? { source: 'environment', fingerprint: smtpUrl, url: smtpUrl } : undefined
}

async function unsealSmtpConfig(keys: KeyRing, sealed: string): Promise<SmtpConfig> {
  if (sealed === '') return { source: 'none', fingerprint: '' }
  const server: MailServer = JSON.parse((await keys.unseal(SERVER_SETTING, sealed)).toString())
  return { source: 'panel', fingerprint: sealed, server }
}

export function sealSmtpServer(generation: Generation, server: MailServer): string {
  return generation.seal(SERVER_SETTING, Buffer.from(JSON.stringify(server)))
}

/**
 * Re-encrypts the configuration of the mail server with the newest key, so that old keys can be deleted.
 * @returns how many rows were changed
 */
export async function reencryptSmtpConfig(app: { db: Db; keys: KeyRing }): Promise<number> {
  const generation = await app.keys.newest()
  const sealed = await findSetting(app.db, SERVER_SETTING)
  if (!sealed || sealed.startsWith(`${generation.kid}.`)) return 0
  const renewed = generation.seal(SERVER_SETTING, await app.keys.unseal(SERVER_SETTING, sealed))
  await replaceSetting(app.db, { name: SERVER_SETTING, old: sealed, renewed })
  return 1
}

/** Returns the address and name of the sender. A name in MAIL_FROM takes precedence over the name of the site. */
export function senderOf(
  { mailFrom, publicUrl }: Pick<Config, 'mailFrom' | 'publicUrl'>,
  smtp: SmtpConfig,
  siteName: string,
): { name: string; address: string } {
  const ofPanel = smtp.source === 'panel' ? smtp.server.from : ''
  const text = mailFrom || ofPanel || `noreply@${new URL(publicUrl).hostname}`
  const [, name = '', address = text] = /^([^<>]*)<([^<>]+)>$/.exec(text) ?? []
  return { name: name.trim() || siteName, address }
}

/** Lists the forms in which a response of the mail server could contain the site's credentials. */
export function secretsOf(smtp: SmtpConfig): string[] {
  const { user, password } = loginOf(smtp)
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const forms = [password, base64(password), base64(`\0${user}\0${password}`)]
  return password ? forms.filter((text) => text.length >= MIN_SECRET_LENGTH) : []
}

/**
 * Secrets with fewer characters are not replaced in responses: the replacement would garble the response and reveal the
 * positions of the secret.
 */
const MIN_SECRET_LENGTH = 4

function loginOf(smtp: SmtpConfig): { user: string; password: string } {
  if (smtp.source === 'panel') return smtp.server
  if (smtp.source === 'none') return { user: '', password: '' }
  const { username, password } = new URL(smtp.url)
  return { user: decoded(username), password: decoded(password) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
