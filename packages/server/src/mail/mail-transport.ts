import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transporter } from 'nodemailer'
import type { Db } from '../database/database.ts'
import { isoInstant, SECOND } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Config } from '../settings/config.ts'
import type { SiteSettings } from '../settings/settings.ts'
import type { Mail } from './mail.ts'
import { withLogo } from './mail-logo.ts'
import { type SmtpConfig, secretsOf, senderOf } from './smtp-config.ts'

export type DeliveryMethod = 'smtp' | 'file'

/** Delivers mails. `send` resolves once a mail server has accepted the mail, or its file is written. */
export type MailTransport = {
  send(mail: Mail, envelope: Envelope): Promise<DeliveryMethod>
  close(): void
}

type Envelope = { id: string; at: number }
type Deps = {
  db: Db
  smtpConfig: { read(): Promise<SmtpConfig> }
  settings: SiteSettings
  log: Log
}
type MailConfig = Pick<Config, 'smtpConnections' | 'mailFrom' | 'dataDir' | 'publicUrl'>

const CONNECT_TIMEOUT = 10 * SECOND
const SOCKET_TIMEOUT = 20 * SECOND

export function mailFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'mail')
}

export function mailFilePath(
  config: Pick<Config, 'dataDir'>,
  { id, kind, createdAt }: { id: string; kind: string; createdAt: number },
): string {
  const stamp = isoInstant(createdAt).replace(/[:.]/g, '-')
  return join(mailFolder(config), `${stamp}-${kind}-${id.slice(-6)}.eml`)
}

export function createMailTransport(app: Deps, config: MailConfig): MailTransport {
  let open: { fingerprint: string; transport: Promise<Transporter> } | undefined
  const close = (): void => {
    open?.transport.then((opened) => opened.close()).catch(() => undefined)
    open = undefined
  }
  return {
    async send(mail, envelope) {
      const smtp = await app.smtpConfig.read()
      const { siteName, replyTo, logoUrl } = await app.settings.read()
      const site = { from: senderOf(config, smtp, siteName), replyTo, publicUrl: config.publicUrl }
      const message = {
        ...messageOf(mail, envelope, site),
        ...(await withLogo(app.db, mail.html, logoUrl)),
      }
      if (smtp.source === 'none') return writeMailFile(app.log, { config, mail, envelope, message })
      if (open?.fingerprint !== smtp.fingerprint) {
        close()
        open = {
          fingerprint: smtp.fingerprint,
          transport: openTransport(smtp, config.smtpConnections),
        }
      }
      const { transport } = open
      try {
        await (await transport).sendMail(message)
      } catch (error) {
        throw withoutSecrets(error, secretsOf(smtp))
      }
      return 'smtp'
    },
    close,
  }
}

async function openTransport(
  smtp: Exclude<SmtpConfig, { source: 'none' }>,
  maxConnections: number,
): Promise<Transporter> {
  const { createTransport } = await import('nodemailer') // loaded on demand: saves 40 ms of the start
  return createTransport({
    ...transportOptions(smtp),
    pool: true,
    maxConnections,
    connectionTimeout: CONNECT_TIMEOUT,
    greetingTimeout: CONNECT_TIMEOUT,
    dnsTimeout: CONNECT_TIMEOUT,
    socketTimeout: SOCKET_TIMEOUT,
  })
}

/** Returns the options of nodemailer for a mail server. Certificates are always checked. */
export function transportOptions(smtp: Exclude<SmtpConfig, { source: 'none' }>) {
  if (smtp.source === 'environment') return { url: smtp.url }
  const { host, port, security, user, password: pass } = smtp.server
  return {
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(user && { auth: { user, pass } }),
  }
}

/** Removes the site's credentials from an error, because some mail servers repeat them in responses. */
function withoutSecrets(error: unknown, secrets: readonly string[]): unknown {
  if (!(error instanceof Error)) return error
  for (const secret of secrets) error.message = error.message.replaceAll(secret, '***')
  return error
}

type Message = ReturnType<typeof messageOf> & { attachments?: object[] }
type FileMail = { config: MailConfig; mail: Mail; envelope: Envelope; message: Message }

async function writeMailFile(
  log: Log,
  { config, mail, envelope, message }: FileMail,
): Promise<'file'> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  const built = await transport.sendMail(message)
  const { id, at } = envelope
  const file = mailFilePath(config, { id, kind: mail.kind, createdAt: at })
  await mkdir(mailFolder(config), { recursive: true, mode: 0o700 })
  await writeFile(file, built.message as Buffer, { mode: 0o600 })
  log.info({ file, to: mail.to }, 'mail written to a file: no mail server is set')
  return 'file'
}

/** Builds a message. Its Message-ID is the same at every attempt, so that mail readers recognize duplicates. */
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
