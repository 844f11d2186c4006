import { countMails, type MailCounts } from '../mail/outbox-store.ts'
import { HOUR, SECOND } from '../platform/clock.ts'
import { type Check, NO_DATABASE, type Opinion } from './checkup.ts'
import { oldestWaitingMail } from './doctor-store.ts'

const BUDGET = 4 * SECOND

/** Whether the mail server lets the site in: connection, TLS, greeting and sign-in, but no mail. */
export const mailServerCheck: Check = {
  id: 'mail-server',
  title: { ru: 'Почтовый сервер', en: 'Mail server' },
  async look({ config }) {
    if (!config.smtpUrl) return KEPT_AS_FILES
    const { host, protocol } = new URL(config.smtpUrl)
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      url: config.smtpUrl,
      connectionTimeout: BUDGET,
      greetingTimeout: BUDGET,
      dnsTimeout: BUDGET,
      socketTimeout: BUDGET,
    })
    try {
      await transport.verify()
      return LETS_IN(host, protocol === 'smtps:')
    } catch (error) {
      return REFUSES(host, reasonOf(error))
    } finally {
      transport.close()
    }
  },
}

/** What a server answers may repeat the login; the kind of failure and its number never do. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error ? String(error.code) : 'unknown'
  return 'responseCode' in error ? `${code} ${error.responseCode}` : code
}

/** Whether mails get out. */
export const outboxCheck: Check = {
  id: 'outbox',
  title: { ru: 'Очередь писем', en: 'Mails to send' },
  async look({ db, clock }) {
    if (!db) return NO_DATABASE
    const { waiting, dead, held } = await countMails(db, clock.now())
    const oldest = await oldestWaitingMail(db)
    const hours = oldest === undefined ? 0 : Math.floor((clock.now() - oldest) / HOUR)
    return judgeOutbox({ waiting, dead, held, hours })
  },
}

/** @param found.hours how long the oldest one waits. */
export function judgeOutbox(found: MailCounts & { hours: number }): Opinion {
  const { waiting, dead, held, hours } = found
  const since =
    hours > 0 ? { ru: ` (до ${hours} ч)`, en: ` (up to ${hours} h)` } : { ru: '', en: '' }
  const detail = {
    ru: `Ждут отправки: ${waiting}${since.ru}; не удалось отправить: ${dead}; придержано за сутки: ${held}.`,
    en: `Waiting: ${waiting}${since.en}; given up: ${dead}; held back within a day: ${held}.`,
  }
  if (hours >= 1) return { state: 'bad', detail, advice: SEE_SERVER }
  return dead > 0 ? { state: 'warning', detail, advice: TRY_AGAIN } : { state: 'good', detail }
}

const SEE_SERVER = {
  ru: 'Посмотрите ошибку писем в панели (Почта) и отправьте пробное: portal mail test адрес.',
  en: 'See the error of the mails in the panel (Mail) and send one: portal mail test address.',
}

const TRY_AGAIN = {
  ru: 'Устраните причину (Почта в панели) и выполните portal mail retry.',
  en: 'Mend the cause (Mail in the panel) and run portal mail retry.',
}

const KEPT_AS_FILES: Opinion = {
  state: 'warning',
  detail: {
    ru: 'SMTP_URL не задан: письма складываются файлами в DATA_DIR/mail, игроки их не получают.',
    en: 'SMTP_URL is not set: mails are kept as files in DATA_DIR/mail, and players get none.',
  },
  advice: {
    ru: 'Задайте SMTP_URL и MAIL_FROM.',
    en: 'Set SMTP_URL and MAIL_FROM.',
  },
}

const LETS_IN = (host: string, isEncrypted: boolean): Opinion => ({
  state: 'good',
  detail: {
    ru: `${host} принимает вход сайта${isEncrypted ? ' (TLS)' : ''}.`,
    en: `${host} lets the site in${isEncrypted ? ' (TLS)' : ''}.`,
  },
})

const REFUSES = (host: string, why: string): Opinion => ({
  state: 'bad',
  detail: {
    ru: `${host} не принимает вход сайта: ${why}`,
    en: `${host} does not let the site in: ${why}`,
  },
  advice: {
    ru: 'EAUTH: проверьте логин и пароль (знаки @ : / в них кодируются). ETIMEDOUT, ECONNREFUSED: порт (465 для smtps, 587 для smtp) часто закрыт хостингом. ETLS, ESOCKET: не тот порт или сертификат.',
    en: 'EAUTH: see user and password (their @ : / are percent-encoded). ETIMEDOUT, ECONNREFUSED: hosters often close the port (465 for smtps, 587 for smtp). ETLS, ESOCKET: the wrong port or certificate.',
  },
})
