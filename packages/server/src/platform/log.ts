import { type DestinationStream, type Logger, pino } from 'pino'
import { isoInstant, systemClock } from './clock.ts'
import { textLines } from './text-log.ts'

export type Log = Logger

export type LogFormat = 'json' | 'text'

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
 * Opens the log. It redacts secrets as a second line of defense: bodies and headers of requests are not logged at all.
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

/** Where lines are written. It may buffer lines about requests, but keeps the order of all lines. */
export type LogOutput = DestinationStream & { writeDeferred?(lines: string): void }

/** When buffered lines about requests are written: after this many milliseconds, or with this many characters. */
const MAX_BUFFERED_LINES = { longest: 100, most: 65_536 }

/**
 * Returns the standard output, written in the background, so that a slow disk delays no request. If the process is
 * killed, up to 100 ms of lines about requests are lost.
 */
export function standardOutput(): LogOutput {
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
  process.prependListener('exit', () => write('')) // must run before the exit listener of `output`, which flushes
  return {
    write,
    writeDeferred(lines) {
      waiting += lines
      if (waiting.length >= MAX_BUFFERED_LINES.most) write('')
      else timer ??= setTimeout(write, MAX_BUFFERED_LINES.longest, '').unref()
    },
  }
}

export function asText(output: LogOutput): LogOutput {
  return {
    write: (lines) => output.write(textLines(lines)),
    writeDeferred: (lines) => (output.writeDeferred ?? output.write).call(output, textLines(lines)),
  }
}

export function formatFor(given: LogFormat | undefined, stream: { isTTY?: boolean }): LogFormat {
  return given ?? (stream.isTTY ? 'text' : 'json')
}

/** Converts an error for the log. Its `code` becomes `errorCode`, because `code` is redacted as a secret. */
function describeError(error: Error): object {
  const { code, ...rest } = pino.stdSerializers.err(error)
  return code === undefined ? rest : { ...rest, errorCode: code }
}

const destinations = new WeakMap<Log, LogOutput>()

/**
 * Returns a function that formats the current time. It formats once per millisecond, because under load many lines have
 * the same time.
 */
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

export type RequestLine = {
  request: string
  method: string
  path: string
  status: number
  ms: number
  ip: string
  /** The player whom the access token names, even if the request is refused (ASVS 5.0, 16.3.2). */
  player: string | undefined
}

/**
 * Returns a function that writes lines about requests. It skips redaction and the serializer, which would cost more
 * than many requests do.
 */
export function requestLog(log: Log): (line: RequestLine) => void {
  const destination = destinations.get(log)
  if (!destination) throw new Error('this log was not opened by openLog')
  const time = writtenTime()
  const write = (destination.writeDeferred ?? destination.write).bind(destination)
  return ({ request, method, path, status, ms, ip, player }) => {
    if (!log.isLevelEnabled('info')) return
    const whose = player === undefined ? '' : `,"player":"${player}"`
    write(
      `{"level":"info"${time()},"request":"${request}","method":"${method}","path":${JSON.stringify(path)},"status":${status},"ms":${ms},"ip":"${ip}"${whose},"msg":"request"}\n`,
    )
  }
}
