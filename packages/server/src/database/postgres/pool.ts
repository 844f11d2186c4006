import { type PoolLoad, waitCounter } from '../pool-load.ts'
import { TIMEOUTS, type TimeScale } from '../timeouts.ts'
import type { PostgresClient } from './client.ts'
import { type Connect, closeGracefully } from './hosts.ts'

type Size = { max: number; timeout: number }

type PendingLease = {
  resolve(client: PostgresClient): void
  reject(error: unknown): void
  since: number
}

/**
 * A pool of connections. After a server has timed out, connections are opened one at a time until one succeeds. So
 * hanging connections do not pile up, and waiting callers fail after a few seconds without having changed anything.
 */
export class PostgresPool {
  readonly #connect: Connect
  readonly #timeScale: TimeScale
  readonly #size: Size
  readonly #idle: { client: PostgresClient; since: number }[] = []
  readonly #clients = new Set<PostgresClient>()
  readonly #waiting: PendingLease[] = []
  readonly #waits = waitCounter()
  #leased = 0
  #opening = 0
  #hasTimedOut = false
  #clock: NodeJS.Timeout | undefined
  #ticks = 0
  #onEmpty: (() => void) | undefined
  #hasEnded = false

  constructor(connect: Connect, size: Size, timeScale: TimeScale) {
    this.#connect = connect
    this.#size = size
    this.#timeScale = timeScale
  }

  lease(): Promise<PostgresClient> {
    if (this.#hasEnded) return Promise.reject(closedError())
    const ready = this.#idle.pop()
    if (ready) {
      this.#leased += 1
      return Promise.resolve(ready.client)
    }
    return new Promise((resolve, reject) => {
      const end = this.#waits.begin()
      this.#waiting.push({
        resolve(client) {
          end()
          resolve(client)
        },
        reject(error) {
          end()
          reject(error)
        },
        since: this.#ticks,
      })
      this.#clock ??= setInterval(() => this.#tick(), this.#timeScale.second)
      this.#open()
    })
  }

  load(): PoolLoad {
    const [used, idle, waiting] = [this.#leased, this.#idle.length, this.#waiting.length]
    return { used, idle, waiting, ...this.#waits.counted }
  }

  release(client: PostgresClient): void {
    this.#leased -= 1
    this.#hasTimedOut = false
    if (this.#clients.has(client) && !this.#hasEnded) this.#offer(client)
    else void closeGracefully(client, this.#timeScale)
    this.#open()
    this.#notifyEmpty()
  }

  discard(client: PostgresClient, hasTimedOut: boolean): void {
    this.#leased -= 1
    this.#hasTimedOut ||= hasTimedOut
    this.#clients.delete(client)
    client.connection.stream.destroy()
    this.#open()
    this.#notifyEmpty()
  }

  replaceAll(): void {
    this.#clients.clear()
    for (const { client } of this.#idle.splice(0)) void closeGracefully(client, this.#timeScale)
  }

  async end(): Promise<void> {
    this.#hasEnded = true
    clearInterval(this.#clock)
    for (const one of this.#waiting.splice(0)) one.reject(closedError())
    const closing = this.#idle
      .splice(0)
      .map(({ client }) => closeGracefully(client, this.#timeScale))
    await Promise.all(closing)
    if (this.#leased + this.#opening === 0) return
    await new Promise<void>((resolve) => {
      this.#onEmpty = resolve
    })
  }

  #notifyEmpty(): void {
    if (this.#leased + this.#opening === 0) this.#onEmpty?.()
  }

  #open(): void {
    const max = this.#hasTimedOut ? 1 : this.#size.max
    while (
      this.#opening < this.#waiting.length &&
      this.#leased + this.#idle.length + this.#opening < max
    ) {
      const requester = this.#waiting[this.#opening]
      this.#opening += 1
      this.#connect()
        .then(
          (client) => this.#add(client),
          (error) => this.#fail(requester, error),
        )
        .finally(() => {
          this.#opening -= 1
          this.#open()
          this.#notifyEmpty()
        })
    }
  }

  /**
   * Rejects the caller for whom a connection was to be opened. For other waiting callers, another connection is tried.
   */
  #fail(requester: PendingLease | undefined, error: unknown): void {
    const place = requester ? this.#waiting.indexOf(requester) : -1
    if (place >= 0) this.#waiting.splice(place, 1)
    if (place >= 0) requester?.reject(error)
  }

  #add(client: PostgresClient): void {
    if (this.#hasEnded) return void closeGracefully(client, this.#timeScale)
    this.#clients.add(client)
    client.once('end', () => this.#forget(client))
    this.#offer(client)
  }

  #offer(client: PostgresClient): void {
    const next = this.#waiting.shift()
    if (!next) {
      this.#idle.push({ client, since: this.#ticks })
      return
    }
    this.#leased += 1
    next.resolve(client)
  }

  #forget(client: PostgresClient): void {
    this.#clients.delete(client)
    const place = this.#idle.findIndex((one) => one.client === client)
    if (place >= 0) this.#idle.splice(place, 1)
  }

  #tick(): void {
    this.#ticks += 1
    while (this.#waiting[0] && this.#ticks - this.#waiting[0].since >= this.#size.timeout) {
      this.#waiting.shift()?.reject(new Error('timeout exceeded when trying to connect'))
    }
    while (this.#idle[0] && this.#ticks - this.#idle[0].since > TIMEOUTS.idle) {
      const [longest] = this.#idle.splice(0, 1)
      if (longest) void closeGracefully(longest.client, this.#timeScale)
    }
    if (this.#leased + this.#idle.length + this.#opening + this.#waiting.length > 0) return
    clearInterval(this.#clock)
    this.#clock = undefined
  }
}

export function closedError(): Error {
  return new Error('Connection terminated: the database is closed')
}
