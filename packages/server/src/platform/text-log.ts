import { styleText } from 'node:util'

/** Characters that could move the cursor, forge a line or hide text in a terminal. */
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}]/gu
const MAX_VALUE_LENGTH = 120

/**
 * Converts the JSON lines of the log to text for a terminal. An error is shown by its message; at the level `error`
 * also with its stack.
 */
export function textLines(json: string): string {
  return json
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => `${textLine(JSON.parse(line))}\n`)
    .join('')
}

function textLine(entry: Record<string, unknown>): string {
  const { time, level, msg, err, ...fields } = entry
  const at = new Date(String(time)).toTimeString().slice(0, 8)
  const failure = readFailure(err)
  const message = [msg, failure.message].filter(Boolean).map(String).map(escapeUnsafe).join(': ')
  const words = msg === 'request' ? requestWords(fields) : [message, ...fieldWords(fields)]
  const stack = level === 'error' || level === 'fatal' ? failure.stack : []
  return [[at, ...levelWords(level), ...words].join(' '), ...stack].join('\n')
}

function levelWords(level: unknown): string[] {
  if (level === 'info') return []
  const color = level === 'error' || level === 'fatal' ? 'red' : 'yellow'
  return [styleText(color, String(level))]
}

function requestWords(fields: Record<string, unknown>): string[] {
  const { method, path, status, ms, ip } = fields
  return [method, path, status, `${ms} ms`, ip].map((value) => escapeUnsafe(String(value)))
}

function fieldWords(fields: Record<string, unknown>): string[] {
  return Object.entries(fields).map(([name, value]) => `${name}=${shownValue(value)}`)
}

function shownValue(value: unknown): string {
  if (Array.isArray(value) && value.length > 3) {
    return `${shownValue(value.slice(0, 2).join(','))},… (${value.length})`
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const short = text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text
  return typeof value === 'string' && /[\s"=]/.test(short)
    ? escapeUnsafe(JSON.stringify(short))
    : escapeUnsafe(short)
}

function readFailure(err: unknown): { message: string; stack: string[] } {
  if (typeof err !== 'object' || err === null) return { message: '', stack: [] }
  const message = 'message' in err ? String(err.message) : ''
  const stack = 'stack' in err ? String(err.stack).split('\n') : []
  const frames = stack.filter((line) => /^\s+at /.test(line))
  return { message, stack: frames.map((line) => `    ${escapeUnsafe(line.trim())}`) }
}

function escapeUnsafe(text: string): string {
  return text.replace(UNSAFE, (sign) => `\\u${sign.codePointAt(0)?.toString(16).padStart(4, '0')}`)
}
