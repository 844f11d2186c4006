import type { QueryResult } from 'kysely'
import type { Statement } from '../compiled-query.ts'
import type { PoolLoad } from '../pool-load.ts'
import { CONNECTIONS, type Pace } from '../timeouts.ts'
import type { Connect } from './hosts.ts'
import { PostgresPipeline } from './pipeline.ts'
import { closed } from './pool.ts'

/** How many statements wait on a connection before another one opens. */
const CROWDED = 64

/**
 * Runs compiled reads outside transactions. They share one pipelined connection; a second one serves
 * while the first is crowded or slow.
 */
export class PostgresReads {
  readonly #connect: Connect
  readonly #pace: Pace
  #pipelines: PostgresPipeline[] = []
  readonly #leaving = new Set<Promise<void>>()
  #clock: NodeJS.Timeout | undefined
  #hasEnded = false

  constructor(connect: Connect, pace: Pace) {
    this.#connect = connect
    this.#pace = pace
  }

  async run(statement: Statement): Promise<QueryResult<unknown>> {
    if (this.#hasEnded) throw closed()
    return this.#pick().run(statement)
  }

  /** Reads share connections, so none waits for one. */
  load(): PoolLoad {
    const used = this.#pipelines.filter(({ depth }) => depth > 0).length
    return { used, idle: this.#pipelines.length - used, waiting: 0, waits: 0, waited: 0 }
  }

  /** Closes the connections after their last answers; later statements use new ones. */
  renew(): void {
    for (const pipeline of this.#pipelines.splice(0)) this.#leave(pipeline)
  }

  /** Closes the connections after their last answers. */
  async end(): Promise<void> {
    this.#hasEnded = true
    this.renew()
    clearInterval(this.#clock)
    await Promise.all(this.#leaving)
  }

  #pick(): PostgresPipeline {
    this.#pipelines = this.#pipelines.filter(({ isLost }) => !isLost)
    const ready = this.#pipelines.find(({ depth, isSlow }) => depth < CROWDED && !isSlow)
    if (ready) return ready
    if (this.#pipelines.length < CONNECTIONS.pipelines) return this.#open()
    return this.#pipelines.reduce((one, other) => (other.depth < one.depth ? other : one))
  }

  #open(): PostgresPipeline {
    const pipeline = new PostgresPipeline(this.#connect, this.#pace)
    this.#pipelines.push(pipeline)
    this.#clock ??= setInterval(() => this.#tick(), this.#pace.second)
    return pipeline
  }

  #tick(): void {
    for (const pipeline of this.#pipelines) {
      pipeline.tick()
      if (pipeline.isIdle) this.#leave(pipeline)
    }
    this.#pipelines = this.#pipelines.filter(({ isIdle, isLost }) => !isIdle && !isLost)
    if (this.#pipelines.length > 0) return
    clearInterval(this.#clock)
    this.#clock = undefined
  }

  #leave(pipeline: PostgresPipeline): void {
    const leaving = pipeline.leave().finally(() => this.#leaving.delete(leaving))
    this.#leaving.add(leaving)
  }
}
