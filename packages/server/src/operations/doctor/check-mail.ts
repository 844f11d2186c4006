import { transportOptions } from '../../mail/mail-transport.ts'
import { countMails, type MailCounts } from '../../mail/outbox-store.ts'
import {
  SERVER_SETTING,
  type SmtpConfig,
  smtpConfig,
  smtpConfigFromEnvironment,
} from '../../mail/smtp-config.ts'
import { HOUR, SECOND } from '../../platform/clock.ts'
import { systemRandom } from '../../platform/random.ts'
import { readEncryptionKey } from '../../security/keys/encryption-key.ts'
import { KeyRing, WrongEncryptionKey } from '../../security/keys/key-ring.ts'
import { findSetting } from '../../settings/setting-store.ts'
import { type Check, type CheckContext, type CheckResult, NO_DATABASE } from './check.ts'
import { oldestWaitingMail } from './doctor-store.ts'

const BUDGET = 4 * SECOND

export const mailServerCheck: Check = {
  id: 'mail-server',
  title: { ru: 'Почтовый сервер', en: 'Mail server' },
  async run(context) {
    const { config, smtpConfig } = context
    const smtp =
      smtpConfigFromEnvironment(config) ?? (await (smtpConfig?.() ?? openSealed(context)))
    if (!smtp) return SEALED
    if (smtp.source === 'none') return KEPT_AS_FILES
    const { host, isEncrypted } = hostOf(smtp)
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      ...transportOptions(smtp),
      connectionTimeout: BUDGET,
      greetingTimeout: BUDGET,
      dnsTimeout: BUDGET,
      socketTimeout: BUDGET,
    })
    try {
      await transport.verify()
      return ACCEPTS_SIGN_IN(host, isEncrypted)
    } catch (error) {
      return REFUSES(host, reasonOf(error))
    } finally {
      transport.close()
    }
  },
}

function hostOf(smtp: Exclude<SmtpConfig, { source: 'none' }>) {
  if (smtp.source === 'panel') {
    return { host: smtp.server.host, isEncrypted: smtp.server.security !== 'none' }
  }
  const { host, protocol } = new URL(smtp.url)
  return { host, isEncrypted: protocol === 'smtps:' }
}

/**
 * Reads and decrypts the stored configuration of the mail server, for a command. Returns undefined without the key of
 * this site, which a check never creates.
 */
async function openSealed({ db, clock, config }: CheckContext): Promise<SmtpConfig | undefined> {
  const isSet = db !== undefined && (await findSetting(db, SERVER_SETTING)) !== undefined
  if (!isSet) return { source: 'none', fingerprint: '' }
  const key = config.encryptionKey ?? readEncryptionKey(config.dataDir)
  if (!key) return undefined
  try {
    const keys = await KeyRing.open({ db, clock, random: systemRandom }, key)
    return await smtpConfig({ db, clock, keys }, config).read()
  } catch (error) {
    if (error instanceof WrongEncryptionKey) return undefined
    throw error
  }
}

const SEALED: CheckResult = {
  state: 'unknown',
  detail: {
    ru: 'Почтовый сервер задан в панели; без ключа сайта его настройки не расшифровать.',
    en: 'The mail server is set in the panel; its settings cannot be decrypted without the key of the site.',
  },
  advice: {
    ru: 'Запустите portal doctor там, где работает сайт, с его ENCRYPTION_KEY или DATA_DIR.',
    en: 'Run portal doctor where the site runs, with its ENCRYPTION_KEY or DATA_DIR.',
  },
}

/** Describes an error by its kind and number only, because the text of the mail server may contain the login. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error ? String(error.code) : 'unknown'
  return 'responseCode' in error ? `${code} ${error.responseCode}` : code
}

export const outboxCheck: Check = {
  id: 'outbox',
  title: { ru: 'Очередь писем', en: 'Outgoing mail' },
  async run({ db, clock }) {
    if (!db) return NO_DATABASE
    const { waiting, dead, held } = await countMails(db, clock.now())
    const oldest = await oldestWaitingMail(db)
    const hours = oldest === undefined ? 0 : Math.floor((clock.now() - oldest) / HOUR)
    return evaluateOutbox({ waiting, dead, held, hours })
  },
}

/**
 * Checks the mails that wait in the outbox.
 * @param found.hours the age of the oldest one, in hours
 */
export function evaluateOutbox(found: MailCounts & { hours: number }): CheckResult {
  const { waiting, dead, held, hours } = found
  const since =
    hours > 0 ? { ru: ` (до ${hours} ч)`, en: ` (up to ${hours} h)` } : { ru: '', en: '' }
  const detail = {
    ru: `Ждут отправки: ${waiting}${since.ru}; не удалось отправить: ${dead}; отложено за сутки: ${held}.`,
    en: `Waiting: ${waiting}${since.en}; failed: ${dead}; held back in the last 24 hours: ${held}.`,
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

const KEPT_AS_FILES: CheckResult = {
  state: 'warning',
  detail: {
    ru: 'Почтовый сервер не задан: письма сохраняются в файлы в DATA_DIR/mail, игроки их не получают.',
    en: 'No mail server is set: mails are written to files in DATA_DIR/mail, and players get none.',
  },
  advice: {
    ru: 'Задайте почтовый сервер: «Почта» в панели или SMTP_URL.',
    en: 'Set a mail server: Mail in the panel, or SMTP_URL.',
  },
}

const ACCEPTS_SIGN_IN = (host: string, isEncrypted: boolean): CheckResult => ({
  state: 'good',
  detail: {
    ru: `Сайт может войти на ${host}${isEncrypted ? ' (TLS)' : ''}.`,
    en: `${host} accepts the site's sign-in${isEncrypted ? ' (TLS)' : ''}.`,
  },
})

const REFUSES = (host: string, why: string): CheckResult => ({
  state: 'bad',
  detail: {
    ru: `Сайт не может войти на ${host}: ${why}`,
    en: `${host} does not accept the site's sign-in: ${why}`,
  },
  advice: {
    ru: 'EAUTH: проверьте логин и пароль (знаки @ : / в них кодируются). ETIMEDOUT, ECONNREFUSED: порт (465 для smtps, 587 для smtp) часто закрыт хостингом. ETLS, ESOCKET: не тот порт или сертификат.',
    en: 'EAUTH: check the user and password (@ : / in them must be percent-encoded). ETIMEDOUT, ECONNREFUSED: hosting providers often block the port (465 for smtps, 587 for smtp). ETLS, ESOCKET: wrong port or certificate.',
  },
})
