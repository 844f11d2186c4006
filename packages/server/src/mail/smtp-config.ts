import type { Db } from '../database/database.ts'
import { memo } from '../platform/cache/ttl-cache.ts'
import { type Clock, SECOND } from '../platform/clock.ts'
import type { Generation, KeyRing } from '../security/keys/key-ring.ts'
import type { Config } from '../settings/config.ts'
import { findSetting, replaceSetting } from '../settings/setting-store.ts'

/** A mail server as the owner enters it in the panel. `none` sends everything readable by anyone. */
export type MailServer = {
  host: string
  port: number
  security: 'tls' | 'starttls' | 'none'
  user: string
  password: string
  /** The address that mails come from. */
  from: string
}

/** How mails leave the site at present; without a server they become files. */
export type MailWay =
  | { source: 'environment'; mark: string; url: string }
  | { source: 'panel'; mark: string; server: MailServer }
  | { source: 'none'; mark: string }

/** The present way. It is read again every 2 s, so that a change by any instance arrives. */
export type MailWays = {
  read(): Promise<MailWay>
  /** Makes the next `read` ask the database. */
  forget(): void
}

/** Names the row with the sealed server; it is stored with the settings but is not one. */
export const SERVER_ROW = 'mail.server'

const REREAD_AFTER = 2 * SECOND

/** `SMTP_URL` wins; then nothing is read from the database (docs/contract.md#the-mail-server). */
export function mailWays(
  app: { db: Db; clock: Clock; keys: KeyRing },
  config: Pick<Config, 'smtpUrl'>,
): MailWays {
  let last: MailWay = { source: 'none', mark: '' }
  const ofPanel = memo(app.clock, REREAD_AFTER, async () => {
    const sealed = (await findSetting(app.db, SERVER_ROW)) ?? ''
    if (sealed !== last.mark) last = await openWay(app.keys, sealed)
    return last
  })
  return {
    read: async () => environmentWay(config) ?? ofPanel.read(),
    forget: ofPanel.forget,
  }
}

/** The way that the environment sets, if it sets one. */
export function environmentWay({ smtpUrl }: Pick<Config, 'smtpUrl'>): MailWay | undefined {
  return smtpUrl ? { source: 'environment', mark: smtpUrl, url: smtpUrl } : undefined
}

async function openWay(keys: KeyRing, sealed: string): Promise<MailWay> {
  if (sealed === '') return { source: 'none', mark: '' }
  const server: MailServer = JSON.parse((await keys.unseal(SERVER_ROW, sealed)).toString())
  return { source: 'panel', mark: sealed, server }
}

export function sealServer(generation: Generation, server: MailServer): string {
  return generation.seal(SERVER_ROW, Buffer.from(JSON.stringify(server)))
}

/** Seals the server with the newest key, so that old keys can be deleted; returns how many rows. */
export async function resealServer(app: { db: Db; keys: KeyRing }): Promise<number> {
  const generation = await app.keys.newest()
  const sealed = await findSetting(app.db, SERVER_ROW)
  if (!sealed || sealed.startsWith(`${generation.kid}.`)) return 0
  const renewed = generation.seal(SERVER_ROW, await app.keys.unseal(SERVER_ROW, sealed))
  await replaceSetting(app.db, { name: SERVER_ROW, old: sealed, renewed })
  return 1
}

/** The address and name of the sender; a name in `MAIL_FROM` wins over the name of the site. */
export function senderOf(
  { mailFrom, publicUrl }: Pick<Config, 'mailFrom' | 'publicUrl'>,
  way: MailWay,
  siteName: string,
): { name: string; address: string } {
  const ofPanel = way.source === 'panel' ? way.server.from : ''
  const text = mailFrom || ofPanel || `noreply@${new URL(publicUrl).hostname}`
  const [, name = '', address = text] = /^([^<>]*)<([^<>]+)>$/.exec(text) ?? []
  return { name: name.trim() || siteName, address }
}

/** Everything by which a mail server's answer could give away how the site signs in to it. */
export function secretsOf(way: MailWay): string[] {
  const { user, password } = loginOf(way)
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const forms = [password, base64(password), base64(`\0${user}\0${password}`)]
  return password ? forms.filter((text) => text.length >= SHORTEST_SECRET) : []
}

/** Replacing anything shorter would garble the answer, and so tell what was replaced. */
const SHORTEST_SECRET = 4

function loginOf(way: MailWay): { user: string; password: string } {
  if (way.source === 'panel') return way.server
  if (way.source === 'none') return { user: '', password: '' }
  const { username, password } = new URL(way.url)
  return { user: decoded(username), password: decoded(password) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
