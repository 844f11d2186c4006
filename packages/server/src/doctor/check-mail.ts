import { transportOptions } from '../mail/carrier.ts'
import { environmentWay, type MailWay, SERVER_ROW } from '../mail/mail-way.ts'
import { countMails, type MailCounts } from '../mail/outbox-store.ts'
import { HOUR, SECOND } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { findSetting } from '../settings/setting-store.ts'
import { type Check, NO_DATABASE, type Opinion } from './checkup.ts'
import { oldestWaitingMail } from './doctor-store.ts'

const BUDGET = 4 * SECOND

/** Signs in to the mail server to check that it accepts the site; no mail is sent. */
export const mailServerCheck: Check = {
  id: 'mail-server',
  title: { ru: 'Почтовый сервер', en: 'Mail server' },
  async look({ config, db, mailWay }) {
    const way = environmentWay(config) ?? (await mailWay?.())
    if (!way && (await isSetInPanel(db))) return SET_IN_PANEL
    if (!way || way.source === 'none') return KEPT_AS_FILES
    const { host, isEncrypted } = placeOf(way)
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      ...transportOptions(way),
      connectionTimeout: BUDGET,
      greetingTimeout: BUDGET,
      dnsTimeout: BUDGET,
      socketTimeout: BUDGET,
    })
    try {
      await transport.verify()
      return LETS_IN(host, isEncrypted)
    } catch (error) {
      return REFUSES(host, reasonOf(error))
    } finally {
      transport.close()
    }
  },
}

function placeOf(way: Exclude<MailWay, { source: 'none' }>) {
  if (way.source === 'panel') {
    return { host: way.server.host, isEncrypted: way.server.security !== 'none' }
  }
  const { host, protocol } = new URL(way.url)
  return { host, isEncrypted: protocol === 'smtps:' }
}

/** The command has no keys, so it cannot open what the panel has sealed. */
async function isSetInPanel(db: Db | undefined): Promise<boolean> {
  return db !== undefined && (await findSetting(db, SERVER_ROW)) !== undefined
}

const SET_IN_PANEL: Opinion = {
  state: 'unknown',
  detail: {
    ru: 'Почтовый сервер задан в панели; отсюда его не проверить.',
    en: 'The mail server is set in the panel; it cannot be checked from here.',
  },
  advice: {
    ru: 'Откройте «Система» в панели или отправьте пробное письмо: portal mail test адрес.',
    en: 'Open System in the panel, or send a test: portal mail test <address>.',
  },
}

/** Gives the kind of failure and its number only: the server's own words may repeat the login. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error ? String(error.code) : 'unknown'
  return 'responseCode' in error ? `${code} ${error.responseCode}` : code
}

/** Checks that mails are being sent. */
export const outboxCheck: Check = {
  id: 'outbox',
  title: { ru: 'Очередь писем', en: 'Outgoing mail' },
  async look({ db, clock }) {
    if (!db) return NO_DATABASE
    const { waiting, dead, held } = await countMails(db, clock.now())
    const oldest = await oldestWaitingMail(db)
    const hours = oldest === undefined ? 0 : Math.floor((clock.now() - oldest) / HOUR)
    return judgeOutbox({ waiting, dead, held, hours })
  },
}

/** @param found.hours how long the oldest mail has waited. */
export function judgeOutbox(found: MailCounts & { hours: number }): Opinion {
  const { waiting, dead, held, hours } = found
  const since =
    hours > 0 ? { ru: ` (до ${hours} ч)`, en: ` (up to ${hours} h)` } : { ru: '', en: '' }
  const detail = {
    ru: `Ждут отправки: ${waiting}${since.ru}; не удалось отправить: ${dead}; придержано за сутки: ${held}.`,
    en: `Waiting: ${waiting}${since.en}; given up: ${dead}; held back in the last 24 hours: ${held}.`,
  }
  if (hours >= 1) return { state: 'bad', detail, advice: SEE_SERVER }
  return dead > 0 ? { state: 'warning', detail, advice: TRY_AGAIN } : { state: 'good', detail }
}

const SEE_SERVER = {
  ru: 'Посмотрите ошибку писем в панели (Почта) и отправьте пробное: portal mail test адрес.',
  en: 'Read the errors of the mails in the panel (Mail), and send a test: portal mail test <address>.',
}

const TRY_AGAIN = {
  ru: 'Устраните причину (Почта в панели) и выполните portal mail retry.',
  en: 'Fix the cause (see Mail in the panel) and run portal mail retry.',
}

const KEPT_AS_FILES: Opinion = {
  state: 'warning',
  detail: {
    ru: 'Почтовый сервер не задан: письма складываются файлами в DATA_DIR/mail, игроки их не получают.',
    en: 'No mail server is set: mails are written to files in DATA_DIR/mail, and players get none.',
  },
  advice: {
    ru: 'Задайте почтовый сервер: «Почта» в панели или SMTP_URL.',
    en: 'Set a mail server: Mail in the panel, or SMTP_URL.',
  },
}

const LETS_IN = (host: string, isEncrypted: boolean): Opinion => ({
  state: 'good',
  detail: {
    ru: `${host} принимает вход сайта${isEncrypted ? ' (TLS)' : ''}.`,
    en: `${host} accepts the site's sign-in${isEncrypted ? ' (TLS)' : ''}.`,
  },
})

const REFUSES = (host: string, why: string): Opinion => ({
  state: 'bad',
  detail: {
    ru: `${host} не принимает вход сайта: ${why}`,
    en: `${host} does not accept the site's sign-in: ${why}`,
  },
  advice: {
    ru: 'EAUTH: проверьте логин и пароль (знаки @ : / в них кодируются). ETIMEDOUT, ECONNREFUSED: порт (465 для smtps, 587 для smtp) часто закрыт хостингом. ETLS, ESOCKET: не тот порт или сертификат.',
    en: 'EAUTH: check the user and password (@ : / in them must be percent-encoded). ETIMEDOUT, ECONNREFUSED: hosting providers often block the port (465 for smtps, 587 for smtp). ETLS, ESOCKET: wrong port or certificate.',
  },
})
