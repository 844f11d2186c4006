import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { InvalidPostgresUrl, readPostgresUrl, withoutPassword } from '../database/postgres/url.ts'
import type { LogFormat } from '../platform/log.ts'
import { canonicalAddress, trustsEveryAddress } from '../platform/network/ip-address.ts'
import { type CaptchaKeys, VERIFY_URLS } from '../platform/outbound/captcha.ts'
import {
  hostOf,
  integer,
  lifetime,
  lifetimeOrOff,
  list,
  oneOf,
  onOff,
  originOf,
  WrongConfig,
  webUrl,
  wrong,
} from './config-values.ts'

/** Settings from the environment or `.env` (docs/operations.md#settings). Durations are in milliseconds. */
export type Config = {
  host: string
  port: number
  /** The address of the site, without a slash at the end. */
  publicUrl: string
  dataDir: string
  /** The address of PostgreSQL; empty for SQLite in `dataDir`. */
  databaseUrl: string
  databaseWait: number
  accessTtl: number
  refreshTtl: number
  refreshRotation: boolean
  shutdownDelay: number
  /** The key, 32 bytes; undefined: the key is in `dataDir` (see encryption-key.ts). */
  encryptionKey: Buffer | undefined
  /** Which proxies are trusted: none (`false`), a number of hops, or addresses. */
  trustProxy: false | number | string[]
  corsOrigins: string[]
  /** Hosts in the private network that settings may name and the site may call, in lower case. */
  allowPrivateHosts: string[]
  smtpUrl: string
  /** How many SMTP connections this process may have at a time. */
  smtpConnections: number
  /** The sender of mails, `address` or `Name <address>`; if empty, see senderOf in mail/smtp-config.ts. */
  mailFrom: string
  /** The keys of the captcha; undefined: there is no captcha. */
  captcha: CaptchaKeys | undefined
  /** The address of the list of breached passwords, without a slash at the end. */
  breachApiUrl: string
  /** The address of Discord's REST API, without a slash at the end. */
  discordApiUrl: string
  /** The address of EasyDonate's API, without a slash at the end. */
  easydonateApiUrl: string
  /** The token for `/metrics`; if empty, only this machine can read `/metrics`. */
  metricsToken: string
  /** The passphrase that encrypts backups; if empty, they are not encrypted. */
  backupPassphrase: string
  auditKept: number
  logLevel: string
  /** The format of the log; undefined: text in a terminal, otherwise JSON. */
  logFormat: LogFormat | undefined
}

type Environment = Record<string, string | undefined>
type Read = (name: string, fallback?: string) => string

/**
 * Adds the variables in the file `.env` of the working directory to the given environment, which takes precedence.
 * @throws WrongConfig if the file exists but cannot be read
 */
export function readEnvironment(given: Environment): Environment {
  try {
    return { ...parseEnv(readFileSync('.env', 'utf8')), ...given }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return given
    throw new WrongConfig(`.env cannot be read: ${codeOf(error)}`)
  }
}

export function readConfig(environment: Environment): Config {
  const read: Read = (name, fallback = '') => textOf(environment, name) || fallback
  const port = integer('PORT', read('PORT', '8080'), { from: 0, to: 65535 })
  const publicUrl = webUrl('PUBLIC_URL', read('PUBLIC_URL', `http://localhost:${port}`))
  return {
    host: host(read('HOST', '0.0.0.0')),
    port,
    publicUrl,
    dataDir: resolve(read('DATA_DIR', './data')),
    databaseUrl: databaseUrl(read('DATABASE_URL')),
    databaseWait: lifetimeOrOff('DATABASE_WAIT', read('DATABASE_WAIT', '1m')),
    accessTtl: lifetime('JWT_EXPIRES', read('JWT_EXPIRES', '5m')),
    refreshTtl: lifetime('JWT_REFRESH_EXPIRES', read('JWT_REFRESH_EXPIRES', '30d')),
    refreshRotation: onOff('JWT_REFRESH_ROTATION', read('JWT_REFRESH_ROTATION', 'on')),
    shutdownDelay: read('SHUTDOWN_DELAY') ? lifetime('SHUTDOWN_DELAY', read('SHUTDOWN_DELAY')) : 0,
    encryptionKey: encryptionKey(read('ENCRYPTION_KEY')),
    trustProxy: proxies(read('TRUST_PROXY', 'off')),
    corsOrigins: list(read('CORS_ORIGINS')).map((origin) => originOf(origin)),
    allowPrivateHosts: list(read('ALLOW_PRIVATE_HOSTS')).map(hostOf),
    smtpUrl: smtpUrl(read('SMTP_URL')),
    smtpConnections: integer('SMTP_CONNECTIONS', read('SMTP_CONNECTIONS', '3'), {
      from: 1,
      to: 20,
    }),
    mailFrom: mailFrom(read('MAIL_FROM'), publicUrl),
    captcha: captcha(read),
    breachApiUrl: webUrl('BREACH_API_URL', read('BREACH_API_URL', BREACH_API_URL)),
    discordApiUrl: webUrl('DISCORD_API_URL', read('DISCORD_API_URL', DISCORD_API_URL)),
    easydonateApiUrl: webUrl('EASYDONATE_API_URL', read('EASYDONATE_API_URL', EASYDONATE_API_URL)),
    backupPassphrase: read('BACKUP_PASSPHRASE'),
    metricsToken: metricsToken(read('METRICS_TOKEN')),
    auditKept: lifetime('AUDIT_KEPT', read('AUDIT_KEPT', '180d')),
    logLevel: oneOf('LOG_LEVEL', read('LOG_LEVEL', 'info'), LOG_LEVELS),
    logFormat: logFormat(read('LOG_FORMAT')),
  }
}

const BREACH_API_URL = 'https://api.pwnedpasswords.com'
const EASYDONATE_API_URL = 'https://easydonate.ru/api/v3'
const DISCORD_API_URL = 'https://discord.com/api/v10'
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

function logFormat(text: string): LogFormat | undefined {
  return text === '' ? undefined : oneOf('LOG_FORMAT', text, ['json', 'text'])
}

/**
 * Returns the value of the variable `NAME`, or the content of the file in `NAME_FILE`; empty if neither is set.
 * @throws WrongConfig if the file cannot be read
 */
function textOf(environment: Environment, name: string): string {
  const file = environment[`${name}_FILE`]
  if (!file) return environment[name]?.trim() ?? ''
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw wrong(`${name}_FILE`, file, `a file that can be read (${codeOf(error)})`)
  }
}

function databaseUrl(text: string): string {
  try {
    if (text !== '') readPostgresUrl(text)
    return text
  } catch (error) {
    if (!(error instanceof InvalidPostgresUrl)) throw error
    throw wrong('DATABASE_URL', withoutPassword(text), error.message)
  }
}

/** Checks the address of a mail server. The value may contain a password, so the error does not show it. */
function smtpUrl(text: string): string {
  if (text === '' || /^smtps?:$/.test(URL.parse(text)?.protocol ?? '')) return text
  throw wrong(
    'SMTP_URL',
    undefined,
    'nothing (mails are kept as files) or smtp(s)://user:password@host:port',
  )
}

function host(text: string): string {
  const labels = text.split('.')
  const isName =
    labels.every((label) => /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/.test(label)) &&
    !/^[0-9]+$/.test(labels.at(-1) ?? '')
  if (isIP(text) || isName) return text
  throw wrong('HOST', text, 'an address or name of this machine, such as 127.0.0.1, ::, localhost')
}

/**
 * Checks the sender of mails. If none is set, checks the default sender, which an unusual PUBLIC_URL can make invalid.
 */
function mailFrom(text: string, publicUrl: string): string {
  sender(text || `noreply@${new URL(publicUrl).hostname}`)
  return text
}

function sender(text: string): string {
  const address = /^[^<>@,"]*<([^<>]+)>$/.exec(text)?.[1] ?? text
  if (/^[^\s<>@,"]+@[A-Za-z0-9[\]:.-]+$/.test(address)) return text
  throw wrong('MAIL_FROM', text, 'a sender such as mail@example.org or Name <mail@example.org>')
}

const CAPTCHA_KEYS = ['CAPTCHA_PROVIDER', 'CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET_KEY'] as const

/**
 * Reads the keys of the captcha: all three or none, because a partial captcha would look enabled. The errors do not
 * show the values.
 */
function captcha(read: Read): CaptchaKeys | undefined {
  if (!CAPTCHA_KEYS.some((name) => read(name))) return undefined
  const missing = CAPTCHA_KEYS.find((name) => !read(name))
  if (missing) {
    const together = `a value, as ${CAPTCHA_KEYS.join(', ')} are set together or not at all`
    throw wrong(missing, '', together)
  }
  const providers = Object.keys(VERIFY_URLS) as CaptchaKeys['provider'][] // `Object.keys` loses the type of the names
  const provider = oneOf('CAPTCHA_PROVIDER', read('CAPTCHA_PROVIDER'), providers)
  return {
    provider,
    siteKey: read('CAPTCHA_SITE_KEY'),
    secretKey: read('CAPTCHA_SECRET_KEY'),
    verifyUrl: webUrl('CAPTCHA_VERIFY_URL', read('CAPTCHA_VERIFY_URL', VERIFY_URLS[provider])),
  }
}

/** Parses a key of 32 bytes, as base64 or hexadecimal digits. It is a secret, so the error does not show the value. */
function encryptionKey(text: string): Buffer | undefined {
  if (text === '') return undefined
  const isHex = /^[0-9a-f]{64}$/i.test(text)
  const isBase64 = /^[A-Za-z0-9+/_-]{43}=?$/.test(text)
  if (isHex || isBase64) return Buffer.from(text, isHex ? 'hex' : 'base64')
  throw new WrongConfig(
    `ENCRYPTION_KEY holds ${text.length} characters; it may hold 32 bytes as base64 or hex`,
  )
}

function metricsToken(text: string): string {
  if (text === '' || /^[\x21-\x7e]{16,512}$/.test(text)) return text
  throw new WrongConfig(
    `METRICS_TOKEN holds ${text.length} characters; it may hold 16 to 512 letters, digits and signs without spaces`,
  )
}

function proxies(text: string): Config['trustProxy'] {
  if (/^(off|false|0)$/i.test(text)) return false
  if (/^[1-9][0-9]?$/.test(text)) return Number(text)
  const addresses = list(text).map(canonicalAddress)
  const isUsable = addresses.length > 0 && addresses.every((address) => address !== undefined)
  if (isUsable && !trustsEveryAddress(addresses)) return addresses
  throw wrong('TRUST_PROXY', text, 'off, a number of hops, or addresses such as 10.0.0.0/8')
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
