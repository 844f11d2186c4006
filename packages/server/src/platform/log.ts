import { type DestinationStream, type Logger, pino } from 'pino'
import { isoInstant, systemClock } from './clock.ts'

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

/**
 * One JSON line an entry. What a request carries is not logged; should it slip in, it is cut out.
 * Lines are written in the background and flushed when the process ends: a slow disk or terminal
 * holds up no request.
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

/** The moment, written once a millisecond: on a busy site a score of lines share it. */
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

/** Fields of a request's line: named one by one, none of them a secret. */
export type RequestLine = {
  request: string
  method: string
  path: string | undefined
  status: number
  ms: number
  ip: string
  /** The id of the player whose token it was, also when he was refused (ASVS 5.0, 16.3.2). */
  player: string | undefined
}

/**
 * Writes the line of one request. It stands for itself because there is one for every request, and
 * looking for secrets in it would cost more than answering many of them.
 */
export function requestLog(log: Log): (line: RequestLine) => void {
  const plain = log.child({}, { redact: [] })
  return (line) => plain.info(line, 'request')
}
