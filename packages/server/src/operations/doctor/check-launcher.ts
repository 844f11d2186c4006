import type { ApiKey } from '../../integrations/api-keys/api-key.ts'
import { listApiKeys } from '../../integrations/api-keys/api-key-store.ts'
import { DAY } from '../../platform/clock.ts'
import { readableInstant } from '../../platform/text/readable-instant.ts'
import { type Check, type CheckResult, NO_DATABASE } from './check.ts'

const MAX_KEYS = 1000
const SILENT = DAY

export const launcherCheck: Check = {
  id: 'launcher',
  title: { ru: 'Сервер лаунчера', en: 'Launcher server' },
  async run({ db, clock }) {
    if (!db) return NO_DATABASE
    const page = { query: undefined, limit: MAX_KEYS, after: undefined }
    return evaluateApiKeys(await listApiKeys(db, page), clock.now())
  },
}

type KeySummary = Pick<
  ApiKey,
  'name' | 'permissions' | 'addresses' | 'revokedAt' | 'usedAt' | 'refusedAt' | 'refusedIp'
>

export function evaluateApiKeys(all: readonly KeySummary[], now: number): CheckResult {
  const keys = all.filter(
    ({ permissions, revokedAt }) =>
      revokedAt === null && permissions.includes('kernel.launcher.provider'),
  )
  if (keys.length === 0) return NO_KEYS
  const refused = keys.find(
    ({ refusedAt, usedAt }) => refusedAt !== null && refusedAt > (usedAt ?? 0),
  )
  if (refused) return REFUSED(refused.name, refused.refusedIp ?? '')
  const closed = keys.find(({ addresses }) => addresses.length === 0)
  if (closed) return CLOSED(closed.name)
  const usedAt = Math.max(...keys.map((key) => key.usedAt ?? 0))
  if (usedAt === 0) return NEVER
  const connected = CONNECTED(usedAt)
  return now - usedAt > SILENT ? { ...connected, state: 'warning', advice: SEE_SERVER } : connected
}

const NO_KEYS: CheckResult = {
  state: 'unknown',
  detail: {
    ru: 'Ключей API для лаунчера нет.',
    en: 'There are no API keys for a launcher.',
  },
  advice: {
    ru: 'Создайте ключ в панели (Ключи API), чтобы подключить сервер лаунчера.',
    en: 'Create a key in the panel (API keys) to connect a launcher server.',
  },
}

const REFUSED = (name: string, ip: string): CheckResult => ({
  state: 'bad',
  detail: {
    ru: `Ключ «${name}» получил отказ: запросы приходят с адреса ${ip}, которому он не доверяет.`,
    en: `The key "${name}" was refused: requests come from ${ip}, which it does not trust.`,
  },
  advice: {
    ru: `Если это сервер лаунчера, добавьте ${ip} к адресам ключа; если это адрес прокси, задайте TRUST_PROXY.`,
    en: `If this is the launcher server, add ${ip} to the key's addresses; if it is a proxy, set TRUST_PROXY.`,
  },
})

const CLOSED = (name: string): CheckResult => ({
  state: 'bad',
  detail: {
    ru: `У ключа «${name}» нет доверенных адресов: все запросы с ним отклоняются.`,
    en: `The key "${name}" has no trusted addresses, so every request with it is refused.`,
  },
  advice: {
    ru: 'Добавьте к ключу адрес сервера лаунчера.',
    en: "Add the launcher server's address to the key.",
  },
})

const NEVER: CheckResult = {
  state: 'warning',
  detail: {
    ru: 'Сервер лаунчера ещё ни разу не обращался к сайту.',
    en: 'The launcher server has not sent a request yet.',
  },
  advice: {
    ru: 'Проверьте адрес сайта и ключ в настройках модуля лаунчера.',
    en: "Check the site's address and the key in the launcher module's settings.",
  },
}

const CONNECTED = (at: number): CheckResult => ({
  state: 'good',
  detail: {
    ru: `Последний запрос: ${readableInstant(at, 'ru')}.`,
    en: `Last request: ${readableInstant(at, 'en')}.`,
  },
})

const SEE_SERVER = {
  ru: 'Запросов нет больше суток: проверьте, запущен ли сервер лаунчера.',
  en: 'There was no request for more than a day: check whether the launcher server is running.',
}
