import type { QueryResult } from 'kysely'
import type { Statement } from '../compiled-query.ts'
import type { PoolLoad } from '../pool-load.ts'
import { CONNECTION_LIMITS, type TimeScale } from '../timeouts.ts'
import type { Connect } from './hosts.ts'
import { PipelinedConnection } from './pipeline.ts'
import { closedError } from './pool.ts'

const MAX_PIPELINE_DEPTH = 64

/** Runs reads on one pipelined connection. Uses a second one while the first is full or slow. */
export class PipelinedReads {
  readonly #connect: Connect
  readonly #timeScale: TimeScale
  #pipelines: PipelinedConnection[] = []
  readonly #closing = new Set<Promise<void>>()
  #clock: NodeJS.Timeout | undefined
  #hasEnded = false

  constructor(connect: Connect, timeScale: TimeScale) {
    this.#connect = connect
    this.#timeScale = timeScale
  }

  async run(statement: Statement): Promise<QueryResult<unknown>> {
    if (this.#hasEnded) throw closedError()
    return this.#pick().run(statement)
  }

  load(): PoolLoad {
    const used = this.#pipelines.filter(({ pendingCount }) => pendingCount > 0).length
    return { used, idle: this.#pipelines.length - used, waiting: 0, waits: 0, waited: 0 }
  }

  /** Closes the connections once all sent statements have their responses. Later statements use new connections. */
  replaceAll(): void {
    for (const pipeline of this.#pipelines.splice(0)) this.#close(pipeline)
  }

  async end(): Promise<void> {
    this.#hasEnded = true
    this.replaceAll()
    clearInterval(this.#clock)
    await Promise.all(this.#closing)
  }

  #pick(): PipelinedConnection {
    this.#pipelines = this.#pipelines.filter(({ isLost }) => !isLost)
    const ready = this.#pipelines.find(
      ({ pendingCount, isSlow }) => pendingCount < MAX_PIPELINE_DEPTH && !isSlow,
    )
    if (ready) return ready
    if (this.#pipelines.length < CONNECTION_LIMITS.pipelines) return this.#open()
    return this.#pipelines.reduce((one, other) =>
      other.pendingCount < one.pendingCount ? other : one,
    )
  }

  #open(): PipelinedConnection {
    const pipeline = new PipelinedConnection(this.#connect, this.#timeScale)
    this.#pipelines.push(pipeline)
    this.#clock ??= setInterval(() => this.#tick(), this.#timeScale.second)
    return pipeline
  }

  #tick(): void {
    for (const pipeline of this.#pipelines) {
      pipeline.tick()
      if (pipeline.isIdle) this.#close(pipeline)
    }
    this.#pipelines = this.#pipelines.filter(({ isIdle, isLost }) => !isIdle && !isLost)
    if (this.#pipelines.length > 0) return
    clearInterval(this.#clock)
    this.#clock = undefined
  }

  #close(pipeline: PipelinedConnection): void {
    const closing = pipeline.closeGracefully().finally(() => this.#closing.delete(closing))
    this.#closing.add(closing)
  }
}
