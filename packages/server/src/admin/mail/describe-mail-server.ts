import type { endpoints } from '@portal/contract'
import type { Static } from 'typebox'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { mailFolder } from '../../mail/mail-transport.ts'
import { type MailServer, type MailWay, senderOf } from '../../mail/smtp-config.ts'
import { findEditor } from '../../permissions/find-editor.ts'
import { Refusal } from '../../platform/errors.ts'

export type ShownMailServer = Static<typeof endpoints.showMailServer.reply>
export type WantedMailServer = Static<typeof endpoints.changeMailServer.body>

type Needs = Pick<App, 'db' | 'clock' | 'config' | 'mailWays' | 'settings'>

/** Tells how mails leave the site (docs/contract.md#the-mail-server). The password is never told. */
export async function showMailServer(app: Needs, by: Actor): Promise<ShownMailServer> {
  const { config, clock, db } = app
  const way = await app.mailWays.read()
  const { siteName } = await app.settings.read()
  const { standing } = await findEditor(db, by, clock.now())
  const server = serverOf(way)
  return {
    source: way.source,
    ...server,
    from: senderOf(config, way, siteName).address,
    fromSource: config.mailFrom ? 'environment' : way.source === 'panel' ? 'panel' : 'none',
    folder: mailFolder(config),
    editable: standing.superuser && way.source !== 'environment',
  }
}

function serverOf(way: MailWay) {
  if (way.source === 'none') {
    return { host: '', port: 587, security: 'starttls', user: '', hasPassword: false } as const
  }
  if (way.source === 'panel') {
    const { host, port, security, password } = way.server
    return { host, port, security, user: shownUser(way.server), hasPassword: password !== '' }
  }
  const { hostname, port, protocol, password } = new URL(way.url)
  const isTls = protocol === 'smtps:'
  return {
    host: hostname,
    port: Number(port) || (isTls ? 465 : 587),
    security: isTls ? ('tls' as const) : ('starttls' as const),
    user: '',
    hasPassword: password !== '',
  }
}

/** Some providers take one secret token as both user and password. */
function shownUser({ user, password }: MailServer): string {
  return user === password ? '' : user
}

/**
 * Completes what was entered. A password that is left out stays, but only for the same server and user:
 * otherwise whoever has the panel could have it sent to a server of their own.
 *
 * @throws Refusal `request.invalid` naming `password`
 */
export function completed(wanted: WantedMailServer, present: MailWay): MailServer {
  const { host, port, security, user, from, password } = wanted
  if (password !== undefined) return { host, port, security, user, from, password }
  const kept = present.source === 'panel' ? present.server : undefined
  const isSame =
    kept !== undefined &&
    [kept.host, kept.port, kept.security, shownUser(kept)].join('\n') ===
      [host, port, security, user].join('\n')
  if (isSame) return { ...kept, from }
  if (user === '') return { host, port, security, user, from, password: '' }
  const fields = [{ field: 'password', keyword: kept?.password ? 'again' : 'required' }]
  throw new Refusal('request.invalid', { fields })
}
