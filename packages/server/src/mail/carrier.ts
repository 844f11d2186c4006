import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transporter } from 'nodemailer'
import type { Config } from '../config.ts'
import { isoInstant, SECOND } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Mail } from './mail.ts'

/** Delivers mails. `carry` resolves once a mail server has accepted the mail, or its file is written. */
export type Carrier = {
  carry(mail: Mail, envelope: { id: string; at: number }): Promise<void>
  close(): void
}

type MailConfig = Pick<Config, 'smtpUrl' | 'smtpConnections' | 'mailFrom' | 'dataDir' | 'publicUrl'>

/** Delivers to the SMTP server of `SMTP_URL` or, without one, to files in `DATA_DIR/mail`. */
export function carrierOf(config: MailConfig, log: Log): Carrier {
  return config.smtpUrl ? smtpCarrier(config) : fileCarrier(config, log)
}

const CONNECT_TIMEOUT = 10 * SECOND
const SILENCE_TIMEOUT = 20 * SECOND

function smtpCarrier(config: MailConfig): Carrier {
  let transport: Promise<Transporter> | undefined
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer') // 40 ms that the start saves
    return createTransport({
      url: config.smtpUrl,
      pool: true,
      maxConnections: config.smtpConnections,
      connectionTimeout: CONNECT_TIMEOUT,
      greetingTimeout: CONNECT_TIMEOUT,
      dnsTimeout: CONNECT_TIMEOUT,
      socketTimeout: SILENCE_TIMEOUT,
    })
  }
  return {
    async carry(mail, envelope) {
      transport ??= open()
      await (await transport).sendMail(message(config, mail, envelope))
    },
    close() {
      transport?.then((opened) => opened.close()).catch(() => undefined)
      transport = undefined
    },
  }
}

function fileCarrier(config: MailConfig, log: Log): Carrier {
  const folder = join(config.dataDir, 'mail')
  return {
    async carry(mail, envelope) {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
      const built = await transport.sendMail(message(config, mail, envelope))
      const stamp = isoInstant(envelope.at).replace(/[:.]/g, '-')
      const file = join(folder, `${stamp}-${mail.kind}-${envelope.id.slice(-6)}.eml`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(file, built.message as Buffer, { mode: 0o600 })
      log.info({ file, to: mail.to }, 'SMTP_URL is not set: the mail was kept as a file')
    },
    close() {},
  }
}

/** Builds a message with the same Message-ID at every try, so that readers recognise a duplicate. */
function message(config: MailConfig, mail: Mail, envelope: { id: string; at: number }) {
  return {
    from: config.mailFrom,
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${envelope.id}@${new URL(config.publicUrl).hostname}>`,
    date: new Date(envelope.at),
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
