import type { Duplex } from 'node:stream'
import type { QueryResult } from 'kysely'
import type { Statement } from '../compiled-query.ts'
import { gotNoAnswer } from '../database-failure.ts'
import { PATIENCE, type Pace } from '../timeouts.ts'
import type { PostgresClient } from './client.ts'
import { type Connect, leave } from './hosts.ts'

/**
 * A connection on which statements are sent without waiting for the answers to earlier ones. The server
 * answers in order, and each statement is a transaction of its own that fails alone.
 */
export class PostgresPipeline {
  readonly #opening: Promise<PostgresClient>
  readonly #pace: Pace
  /** The number of statements that wait for an answer. */
  depth = 0
  /** Whether the connection failed or was lost. */
  isLost = false
  /** Ticks since a statement was last answered, or sent while no other waited. */
  #still = 0

  constructor(connect: Connect, pace: Pace) {
    this.#pace = pace
    this.#opening = connect({ pipeline: true })
    const lose = (): void => {
      this.isLost = true
    }
    this.#opening.then((client) => client.once('end', lose), lose)
  }

  /** Whether the first statement has waited for more than a second. */
  get isSlow(): boolean {
    return this.depth > 0 && this.#still > 1
  }

  get isIdle(): boolean {
    return this.depth === 0 && this.#still >= PATIENCE.idle
  }

  /** Counts a second. */
  tick(): void {
    this.#still += 1
  }

  async run(statement: Statement): Promise<QueryResult<unknown>> {
    if (this.depth === 0) this.#still = 0
    this.depth += 1
    try {
      const client = await this.#opening
      this.#gatherWrites(client.connection.stream)
      return await client.runPrepared(statement)
    } catch (error) {
      if (gotNoAnswer(error)) this.isLost = true
      throw error
    } finally {
      this.depth -= 1
      this.#still = 0
    }
  }

  /** Sends the statements of one turn of the event loop in one write. */
  #gatherWrites(stream: Duplex): void {
    if (stream.writableCorked > 0) return
    stream.cork()
    setImmediate(() => stream.uncork())
  }

  /** Closes the connection after the statements that were sent have been answered. */
  async leave(): Promise<void> {
    const client = await this.#opening.catch(() => undefined)
    if (client) await leave(client, this.#pace)
  }
}
