import { createHash } from 'node:crypto'
import type { QueryResult } from 'kysely'
import { remembering } from '../remembering.ts'
import type { Statement } from './compiled-query.ts'
import type { Column } from './postgres-answers.ts'

/*
 * The messages of PostgreSQL's protocol that ask a prepared statement; connecting, TLS and passwords are
 * left to `pg` (PostgreSQL's documentation, "Frontend/Backend Protocol").
 */

/** A byte for the kind of a message, and four for its length. */
const HEAD = 5

/**
 * What goes out beside the values: the text, which gets its name anew; the name and the question what the
 * columns are; the name alone; the text without a name, which begins a group; or nothing, for the text of
 * the statement before in the group.
 */
export type Naming = 'parse' | 'describe' | 'execute' | 'unnamed' | 'again'

/** A statement and who waits for its answer. */
export type Question = {
  statement: Statement
  resolve(answer: QueryResult<unknown>): void
  reject(error: unknown): void
}

export type Asked = Question & {
  /** At which tick it was asked. */
  askedAt: number
  rows: object[]
  changed: number
  error: unknown
  known: Known
  /** Whether the server says after it that it is ready, or goes on with the next of a group. */
  isLast: boolean
  /** Its name did not fit once. */
  isRepeated: boolean
}

/** What this connection knows of a statement that has a name here. */
export type Known = { isParsed: boolean; columns: readonly Column[] | undefined }

/** What is so of every question that was just asked. */
export const UNANSWERED = {
  changed: 0,
  error: undefined,
  known: { isParsed: false, columns: undefined } satisfies Known,
  isLast: true,
  isRepeated: false,
}

/** How a statement with a name is asked, by what the connection knows of it. */
export function namingOf(known: Known | undefined): Naming {
  if (!known) return 'parse'
  return known.columns ? 'execute' : 'describe'
}

/** Writes statements one behind the other into one piece of memory that it keeps. */
export class Outbox {
  #bytes = Buffer.allocUnsafe(16_384)
  #end = 0

  /**
   * Adds a statement and its Sync, which keeps its failure from the statements behind it. A statement
   * without a name has none: see `endGroup`.
   *
   * @throws TypeError for a value that is no text, number, boolean or null: nothing is added.
   */
  add({ sql, parameters }: Statement, naming: Naming): void {
    const before = this.#end
    try {
      this.#write(
        frames(sql)[naming === 'unnamed' || naming === 'again' ? 'unnamed' : 'named'],
        parameters,
        naming,
      )
    } catch (error) {
      this.#end = before
      throw error
    }
  }

  /** Ends the transaction of the statements without a name that were added. */
  endGroup(): void {
    this.#append(SYNC)
  }

  /** Returns what was added, and begins anew. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#end))
    this.#end = 0
    return taken
  }

  #write({ parse, bind }: Frame, parameters: readonly unknown[], naming: Naming): void {
    if (naming === 'parse' || naming === 'unnamed') this.#append(parse)
    const begin = this.#end
    this.#append(bind)
    this.#makeRoom(2)
    this.#end = this.#bytes.writeInt16BE(parameters.length, this.#end)
    for (const parameter of parameters) this.#addValue(parameter)
    this.#append(AS_TEXT)
    this.#bytes.writeInt32BE(this.#end - begin - 1, begin + 1)
    this.#append(ENDS[naming])
  }

  #addValue(value: unknown): void {
    if (value === null || value === undefined) {
      this.#makeRoom(4)
      this.#end = this.#bytes.writeInt32BE(-1, this.#end)
      return
    }
    const text = textOf(value)
    this.#makeRoom(4 + text.length * 3)
    const length = this.#bytes.write(text, this.#end + 4)
    this.#bytes.writeInt32BE(length, this.#end)
    this.#end += 4 + length
  }

  #append(bytes: Buffer): void {
    this.#makeRoom(bytes.length)
    bytes.copy(this.#bytes, this.#end)
    this.#end += bytes.length
  }

  #makeRoom(length: number): void {
    if (this.#end + length <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe((this.#end + length) * 2)
    this.#bytes.copy(larger, 0, 0, this.#end)
    this.#bytes = larger
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new TypeError(`a compiled query has no value of type ${typeof value}`)
}

function message(kind: string, body: Buffer): Buffer {
  const head = Buffer.alloc(HEAD, kind)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

/** All answers come as text. */
const AS_TEXT = Buffer.from([0, 0])
const PORTAL = Buffer.from([0])
const DESCRIBE = message('D', Buffer.from('P\0'))
const EXECUTE = message('E', Buffer.concat([PORTAL, Buffer.alloc(4)]))
const SYNC = message('S', Buffer.alloc(0))
const WITH_COLUMNS = Buffer.concat([DESCRIBE, EXECUTE, SYNC])
const ENDS: Readonly<Record<Naming, Buffer>> = {
  parse: WITH_COLUMNS,
  describe: WITH_COLUMNS,
  execute: Buffer.concat([EXECUTE, SYNC]),
  unnamed: Buffer.concat([DESCRIBE, EXECUTE]),
  again: EXECUTE,
}

/** The parts of a statement's messages that never change; one entry for each compiled query. */
const frames = remembering(1000, (sql: string) => ({
  named: frameOf(sql, createHash('sha256').update(sql).digest('base64url')),
  unnamed: frameOf(sql, ''),
}))

type Frame = { parse: Buffer; bind: Buffer }

function frameOf(sql: string, name: string): Frame {
  const forget = message('C', Buffer.from(`S${name}\0`)) // does nothing where the name is unknown
  const parse = Buffer.concat([forget, message('P', Buffer.from(`${name}\0${sql}\0\0\0`))])
  const bind = message('B', Buffer.concat([PORTAL, Buffer.from(`${name}\0\0\0`)]))
  return { parse, bind }
}
