import type { QueryResult } from 'kysely'
import { TookTooLong, within } from '../within.ts'
import type { Statement } from './compiled-query.ts'
import { isReadOnly } from './database-failure.ts'
import { type PoolLoad, waitCounter } from './pool-load.ts'
import type { Connect } from './postgres-hosts.ts'
import { PostgresLine } from './postgres-line.ts'
import { CONNECTIONS, PATIENCE, type Pace } from './postgres-patience.ts'
import { closed } from './postgres-pool.ts'
import type { Question } from './postgres-questions.ts'

/**
 * Reads share a line, because what is asked together leaves in one write. Another serves those that come
 * while so many wait on it, or one waits for long. A write has a line to itself while it runs, because it
 * may wait for a lock or the disk.
 */
const CROWDED = 64

/** Writes a record that means nothing, if the server takes writes, and says whether it does not. */
const PROOF = `with state as (select current_setting('transaction_read_only') = 'on' as "isReadOnly")
  select "isReadOnly", case when not "isReadOnly" then pg_logical_emit_message(true, 'portal', text '') end
  from state`

/**
 * Runs the compiled statements that are no part of a transaction, on lines that only they use. Reads of
 * many callers are under way on a line at once, so only statements that are known to be quick may come
 * here.
 */
export class PostgresLines {
  readonly #connect: Connect
  readonly #pace: Pace
  readonly #tellReadOnly: () => void
  readonly #readers: PostgresLine[] = []
  readonly #writers: PostgresLine[] = []
  readonly #provers: PostgresLine[] = []
  readonly #leaving: PostgresLine[] = []
  #waiting: { question: Question; since: number; end: () => void }[] = []
  readonly #waits = waitCounter()
  #proof: Promise<void> | undefined
  /** At which tick a write was last committed as a proof. */
  #provedAt = -1
  #wasSilent = false
  #clock: NodeJS.Timeout | undefined
  #ticks = 0
  #hasEnded = false

  /** @param tellReadOnly is called when a server turns out to take no writes. */
  constructor(connect: Connect, pace: Pace, tellReadOnly: () => void) {
    this.#connect = connect
    this.#pace = pace
    this.#tellReadOnly = tellReadOnly
  }

  run(statement: Statement): Promise<QueryResult<unknown>> {
    return new Promise((resolve, reject) => {
      if (statement.sql.startsWith('select ')) {
        this.#reader().ask({ statement, resolve, reject })
      } else {
        this.#write({ statement, resolve, reject: (error) => reject(this.#heard(error)) })
      }
    })
  }

  /**
   * Waits until the database has committed a write of nothing, for two seconds at most. All who ask while
   * one is under way wait for that one, and it counts until the next tick if its connection lasts: anybody
   * may ask, and as often as they like.
   *
   * @throws an outage
   */
  proveWrites(): Promise<void> {
    if (this.#provedAt === this.#ticks && this.#provers.length > 0) return Promise.resolve()
    this.#proof ??= this.#askProof().finally(() => {
      this.#proof = undefined
    })
    return within(PATIENCE.readiness * this.#pace.second, this.#proof).catch((error: unknown) => {
      throw error instanceof TookTooLong ? new Error('Query read timeout') : error
    })
  }

  /** Many reads share a line, so none waits for one. */
  loadOfReads(): PoolLoad {
    return { ...loadOf(this.#readers), waiting: 0, waits: 0, waited: 0 }
  }

  loadOfWrites(): PoolLoad {
    const waiting = this.#waiting.length
    return { ...loadOf(this.#writers), waiting, ...this.#waits.counted }
  }

  /** Lets all lines answer what was asked on them and then close; new ones are opened. */
  renew(): void {
    for (const lines of [this.#readers, this.#writers, this.#provers]) {
      for (const line of lines.splice(0)) {
        this.#leaving.push(line)
        void line.end()
      }
    }
  }

  /** Closes all lines, once what was asked on them is answered. */
  async end(): Promise<void> {
    this.#hasEnded = true
    clearInterval(this.#clock)
    for (const { question } of this.#waiting.splice(0)) question.reject(closed())
    await Promise.all(this.#all().flatMap((lines) => lines.map((line) => line.end())))
  }

  #all(): PostgresLine[][] {
    return [this.#readers, this.#writers, this.#provers, this.#leaving]
  }

  async #askProof(): Promise<void> {
    const { rows } = await new Promise<QueryResult<unknown>>((resolve, reject) => {
      const line = this.#provers[0] ?? this.#open(this.#provers)
      line.ask({ statement: { sql: PROOF, parameters: [] }, resolve, reject })
    })
    const [state] = rows as { isReadOnly: boolean }[] // by the statement above
    if (!state?.isReadOnly) {
      this.#provedAt = this.#ticks
      return
    }
    this.#tellReadOnly()
    throw new Error('session is read-only')
  }

  #heard(error: unknown): unknown {
    if (isReadOnly(error)) this.#tellReadOnly()
    return error
  }

  #reader(): PostgresLine {
    const ready = this.#readers.find((line) => line.depth < CROWDED && !line.isSlow)
    if (ready) return ready
    if (this.#readers.length < CONNECTIONS.readLines) return this.#open(this.#readers)
    return this.#readers.reduce((one, other) => (other.depth < one.depth ? other : one))
  }

  #write(question: Question): void {
    const free = this.#writers.find(({ depth }) => depth === 0)
    if (free) free.ask(question)
    else if (this.#writers.length < this.#mostWriters()) this.#open(this.#writers).ask(question)
    else this.#waiting.push({ question, since: this.#ticks, end: this.#waits.begin() })
  }

  /** Takes the question that has waited longest. */
  #nextWaiting(): Question | undefined {
    const next = this.#waiting.shift()
    next?.end()
    return next?.question
  }

  /** As in PostgresPool: after a silence one line, until it has answered. */
  #mostWriters(): number {
    return this.#wasSilent ? 1 : CONNECTIONS.writeLines
  }

  #open(lines: PostgresLine[]): PostgresLine {
    if (this.#hasEnded) throw closed()
    const line = new PostgresLine(this.#connect, this.#pace, () => this.#freed(lines, line))
    lines.push(line)
    this.#clock ??= setInterval(() => this.#tick(), this.#pace.second)
    return line
  }

  #freed(lines: PostgresLine[], line: PostgresLine): void {
    if (line.isOver) for (const place of [lines, this.#leaving]) drop(place, line)
    if (lines !== this.#writers) return
    this.#wasSilent = line.wasSilent
    while (this.#waiting.length > 0 && this.#hasFreeWriter()) {
      const next = this.#nextWaiting()
      if (next) this.#write(next)
    }
  }

  #hasFreeWriter(): boolean {
    return (
      this.#writers.length < this.#mostWriters() || this.#writers.some(({ depth }) => depth === 0)
    )
  }

  /** Nothing waits for ever: neither for an answer nor for a free line. */
  #tick(): void {
    this.#ticks += 1
    for (const lines of this.#all()) {
      for (const line of [...lines]) {
        line.tick()
        if (line.isOver && lines !== this.#leaving) drop(lines, line)
      }
    }
    while (this.#waiting[0] && this.#ticks - this.#waiting[0].since >= PATIENCE.connection) {
      this.#nextWaiting()?.reject(new Error('timeout exceeded when trying to connect'))
    }
    if (this.#all().every(({ length }) => length === 0) && this.#waiting.length === 0) {
      clearInterval(this.#clock)
      this.#clock = undefined
    }
  }
}

function loadOf(lines: readonly PostgresLine[]): Pick<PoolLoad, 'used' | 'idle'> {
  const used = lines.filter(({ depth }) => depth > 0).length
  return { used, idle: lines.length - used }
}

function drop(lines: PostgresLine[], line: PostgresLine): void {
  const place = lines.indexOf(line)
  if (place >= 0) lines.splice(place, 1)
}
