import { transportOptions } from '../../mail/mail-transport.ts'
import { countMails, type MailCounts } from '../../mail/outbox-store.ts'
import { environmentWay, type MailWay, mailWays, SERVER_ROW } from '../../mail/smtp-config.ts'
import { HOUR, SECOND } from '../../platform/clock.ts'
import { systemRandom } from '../../platform/random.ts'
import { readEncryptionKey } from '../../security/keys/encryption-key.ts'
import { KeyRing, WrongEncryptionKey } from '../../security/keys/key-ring.ts'
import { findSetting } from '../../settings/setting-store.ts'
import { type Check, NO_DATABASE, type Opinion, type Patient } from './check.ts'
import { oldestWaitingMail } from './doctor-store.ts'

const BUDGET = 4 * SECOND

/** Signs in to the mail server to check that it accepts the site; no mail is sent. */
export const mailServerCheck: Check = {
  id: 'mail-server',
  title: { ru: 'Почтовый сервер', en: 'Mail server' },
  async look(patient) {
    const { config, mailWay } = patient
    const way = environmentWay(config) ?? (await (mailWay?.() ?? openSealed(patient)))
    if (!way) return SEALED
    if (way.source === 'none') return KEPT_AS_FILES
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

/**
 * Opens for a command what the panel has sealed. Undefined without the site's key, which is never made
 * here, or with that of another site.
 */
async function openSealed({ db, clock, config }: Patient): Promise<MailWay | undefined> {
  const isSet = db !== undefined && (await findSetting(db, SERVER_ROW)) !== undefined
  if (!isSet) return { source: 'none', mark: '' }
  const key = config.encryptionKey ?? readEncryptionKey(config.dataDir)
  if (!key) return undefined
  try {
    const keys = await KeyRing.open({ db, clock, random: systemRandom }, key)
    return await mailWays({ db, clock, keys }, config).read()
  } catch (error) {
    if (error instanceof WrongEncryptionKey) return undefined
    throw error
  }
}

const SEALED: Opinion = {
  state: 'unknown',
  detail: {
    ru: 'Почтовый сервер задан в панели; без ключа сайта его не открыть.',
    en: 'The mail server is set in the panel, and cannot be opened without the key of the site.',
  },
  advice: {
    ru: 'Запустите portal doctor там, где работает сайт, с его ENCRYPTION_KEY или DATA_DIR.',
    en: 'Run portal doctor where the site runs, with its ENCRYPTION_KEY or DATA_DIR.',
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
