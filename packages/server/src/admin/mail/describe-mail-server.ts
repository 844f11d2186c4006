import type { endpoints } from '@portal/contract'
import type { Static } from 'typebox'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { mailFolder } from '../../mail/mail-transport.ts'
import { type MailServer, type SmtpConfig, senderOf } from '../../mail/smtp-config.ts'
import { findEditor } from '../../permissions/find-editor.ts'
import { Refusal } from '../../platform/errors.ts'

export type ShownMailServer = Static<typeof endpoints.showMailServer.reply>
export type MailServerInput = Static<typeof endpoints.changeMailServer.body>

type Deps = Pick<App, 'db' | 'clock' | 'config' | 'smtpConfig' | 'settings'>

export async function showMailServer(app: Deps, by: Actor): Promise<ShownMailServer> {
  const { config, clock, db } = app
  const smtpConfig = await app.smtpConfig.read()
  const { siteName } = await app.settings.read()
  const { permissions } = await findEditor(db, by, clock.now())
  const server = mailServerOf(smtpConfig)
  return {
    source: smtpConfig.source,
    ...server,
    from: senderOf(config, smtpConfig, siteName).address,
    fromSource: config.mailFrom ? 'environment' : smtpConfig.source === 'panel' ? 'panel' : 'none',
    folder: mailFolder(config),
    editable: permissions.superuser && smtpConfig.source !== 'environment',
  }
}

function mailServerOf(smtpConfig: SmtpConfig) {
  if (smtpConfig.source === 'none') {
    return { host: '', port: 587, security: 'starttls', user: '', hasPassword: false } as const
  }
  if (smtpConfig.source === 'panel') {
    const { host, port, security, password } = smtpConfig.server
    return {
      host,
      port,
      security,
      user: shownUser(smtpConfig.server),
      hasPassword: password !== '',
    }
  }
  const { hostname, port, protocol, password } = new URL(smtpConfig.url)
  const isTls = protocol === 'smtps:'
  return {
    host: hostname,
    port: Number(port) || (isTls ? 465 : 587),
    security: isTls ? ('tls' as const) : ('starttls' as const),
    user: '',
    hasPassword: password !== '',
  }
}

/** Returns the user, or an empty text if it equals the password: some providers use one secret token for both. */
function shownUser({ user, password }: MailServer): string {
  return user === password ? '' : user
}

/**
 * Completes the input with the stored password if it has none. This is allowed only for the same server and user:
 * otherwise a caller could have the password sent to another server.
 * @throws Refusal `request.invalid` naming `password`
 */
export function withStoredPassword(input: MailServerInput, current: SmtpConfig): MailServer {
  const { host, port, security, user, from, password } = input
  if (password !== undefined) return { host, port, security, user, from, password }
  const kept = current.source === 'panel' ? current.server : undefined
  const isSame =
    kept !== undefined &&
    [kept.host, kept.port, kept.security, shownUser(kept)].join('\n') ===
      [host, port, security, user].join('\n')
  if (isSame) return { ...kept, from }
  if (user === '') return { host, port, security, user, from, password: '' }
  const fields = [{ field: 'password', keyword: kept?.password ? 'again' : 'required' }]
  throw new Refusal('request.invalid', { fields })
}
