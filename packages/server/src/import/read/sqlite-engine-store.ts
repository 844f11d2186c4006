import { type ChildProcess, fork } from 'node:child_process'
import { type Clock, SECOND } from '../../platform/clock.ts'
import { builtFile } from '../../platform/package-folder.ts'
import { importMessage } from '../import-message.ts'
import { ImportRefused } from '../import-refused.ts'
import type { ReaderQuery, ReaderResult } from './sqlite-reader-store.ts'
import { type Engine, QUERY_TIMEOUT, queryTimeout } from './tables-store.ts'

const PROGRAM = builtFile('import/read/sqlite-reader-store.ts')
/** Limits the memory of JavaScript objects to 256 MiB. One result has at most 32 MiB. */
const MEMORY = '--max-old-space-size=256'
const CHECK_INTERVAL = SECOND / 5

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
    async query(text, values) {
      try {
        return await reader.query({ text, values })
      } catch (error) {
        if (error instanceof ImportRefused || !(error instanceof Error)) throw error
        throw new ImportRefused(importMessage('file-unreadable', { detail: error.message }))
      }
    },
    close: () => reader.close(),
  }
}

type Rows = readonly object[]

/**
 * Runs SQLite in a child process, which is killed if a query takes too long. A query on a crafted file may never end,
 * and SQLite returns to JavaScript only with a row, so a thread inside SQLite could not be terminated.
 */
class SqliteReader {
  readonly opened: Promise<Rows>
  readonly #process: ChildProcess
  readonly #clock: Clock
  readonly #timer: NodeJS.Timeout
  readonly #waiting: PromiseWithResolvers<Rows>[] = []
  readonly #ended = Promise.withResolvers<void>()
  #askedAt = 0
  /**
   * Whether the last check of the time found the response late. Only the second such check kills the process: at the
   * first, the response may have arrived while this process was stalled.
   */
  #isLate = false
  #failure: Error | undefined

  constructor(path: string, clock: Clock) {
    this.#clock = clock
    this.#process = fork(PROGRAM, [path], {
      serialization: 'advanced', // this format keeps bytes and bigints
      env: {}, // passes on no secrets
      execArgv: [MEMORY],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#process.on('message', (answer: ReaderResult) => this.#take(answer))
    this.#process.on('error', (error) => this.#end(error))
    this.#process.on('exit', () => this.#end(new Error('the reader process has ended')))
    process.once('exit', this.#kill)
    this.#timer = setInterval(() => this.#checkTime(), CHECK_INTERVAL)
    this.opened = this.#wait()
  }

  query(readerQuery: ReaderQuery): Promise<Rows> {
    const answer = this.#wait()
    if (this.#process.connected) this.#process.send(readerQuery, () => undefined)
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

  #take(answer: ReaderResult): void {
    const waiting = this.#waiting.shift()
    this.#askedAt = this.#clock.now()
    if ('rows' in answer) waiting?.resolve(answer.rows)
    else waiting?.reject(new Error(answer.error))
  }

  #checkTime(): void {
    const wasLate = this.#isLate
    const took = this.#clock.now() - this.#askedAt
    this.#isLate = this.#waiting.length > 0 && took >= QUERY_TIMEOUT
    if (!wasLate || !this.#isLate) return
    this.#fail(queryTimeout())
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
