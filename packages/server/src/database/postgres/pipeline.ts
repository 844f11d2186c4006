import type { Duplex } from 'node:stream'
import type { QueryResult } from 'kysely'
import type { Statement } from '../compiled-query.ts'
import { hasNoResponse } from '../database-failure.ts'
import { TIMEOUTS, type TimeScale } from '../timeouts.ts'
import type { PostgresClient } from './client.ts'
import { type Connect, closeGracefully } from './hosts.ts'

/**
 * A connection that sends statements without waiting for the responses to earlier ones. The server responds in order.
 * Each statement is a transaction of its own, so it fails alone.
 */
export class PipelinedConnection {
  readonly #opening: Promise<PostgresClient>
  readonly #timeScale: TimeScale
  pendingCount = 0
  isLost = false
  /** The ticks (of a second) since the last response, or since a statement was sent while none was pending. */
  #idleTicks = 0

  constructor(connect: Connect, timeScale: TimeScale) {
    this.#timeScale = timeScale
    this.#opening = connect({ pipeline: true })
    const lose = (): void => {
      this.isLost = true
    }
    this.#opening.then((client) => client.once('end', lose), lose)
  }

  /** Whether the first pending statement has waited for more than a second. */
  get isSlow(): boolean {
    return this.pendingCount > 0 && this.#idleTicks > 1
  }

  get isIdle(): boolean {
    return this.pendingCount === 0 && this.#idleTicks >= TIMEOUTS.idle
  }

  tick(): void {
    this.#idleTicks += 1
  }

  async run(statement: Statement): Promise<QueryResult<unknown>> {
    if (this.pendingCount === 0) this.#idleTicks = 0
    this.pendingCount += 1
    try {
      const client = await this.#opening
      this.#batchWrites(client.connection.stream)
      return await client.runPrepared(statement)
    } catch (error) {
      if (hasNoResponse(error)) this.isLost = true
      throw error
    } finally {
      this.pendingCount -= 1
      this.#idleTicks = 0
    }
  }

  #batchWrites(stream: Duplex): void {
    if (stream.writableCorked > 0) return
    stream.cork()
    setImmediate(() => stream.uncork())
  }

  async closeGracefully(): Promise<void> {
    const client = await this.#opening.catch(() => undefined)
    if (client) await closeGracefully(client, this.#timeScale)
  }
}
