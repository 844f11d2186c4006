import { type DestinationStream, type Logger, pino } from 'pino'
import { isoInstant, systemClock } from './clock.ts'

export type Log = Logger

/** Fields that never reach the log, down to two levels inside an object. */
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

/**
 * Opens the log, which writes one JSON line per entry. Bodies and headers of requests are not logged;
 * should a secret slip in, it is redacted. Lines are written in the background and flushed when the
 * process ends, so a slow disk or terminal delays no request.
 */
export function openLog(
  level: string,
  destination: DestinationStream = pino.destination({ dest: 1, sync: false }),
): Log {
  return pino(
    {
      level,
      base: null,
      redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]) },
      timestamp: writtenTime(),
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  )
}

/** Formats the time once per millisecond; on a busy site many lines share it. */
function writtenTime(): () => string {
  let writtenAt = 0
  let text = ''
  return () => {
    const now = systemClock.now()
    if (now !== writtenAt) {
      writtenAt = now
      text = `,"time":"${isoInstant(now)}"`
    }
    return text
  }
}

/** The fields of a request's line. They are named one by one, and none of them is a secret. */
export type RequestLine = {
  request: string
  method: string
  path: string | undefined
  status: number
  ms: number
  ip: string
  /** The id of the player whose token it was, also when they were refused (ASVS 5.0, 16.3.2). */
  player: string | undefined
}

/**
 * Writes the line of a request, without redaction: every request has such a line, and searching it
 * for secrets would cost more than many requests do themselves.
 */
export function requestLog(log: Log): (line: RequestLine) => void {
  const plain = log.child({}, { redact: [] })
  return (line) => plain.info(line, 'request')
}
