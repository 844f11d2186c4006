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
 * should a secret slip in, it is redacted.
 */
export function openLog(level: string, destination: LogOutput = standardOutput()): Log {
  const log = pino(
    {
      level,
      base: null,
      redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]) },
      timestamp: writtenTime(),
      serializers: { err: describeError },
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  )
  destinations.set(log, destination)
  return log
}

/** Where lines go. Those of requests may wait there for others; no other line overtakes them. */
type LogOutput = DestinationStream & { writeSoon?(lines: string): void }

/** How long lines of requests wait for others, in milliseconds, and how many characters leave at once. */
const WAITING = { longest: 100, most: 65_536 }

/**
 * Writes to standard output in the background, so that a slow disk or terminal delays no request. What has not
 * left is written when the process ends; if it is killed, a tenth of a second of requests has no lines.
 */
function standardOutput(): LogOutput {
  const output = pino.destination({ dest: 1, sync: false })
  let waiting = ''
  let timer: NodeJS.Timeout | undefined
  const write = (lines: string): void => {
    clearTimeout(timer)
    timer = undefined
    const all = waiting + lines
    waiting = ''
    if (all !== '') output.write(all)
  }
  process.prependListener('exit', () => write('')) // before that of `output`, which writes what it has
  return {
    write,
    writeSoon(lines) {
      waiting += lines
      if (waiting.length >= WAITING.most) write('')
      else timer ??= setTimeout(write, WAITING.longest, '').unref()
    },
  }
}

/** Keeps the code of an error, whose own name is that of a secret. */
function describeError(error: Error): object {
  const { code, ...rest } = pino.stdSerializers.err(error)
  return code === undefined ? rest : { ...rest, errorCode: code }
}

const destinations = new WeakMap<Log, LogOutput>()

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

/** The fields of a request's line. None is a secret, and only `path` can hold what must be escaped. */
export type RequestLine = {
  request: string
  method: string
  path: string
  status: number
  ms: number
  ip: string
  /** The id of the player whose token it was, also when they were refused (ASVS 5.0, 16.3.2). */
  player: string | undefined
}

/**
 * Writes the lines of requests, without redaction: every request has such a line, and searching it for
 * secrets would cost more than many requests do themselves. For the same reason the text is put
 * together here.
 */
export function requestLog(log: Log): (line: RequestLine) => void {
  const destination = destinations.get(log)
  if (!destination) throw new Error('this log was not opened by openLog')
  const time = writtenTime()
  const write = (destination.writeSoon ?? destination.write).bind(destination)
  return ({ request, method, path, status, ms, ip, player }) => {
    if (!log.isLevelEnabled('info')) return
    const whose = player === undefined ? '' : `,"player":"${player}"`
    write(
      `{"level":"info"${time()},"request":"${request}","method":"${method}","path":${JSON.stringify(path)},"status":${status},"ms":${ms},"ip":"${ip}"${whose},"msg":"request"}\n`,
    )
  }
}
