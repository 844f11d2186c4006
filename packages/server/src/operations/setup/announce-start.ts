import type { Locale } from '@portal/contract'
import { mailFolder } from '../../mail/mail-transport.ts'
import type { SmtpConfig } from '../../mail/smtp-config.ts'
import type { Log } from '../../platform/log.ts'
import type { Config } from '../../settings/config.ts'

type Start = {
  version: string
  config: Pick<Config, 'publicUrl' | 'databaseUrl' | 'dataDir'>
  /** The link for the setup; undefined once the site has an administrator. */
  setup: string | undefined
  mail: SmtpConfig
}

/**
 * Logs the start, for programs that read logs: the address, the setup link, and a warning if there is no mail server.
 */
export function logStart(log: Log, { version, config, setup, mail }: Start): void {
  log.info(
    { url: config.publicUrl, database: config.databaseUrl ? 'PostgreSQL' : 'SQLite' },
    `Portal ${version} is serving at ${config.publicUrl}`,
  )
  if (setup) log.info(`this site has no administrator yet; set it up at ${setup}`)
  if (mail.source === 'none') {
    log.warn(`no mail server is set: mails are written to files in ${mailFolder(config)}`)
  }
}

const WORDS = {
  en: {
    address: 'Address',
    setup: 'Set up',
    mail: 'Mail',
    kept: (folder: string) => `saved as files in ${folder}; no mail server is set`,
    sent: (host: string) => `sent through ${host}`,
  },
  ru: {
    address: 'Адрес',
    setup: 'Настройка',
    mail: 'Письма',
    kept: (folder: string) => `сохраняются в ${folder}: почтовый сервер не задан`,
    sent: (host: string) => `отправляются через ${host}`,
  },
}

export function startSummary(start: Start, locale: Locale): string {
  const words = WORDS[locale]
  const rows = [
    [words.address, start.config.publicUrl],
    ...(start.setup ? [[words.setup, start.setup]] : []),
    [words.mail, mailWords(start, words)],
  ]
  const width = Math.max(...rows.map(([label = '']) => label.length)) + 2
  const lines = rows.map(([label = '', value]) => `${label.padEnd(width)}${value}`)
  return [`Portal ${start.version}`, ...lines, ''].join('\n')
}

function mailWords({ config, mail }: Start, words: (typeof WORDS)[Locale]): string {
  if (mail.source === 'none') return words.kept(mailFolder(config))
  return words.sent(mail.source === 'panel' ? mail.server.host : new URL(mail.url).hostname)
}

export function systemLocale(): Locale {
  const { locale } = new Intl.DateTimeFormat().resolvedOptions()
  return /^ru\b/.test(locale) ? 'ru' : 'en'
}
