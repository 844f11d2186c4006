import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { Command } from 'commander'
import { pino } from 'pino'
import { type App, openApp } from '../app.ts'
import type { Db } from '../database/database.ts'
import { openDatabase } from '../database/open-database.ts'
import { asText, formatFor, openLog } from '../platform/log.ts'
import { type Config, readConfig, readEnvironment } from '../settings/config.ts'

export function configOfProcess(): Config {
  return readConfig(readEnvironment(process.env))
}

/** Runs `work` with an open app that logs to stderr. */
export async function withApp<T>(work: (app: App) => Promise<T>): Promise<T> {
  const config = configOfProcess()
  const output = pino.destination({ dest: 2, sync: true })
  const isText = formatFor(config.logFormat, process.stderr) === 'text'
  const log = openLog('warn', isText ? asText(output) : output)
  const app = await openApp(config, { log })
  try {
    return await work(app)
  } finally {
    await app.close()
  }
}

/** Runs `work` with an open database, without a statement timeout. */
export async function withDatabase<T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> {
  const db = await openDatabase(config, { hasLongStatements: true })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/**
 * Makes a command with the option `--json`.
 * @param name the complete name, such as `player role add`
 */
export function command(name: string): Command {
  return new Command(name).option('--json', 'print JSON')
}

/** Prints a result: with `--json` as one line of JSON, otherwise as a table or as lines `name: value`. */
export function print(result: object, options: { json?: boolean }): void {
  if (options.json) console.log(JSON.stringify(result))
  else if (Array.isArray(result)) console.log(table(result))
  else for (const [name, value] of Object.entries(result)) console.log(`${name}: ${shown(value)}`)
}

function table(rows: readonly object[]): string {
  const [first] = rows
  if (!first) return '(none)'
  const names = Object.keys(first)
  const lines = [names, ...rows.map((row) => Object.values(row).map(shown))]
  const widths = names.map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? '').length)),
  )
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—'
  if (Array.isArray(value)) return value.map(shown).join(', ') || '—'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Writes a text and waits if the reader is slow, so that unread text does not fill the memory. */
export async function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain')
}

export async function readPassword(): Promise<string> {
  const [line = ''] = (await text(process.stdin)).split(/\r?\n/, 1)
  return line
}
