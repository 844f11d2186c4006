import type { QueryResult } from 'kysely'
import type pg from 'pg'
import { SECOND } from '../clock.ts'
import type { Statement } from './compiled-query.ts'
import { PostgresLine, type Question } from './postgres-line.ts'

/**
 * Reads share a line, because what is asked together leaves in one write. Another serves those that come
 * while so many wait on it, or one waits for long.
 */
const READERS = 2
const CROWDED = 64
/** A write has a line to itself while it runs, because it may wait for a lock or the disk. */
const WRITERS = 6
const WAITS_AT_MOST = 5

/**
 * Runs the compiled statements that are no part of a transaction, on lines that only they use. Reads of
 * many callers are under way on a line at once, so only statements that are known to be quick may come
 * here.
 */
export class PostgresLines {
  readonly #config: pg.ClientConfig
  readonly #readers: PostgresLine[] = []
  readonly #writers: PostgresLine[] = []
  #waiting: (Question & { since: number })[] = []
  #clock: NodeJS.Timeout | undefined
  #ticks = 0
  #hasEnded = false

  constructor(config: pg.ClientConfig) {
    this.#config = config
  }

  run(statement: Statement): Promise<QueryResult<unknown>> {
    return new Promise((resolve, reject) => {
      const question = { statement, resolve, reject }
      if (statement.sql.startsWith('select ')) this.#reader().ask(question)
      else this.#write(question)
    })
  }

  /** Closes all lines, once what was asked on them is answered. */
  async end(): Promise<void> {
    this.#hasEnded = true
    clearInterval(this.#clock)
    for (const { reject } of this.#waiting.splice(0)) reject(closed())
    await Promise.all([...this.#readers, ...this.#writers].map((line) => line.end()))
  }

  #reader(): PostgresLine {
    const ready = this.#readers.find((line) => line.depth < CROWDED && !line.isSlow)
    if (ready) return ready
    if (this.#readers.length < READERS) return this.#open(this.#readers)
    return this.#readers.reduce((one, other) => (other.depth < one.depth ? other : one))
  }

  #write(question: Question): void {
    const free = this.#writers.find(({ depth }) => depth === 0)
    if (free) free.ask(question)
    else if (this.#writers.length < WRITERS) this.#open(this.#writers).ask(question)
    else this.#waiting.push({ ...question, since: this.#ticks })
  }

  #open(lines: PostgresLine[]): PostgresLine {
    if (this.#hasEnded) throw closed()
    const line = new PostgresLine(this.#config, () => this.#freed(lines, line))
    lines.push(line)
    this.#clock ??= setInterval(() => this.#tick(), SECOND)
    return line
  }

  #freed(lines: PostgresLine[], line: PostgresLine): void {
    if (line.isOver) drop(lines, line)
    const next = lines === this.#writers ? this.#waiting.shift() : undefined
    if (next) this.#write(next)
  }

  /** Nothing waits for ever: neither for an answer nor for a free line. */
  #tick(): void {
    this.#ticks += 1
    for (const lines of [this.#readers, this.#writers]) {
      for (const line of [...lines]) {
        line.tick()
        if (line.isOver) drop(lines, line)
      }
    }
    while (this.#waiting[0] && this.#ticks - this.#waiting[0].since > WAITS_AT_MOST) {
      this.#waiting.shift()?.reject(new Error('timeout exceeded when trying to connect'))
    }
    if (this.#readers.length + this.#writers.length === 0) {
      clearInterval(this.#clock)
      this.#clock = undefined
    }
  }
}

/** An outage: the statement did not run. */
function closed(): Error {
  return new Error('Connection terminated: the database is closed')
}

function drop(lines: PostgresLine[], line: PostgresLine): void {
  const place = lines.indexOf(line)
  if (place >= 0) lines.splice(place, 1)
}
