import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** Fields that never reach the log, wherever in an object they stand. */
const SECRETS = [
  'password',
  'current',
  'token',
  'refresh_token',
  'refreshToken',
  'accessToken',
  'code',
  'totp',
  'hash',
  'secret',
  'captcha',
  'authorization',
  'cookie',
  'key',
]

/** One JSON line an entry. What a request carries is not logged; should it slip in, it is cut out. */
export function openLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]) },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  )
}
