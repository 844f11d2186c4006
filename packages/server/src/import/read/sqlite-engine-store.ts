import { type ChildProcess, fork } from 'node:child_process'
import { type Clock, SECOND } from '../../platform/clock.ts'
import { builtFile } from '../../platform/package-folder.ts'
import { ImportRefused } from '../import-refused.ts'
import type { Answer, Question } from './sqlite-reader-store.ts'
import { ANSWERED_WITHIN, type Engine, TOOK_TOO_LONG } from './tables-store.ts'

const PROGRAM = builtFile('import/read/sqlite-reader-store.ts')
/** Of the memory for JavaScript objects; an answer has at most 32 MiB. */
const MEMORY = '--max-old-space-size=256'
const LOOKS_EVERY = SECOND / 5

/** Opens an SQLite file read-only; the transaction sees one instant of it. */
export async function openSqlite(path: string, clock: Clock): Promise<Engine> {
  const reader = new SqliteReader(path, clock)
  try {
    await reader.opened
  } catch (error) {
    await reader.close()
    throw error
  }
  return {
    kind: 'sqlite',
    async ask(text, values) {
      try {
        return await reader.ask({ text, values })
      } catch (error) {
        if (error instanceof ImportRefused || !(error instanceof Error)) throw error
        throw new ImportRefused(unreadable(error.message))
      }
    },
    close: () => reader.close(),
  }
}

function unreadable(reason: string): string {
  return `the SQLite file cannot be read: ${reason}`
}

type Rows = readonly object[]

/**
 * Reads an SQLite file in a process of its own, which is killed when an answer takes too long. A statement on a
 * file that somebody crafted may never end, and SQLite returns to JavaScript only with a row: it would block the
 * server, and a thread inside of it cannot be terminated.
 */
class SqliteReader {
  /** Resolves when the file is open. */
  readonly opened: Promise<Rows>
  readonly #process: ChildProcess
  readonly #clock: Clock
  readonly #timer: NodeJS.Timeout
  readonly #waiting: PromiseWithResolvers<Rows>[] = []
  readonly #ended = Promise.withResolvers<void>()
  #askedAt = 0
  /** Whether the last check found the answer late: it may have arrived while this process stood still. */
  #isLate = false
  #failure: Error | undefined

  constructor(path: string, clock: Clock) {
    this.#clock = clock
    this.#process = fork(PROGRAM, [path], {
      serialization: 'advanced', // bytes and bigints arrive as such
      env: {}, // it needs none of the secrets
      execArgv: [MEMORY],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#process.on('message', (answer: Answer) => this.#take(answer))
    this.#process.on('error', (error) => this.#end(error))
    this.#process.on('exit', () => this.#end(new Error('its reader has ended')))
    process.once('exit', this.#kill)
    this.#timer = setInterval(() => this.#checkTime(), LOOKS_EVERY)
    this.opened = this.#wait()
  }

  ask(question: Question): Promise<Rows> {
    const answer = this.#wait()
    if (this.#process.connected) this.#process.send(question, () => undefined)
    return answer
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    process.off('exit', this.#kill)
    this.#kill()
    await this.#ended.promise
  }

  #wait(): Promise<Rows> {
    const waiting = Promise.withResolvers<Rows>()
    if (this.#failure) waiting.reject(this.#failure)
    else if (this.#waiting.push(waiting) === 1) this.#askedAt = this.#clock.now()
    return waiting.promise
  }

  #take(answer: Answer): void {
    const waiting = this.#waiting.shift()
    this.#askedAt = this.#clock.now()
    if ('rows' in answer) waiting?.resolve(answer.rows)
    else waiting?.reject(new Error(answer.error))
  }

  #checkTime(): void {
    const wasLate = this.#isLate
    const took = this.#clock.now() - this.#askedAt
    this.#isLate = this.#waiting.length > 0 && took >= ANSWERED_WITHIN
    if (!wasLate || !this.#isLate) return
    this.#fail(new ImportRefused(unreadable(TOOK_TOO_LONG)))
    this.#kill()
  }

  #fail(error: Error): void {
    this.#failure ??= error
    for (const waiting of this.#waiting.splice(0)) waiting.reject(this.#failure)
  }

  #end(error: Error): void {
    this.#fail(error)
    this.#ended.resolve()
  }

  readonly #kill = (): void => {
    this.#process.kill('SIGKILL')
  }
}
