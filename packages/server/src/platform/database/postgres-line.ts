import type { Duplex } from 'node:stream'
import pg from 'pg'
import { gotNoAnswer, LostAnswer } from './database-failure.ts'
import {
  ANSWER,
  ANSWERS,
  type Column,
  HEAD,
  readChanged,
  readColumns,
  readError,
  readMessages,
  readRow,
  UNASKED,
} from './postgres-answers.ts'
import { writeInGroups } from './postgres-groups.ts'
import { type Connect, type Connection, leave } from './postgres-hosts.ts'
import { PATIENCE, type Pace } from './postgres-patience.ts'
import {
  type Asked,
  type Known,
  namingOf,
  Outbox,
  type Question,
  UNANSWERED,
} from './postgres-questions.ts'
import { UnsentReads } from './unsent-reads.ts'

const FORGET_AFTER = 128 // answered questions
const NO_COLUMNS: readonly Column[] = []
/** A prepared statement would return other columns than it did. */
const CHANGED = '0A000'
const MISFIT = new Set([CHANGED, '26000', '42P05'])

/**
 * A connection on which statements are sent without waiting for the answers to those before. All that
 * are asked in one turn of the event loop leave in one write when the turn ends; each is a transaction
 * of its own and fails alone. The server answers them in order.
 *
 * Each has a name, so that the connection parses and plans it once. A name that no longer fits is given
 * anew after a migration (0A000), and no more once a pooler changed the server (26000, 42P05): see
 * `writeInGroups`.
 */
export class PostgresLine {
  #client: pg.Client | undefined
  readonly #outbox = new Outbox()
  readonly #known = new Map<string, Known>()
  readonly #freed: () => void
  readonly #pace: Pace
  #socket: Duplex | undefined
  #unsent: Asked[] = []
  readonly #unsentReads = new UnsentReads()
  #sent: Asked[] = []
  /** The place in `#sent` of the statement that is being answered. */
  #answering = 0
  #isScheduled = false
  #keepsNames = true
  #isBroken = false
  #ticks = 0
  #idleSince = 0
  /** Whether it takes no more questions, because it was or will be closed. */
  isOver = false
  /** Whether it was given up because no answer came. */
  wasSilent = false
  /** Whether somebody had been waiting for more than a second at the last tick. */
  isSlow = false

  /** @param freed is called after an answer that leaves nothing to do. */
  constructor(connect: Connect, pace: Pace, freed: () => void) {
    this.#pace = pace
    this.#freed = freed
    connect().then(
      (connection) => this.#open(connection),
      (error) => this.#break(error),
    )
  }

  /** How many questions wait for their answer. */
  get depth(): number {
    return this.#unsent.length + this.#sent.length - this.#answering
  }

  ask(question: Question): void {
    if (this.#unsentReads.join(question)) return
    const asked: Asked = { ...question, ...UNANSWERED, askedAt: this.#ticks, rows: [] }
    this.#unsentReads.add(asked)
    this.#push(asked)
  }

  /** To be called every second: gives up a server that has fallen silent, and leaves after a while idle. */
  tick(): void {
    this.#ticks += 1
    const eldest = this.#sent[this.#answering] ?? this.#unsent[0]
    this.isSlow = eldest !== undefined && this.#ticks - eldest.askedAt > 1
    if (!eldest) {
      if (this.#ticks - this.#idleSince >= PATIENCE.idle) void this.end()
    } else if (this.#ticks - eldest.askedAt >= PATIENCE.silence) {
      this.wasSilent = true
      this.#break(new Error('Query read timeout'))
    }
  }

  /** Says goodbye; what was asked is still answered. */
  async end(): Promise<void> {
    this.isOver = true
    this.#flush()
    if (this.#client) await leave(this.#client, this.#pace)
    else this.#break(new Error('Connection terminated'))
  }

  #push(asked: Asked): void {
    this.#unsent.push(asked)
    if (!this.#isScheduled && this.#socket) {
      this.#isScheduled = true
      setImmediate(() => this.#flush())
    }
  }

  /** `pg` has connected; from here on its reader, which is made for one statement at a time, rests. */
  #open({ client, isPooled }: Connection): void {
    if (this.#isBroken) return void client.connection.stream.destroy()
    this.#client = client
    this.#keepsNames = !isPooled
    client.on('error', (error) => this.#break(error))
    client.on('end', () => this.#break(new Error('Connection terminated unexpectedly')))
    const socket = client.connection.stream
    const read = readMessages((bytes, at, end) => this.#take(bytes, at, end))
    socket.on('data', read)
    for (const other of socket.listeners('data')) {
      if (other !== read) socket.off('data', other as typeof read) // Node's type of any listener
    }
    this.#socket = socket
    this.#flush()
  }

  #flush(): void {
    this.#isScheduled = false
    if (!this.#socket || this.#unsent.length === 0) return
    if (this.#keepsNames) this.#writeNamed()
    else this.#sent.push(...writeInGroups(this.#outbox, this.#unsent))
    this.#unsent = []
    this.#unsentReads.clear()
    this.#idleSince = this.#ticks
    if (this.depth > 0) this.#socket.write(this.#outbox.take())
    else this.#freed()
  }

  #writeNamed(): void {
    for (const asked of this.#unsent) {
      const { statement, isRepeated } = asked
      const known = this.#known.get(statement.sql)
      try {
        this.#outbox.add(statement, namingOf(isRepeated ? undefined : known))
      } catch (error) {
        asked.reject(error)
        continue
      }
      asked.known = known ?? { isParsed: false, columns: undefined }
      asked.isLast = true
      this.#known.set(statement.sql, asked.known)
      this.#sent.push(asked)
    }
  }

  /** Takes one message of the server. */
  #take(bytes: Buffer, at: number, end: number): void {
    const kind = bytes[at]
    const body = at + HEAD
    const asked = this.#sent[this.#answering]
    if (kind === ANSWER.error) {
      const error = readError(bytes, body, end)
      if (asked && error.severity === 'ERROR') asked.error = error
      else this.#break(error)
    } else if (!asked) {
      if (!UNASKED.has(kind)) this.#break(new Error('Connection terminated: nobody asked'))
    } else if (!ANSWERS.has(kind)) {
      this.#break(new Error('Connection terminated: no answer'))
    } else if (kind === ANSWER.dataRow) {
      try {
        asked.rows.push(readRow(asked.known.columns ?? NO_COLUMNS, bytes, body))
      } catch (error) {
        asked.error = error
      }
    } else if (kind === ANSWER.commandComplete) {
      asked.changed = readChanged(bytes, end)
      if (!asked.isLast) this.#finish(asked)
    } else if (kind === ANSWER.readyForQuery) {
      if (!asked.isLast) this.#askRestAgain()
      this.#finish(asked)
    } else if (kind === ANSWER.rowDescription) {
      asked.known.columns = readColumns(bytes, body)
    } else if (kind === ANSWER.noData) {
      asked.known.columns = NO_COLUMNS
    } else if (kind === ANSWER.parseComplete) {
      asked.known.isParsed = true
    }
  }

  /** One of a group has failed, and the server has passed over those behind it. */
  #askRestAgain(): void {
    const next = this.#answering + 1
    const end = this.#sent.findIndex(({ isLast }, place) => place >= next && isLast) + 1
    for (const one of this.#sent.splice(next, end - next)) this.#push(one)
  }

  #finish(asked: Asked): void {
    this.#answering += 1
    if (this.#answering === this.#sent.length || this.#answering === FORGET_AFTER) {
      this.#sent = this.#sent.slice(this.#answering)
      this.#answering = 0
    }
    if (!asked.error) {
      asked.resolve({ rows: asked.rows, numAffectedRows: BigInt(asked.changed) })
    } else if (!this.#shallRepeat(asked)) {
      asked.reject(asked.error)
    } else {
      this.#push({ ...asked, error: undefined, rows: [], isRepeated: true })
    }
    if (this.depth === 0) this.#freed()
  }

  /** Whether the statement did not run because of its name, and may run without it or with a new one. */
  #shallRepeat({ statement, known, error, isRepeated }: Asked): boolean {
    const code = error instanceof pg.DatabaseError ? error.code : undefined
    if (!known.isParsed || code === CHANGED) this.#known.delete(statement.sql)
    if (isRepeated || this.isOver || !code || !MISFIT.has(code)) return false
    if (known.isParsed && code !== CHANGED) this.#keepsNames = false
    return true
  }

  /** Fails all that wait, because no answer will come. */
  #break(error: Error): void {
    if (this.#isBroken) return
    this.#isBroken = true
    this.isOver = true
    this.#client?.connection.stream.destroy()
    const sent = this.#sent.slice(this.#answering)
    const unsent = this.#unsent
    this.#sent = []
    this.#unsent = []
    this.#answering = 0
    for (const { reject, statement } of sent) {
      const isLost = !statement.sql.startsWith('select ') && gotNoAnswer(error)
      reject(isLost ? new LostAnswer(error) : error)
    }
    for (const { reject } of unsent) reject(error)
    this.#freed()
  }
}
