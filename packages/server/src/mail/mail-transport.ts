import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transporter } from 'nodemailer'
import { isoInstant, SECOND } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Config } from '../settings/config.ts'
import type { SiteSettings } from '../settings/settings.ts'
import type { Mail } from './mail.ts'
import { type MailWay, secretsOf, senderOf } from './smtp-config.ts'

/** What became of a mail: a mail server accepted it, or it was kept as a file. */
export type Carried = 'smtp' | 'file'

/** Delivers mails. `carry` resolves once a mail server has accepted the mail, or its file is written. */
export type Carrier = {
  carry(mail: Mail, envelope: Envelope): Promise<Carried>
  close(): void
}

type Envelope = { id: string; at: number }
type Needs = { mailWays: { read(): Promise<MailWay> }; settings: SiteSettings; log: Log }
type MailConfig = Pick<Config, 'smtpConnections' | 'mailFrom' | 'dataDir' | 'publicUrl'>

const CONNECT_TIMEOUT = 10 * SECOND
const SILENCE_TIMEOUT = 20 * SECOND

/** Where mails are kept while there is no mail server. */
export function mailFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'mail')
}

/** The file of a mail that was kept. */
export function keptMailFile(
  config: Pick<Config, 'dataDir'>,
  { id, kind, createdAt }: { id: string; kind: string; createdAt: number },
): string {
  const stamp = isoInstant(createdAt).replace(/[:.]/g, '-')
  return join(mailFolder(config), `${stamp}-${kind}-${id.slice(-6)}.eml`)
}

/** Delivers each mail in the way that is set when it leaves. */
export function carrierOf(app: Needs, config: MailConfig): Carrier {
  let open: { mark: string; transport: Promise<Transporter> } | undefined
  const close = (): void => {
    open?.transport.then((opened) => opened.close()).catch(() => undefined)
    open = undefined
  }
  return {
    async carry(mail, envelope) {
      const way = await app.mailWays.read()
      const { siteName, replyTo } = await app.settings.read()
      const from = senderOf(config, way, siteName)
      const message = messageOf(mail, envelope, { from, replyTo, publicUrl: config.publicUrl })
      if (way.source === 'none') return keep(app.log, { config, mail, envelope, message })
      if (open?.mark !== way.mark) {
        close() // mails under way are finished; those that wait for a connection fail and come again
        open = { mark: way.mark, transport: openTransport(way, config.smtpConnections) }
      }
      const { transport } = open
      try {
        await (await transport).sendMail(message)
      } catch (error) {
        throw withoutSecrets(error, secretsOf(way))
      }
      return 'smtp'
    },
    close,
  }
}

async function openTransport(
  way: Exclude<MailWay, { source: 'none' }>,
  maxConnections: number,
): Promise<Transporter> {
  const { createTransport } = await import('nodemailer') // 40 ms that the start saves
  return createTransport({
    ...transportOptions(way),
    pool: true,
    maxConnections,
    connectionTimeout: CONNECT_TIMEOUT,
    greetingTimeout: CONNECT_TIMEOUT,
    dnsTimeout: CONNECT_TIMEOUT,
    socketTimeout: SILENCE_TIMEOUT,
  })
}

/** How nodemailer reaches a server and signs in to it. Certificates are always checked. */
export function transportOptions(way: Exclude<MailWay, { source: 'none' }>) {
  if (way.source === 'environment') return { url: way.url }
  const { host, port, security, user, password: pass } = way.server
  return {
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(user && { auth: { user, pass } }),
  }
}

/** Hides the site's sign-in in the answer of a server that repeats it. */
function withoutSecrets(error: unknown, secrets: readonly string[]): unknown {
  if (!(error instanceof Error)) return error
  for (const secret of secrets) error.message = error.message.replaceAll(secret, '***')
  return error
}

type Message = ReturnType<typeof messageOf>
type Kept = { config: MailConfig; mail: Mail; envelope: Envelope; message: Message }

async function keep(log: Log, { config, mail, envelope, message }: Kept): Promise<'file'> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  const built = await transport.sendMail(message)
  const { id, at } = envelope
  const file = keptMailFile(config, { id, kind: mail.kind, createdAt: at })
  await mkdir(mailFolder(config), { recursive: true, mode: 0o700 })
  await writeFile(file, built.message as Buffer, { mode: 0o600 })
  log.info({ file, to: mail.to }, 'no mail server is set: the mail was kept as a file')
  return 'file'
}

/** Builds a message with the same Message-ID at every try, so that readers recognise a duplicate. */
function messageOf(
  mail: Mail,
  envelope: Envelope,
  site: { from: { name: string; address: string }; replyTo: string; publicUrl: string },
) {
  return {
    from: site.from,
    ...(site.replyTo && { replyTo: site.replyTo }),
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${envelope.id}@${new URL(site.publicUrl).hostname}>`,
    date: new Date(envelope.at),
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
