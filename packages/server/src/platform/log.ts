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

/** The redaction is a second line of defense: bodies and headers of requests are not logged at all. */
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

/** The destination of lines. It may buffer request lines; no other line overtakes them. */
export type LogOutput = DestinationStream & { writeDeferred?(lines: string): void }

/** Request lines are flushed after this many milliseconds or characters. */
const MAX_BUFFERED_LINES = { longest: 100, most: 65_536 }

/** Writes in the background: a slow disk delays no request. A killed process loses up to 100 ms of request lines. */
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
  process.prependListener('exit', () => write('')) // runs before the exit listener of `output`, which flushes
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

/** Renames `code` of an error to `errorCode`, because `code` is redacted as a secret. */
function describeError(error: Error): object {
  const { code, ...rest } = pino.stdSerializers.err(error)
  return code === undefined ? rest : { ...rest, errorCode: code }
}

const destinations = new WeakMap<Log, LogOutput>()

/** Formats the time once per millisecond, because many lines share it under load. */
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
  /** The player of the token, even if the request is refused (ASVS 5.0, 16.3.2). */
  player: string | undefined
}

/** Writes request lines without redaction and serializer: both would cost more than many requests do. */
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
