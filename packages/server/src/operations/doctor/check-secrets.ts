import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readPostgresUrl } from '../../database/postgres/url.ts'
import { DAY } from '../../platform/clock.ts'
import { systemRandom } from '../../platform/random.ts'
import { loadOrCreateEncryptionKey } from '../../security/keys/encryption-key.ts'
import { KeyRing, WrongEncryptionKey } from '../../security/keys/key-ring.ts'
import { listGenerations } from '../../security/keys/key-store.ts'
import { type Check, type CheckContext, type CheckResult, NO_DATABASE } from './check.ts'
import { isThisMachine } from './this-machine.ts'

const OLD = 365 * DAY

export const secretsCheck: Check = {
  id: 'secrets',
  title: { ru: 'Ключи и секреты', en: 'Keys and secrets' },
  async run(context) {
    const { config } = context
    const weak = weakSecrets(config)
    if (weak.length > 0) return WEAK(weak.join(', '))
    const file = join(config.dataDir, 'encryption.key')
    if (!config.encryptionKey && !existsSync(file)) return NO_KEY
    const key = config.encryptionKey ?? loadOrCreateEncryptionKey(config.dataDir, systemRandom)
    return evaluateKeys(context, key)
  },
}

async function evaluateKeys({ db, clock }: CheckContext, key: Buffer): Promise<CheckResult> {
  const generations = db && (await listGenerations(db).catch(() => undefined))
  const inUse = generations?.find(({ retiredAt }) => retiredAt === null)
  if (!db || !inUse) return NO_DATABASE // reading the keys of an empty database would create one
  try {
    await KeyRing.open({ db, clock, random: systemRandom }, key)
  } catch (error) {
    if (error instanceof WrongEncryptionKey) return FOREIGN_KEY
    throw error
  }
  const days = Math.floor((clock.now() - inUse.createdAt) / DAY)
  return days * DAY > OLD ? OLD_KEYS(days) : GOOD(days)
}

type Secrets = { metricsToken: string; databaseUrl: string; encryptionKey: Buffer | undefined }

export function weakSecrets({ metricsToken, databaseUrl, encryptionKey }: Secrets): string[] {
  const [host = ''] = databaseUrl ? readPostgresUrl(databaseUrl).hosts : []
  const database = URL.parse(host)
  const password = decodeURIComponent(database?.password ?? '')
  const isAway = database !== null && !isThisMachine(database.hostname)
  const checks: [name: string, isWeak: boolean][] = [
    ['METRICS_TOKEN', metricsToken !== '' && isMonotonous(metricsToken)],
    ['DATABASE_URL', isAway && password !== '' && (password.length < 12 || isMonotonous(password))],
    ['ENCRYPTION_KEY', encryptionKey !== undefined && new Set(encryptionKey).size < 16],
  ]
  return checks.filter(([, isWeak]) => isWeak).map(([name]) => name)
}

/**
 * Whether a secret consists of few different characters. Sixteen random characters nearly always include more than
 * seven.
 */
function isMonotonous(secret: string): boolean {
  return new Set(secret.toLowerCase()).size < 8
}

const WEAK = (names: string): CheckResult => ({
  state: 'bad',
  detail: { ru: `Легко подобрать: ${names}.`, en: `Easy to guess: ${names}.` },
  advice: {
    ru: 'Возьмите случайное значение, например от openssl rand -base64 32. ENCRYPTION_KEY уже работающего сайта так не меняют.',
    en: 'Use a random value, for example from openssl rand -base64 32. Never change the ENCRYPTION_KEY of a running site this way.',
  },
})

const NO_KEY: CheckResult = {
  state: 'unknown',
  detail: {
    ru: 'Ключа ещё нет: он появится при первом запуске.',
    en: 'There is no key yet: the first start creates it.',
  },
}

const FOREIGN_KEY: CheckResult = {
  state: 'bad',
  detail: {
    ru: 'Ключ шифрования не от этой базы: сайт с ним не запустится.',
    en: 'The encryption key does not belong to this database: the site will not start with it.',
  },
  advice: {
    ru: 'Верните ENCRYPTION_KEY или encryption.key из той же копии, что и база.',
    en: 'Restore ENCRYPTION_KEY or encryption.key from the same backup as the database.',
  },
}

const OLD_KEYS = (days: number): CheckResult => ({
  state: 'warning',
  detail: {
    ru: `Ключ подписи создан ${days} дн. назад.`,
    en: `The signing key is ${days} days old.`,
  },
  advice: {
    ru: 'Выполните portal keys rotate: никто не выйдет из аккаунта.',
    en: 'Run portal keys rotate: no player is signed out.',
  },
})

const GOOD = (days: number): CheckResult => ({
  state: 'good',
  detail: {
    ru: `Ключ подходит к базе; ключ подписи создан ${days} дн. назад.`,
    en: `The key fits the database; the signing key is ${days} ${days === 1 ? 'day' : 'days'} old.`,
  },
})
