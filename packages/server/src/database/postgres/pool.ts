import { type PoolLoad, waitCounter } from '../pool-load.ts'
import { PATIENCE, type Pace } from '../timeouts.ts'
import type { PostgresClient } from './client.ts'
import { type Connect, leave } from './hosts.ts'

/** How many connections there may be, and how many seconds somebody waits for one. */
type Size = { most: number; waits: number }

type Waiting = {
  resolve(client: PostgresClient): void
  reject(error: unknown): void
  since: number
}

/**
 * Lends connections to one borrower each. After a server fell silent they come back one by one, and all
 * together as soon as it has answered somebody: whoever waits meanwhile is told after a few seconds that
 * nothing was changed, and the server is not filled with connections that hang.
 */
export class PostgresPool {
  readonly #connect: Connect
  readonly #pace: Pace
  readonly #size: Size
  readonly #idle: { client: PostgresClient; since: number }[] = []
  /** The connections that belong to this pool, until they are thrown away. */
  readonly #kept = new Set<PostgresClient>()
  readonly #waiting: Waiting[] = []
  readonly #waits = waitCounter()
  #lent = 0
  #opening = 0
  #wasSilent = false
  #clock: NodeJS.Timeout | undefined
  #ticks = 0
  #emptied: (() => void) | undefined
  #hasEnded = false

  constructor(connect: Connect, size: Size, pace: Pace) {
    this.#connect = connect
    this.#size = size
    this.#pace = pace
  }

  take(): Promise<PostgresClient> {
    if (this.#hasEnded) return Promise.reject(closed())
    const ready = this.#idle.pop()
    if (ready) {
      this.#lent += 1
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
      this.#clock ??= setInterval(() => this.#tick(), this.#pace.second)
      this.#open()
    })
  }

  load(): PoolLoad {
    const [used, idle, waiting] = [this.#lent, this.#idle.length, this.#waiting.length]
    return { used, idle, waiting, ...this.#waits.counted }
  }

  /** Takes a connection back that can be used again. */
  giveBack(client: PostgresClient): void {
    this.#lent -= 1
    this.#wasSilent = false
    if (this.#kept.has(client) && !this.#hasEnded) this.#offer(client)
    else void leave(client, this.#pace)
    this.#open()
    this.#settle()
  }

  /** Takes a connection back that shall never be used again. */
  throwAway(client: PostgresClient, wasSilent: boolean): void {
    this.#lent -= 1
    this.#wasSilent ||= wasSilent
    this.#kept.delete(client)
    client.connection.stream.destroy()
    this.#open()
    this.#settle()
  }

  /** Throws all connections away: those that are lent as soon as they come back. */
  renew(): void {
    this.#kept.clear()
    for (const { client } of this.#idle.splice(0)) void leave(client, this.#pace)
  }

  /** Closes all connections, when those that are lent have come back. */
  async end(): Promise<void> {
    this.#hasEnded = true
    clearInterval(this.#clock)
    for (const one of this.#waiting.splice(0)) one.reject(closed())
    const leaving = this.#idle.splice(0).map(({ client }) => leave(client, this.#pace))
    await Promise.all(leaving)
    if (this.#lent + this.#opening === 0) return
    await new Promise<void>((resolve) => {
      this.#emptied = resolve
    })
  }

  #settle(): void {
    if (this.#lent + this.#opening === 0) this.#emptied?.()
  }

  /** Opens as many connections as are waited for and may be opened. */
  #open(): void {
    const most = this.#wasSilent ? 1 : this.#size.most
    while (
      this.#opening < this.#waiting.length &&
      this.#lent + this.#idle.length + this.#opening < most
    ) {
      const asker = this.#waiting[this.#opening]
      this.#opening += 1
      this.#connect()
        .then(
          (client) => this.#welcome(client),
          (error) => this.#fail(asker, error),
        )
        .finally(() => {
          this.#opening -= 1
          this.#open()
          this.#settle()
        })
    }
  }

  /** Fails whom a connection was opened for, and nobody who came later: they get an attempt of their own. */
  #fail(asker: Waiting | undefined, error: unknown): void {
    const place = asker ? this.#waiting.indexOf(asker) : -1
    if (place >= 0) this.#waiting.splice(place, 1)
    if (place >= 0) asker?.reject(error)
  }

  #welcome(client: PostgresClient): void {
    if (this.#hasEnded) return void leave(client, this.#pace)
    this.#kept.add(client)
    client.once('end', () => this.#forget(client))
    this.#offer(client)
  }

  #offer(client: PostgresClient): void {
    const next = this.#waiting.shift()
    if (!next) {
      this.#idle.push({ client, since: this.#ticks })
      return
    }
    this.#lent += 1
    next.resolve(client)
  }

  /** A connection that is lost while nobody uses it is not lent again. */
  #forget(client: PostgresClient): void {
    this.#kept.delete(client)
    const place = this.#idle.findIndex((one) => one.client === client)
    if (place >= 0) this.#idle.splice(place, 1)
  }

  #tick(): void {
    this.#ticks += 1
    while (this.#waiting[0] && this.#ticks - this.#waiting[0].since >= this.#size.waits) {
      this.#waiting.shift()?.reject(new Error('timeout exceeded when trying to connect'))
    }
    while (this.#idle[0] && this.#ticks - this.#idle[0].since > PATIENCE.idle) {
      const [longest] = this.#idle.splice(0, 1)
      if (longest) void leave(longest.client, this.#pace)
    }
    if (this.#lent + this.#idle.length + this.#opening + this.#waiting.length > 0) return
    clearInterval(this.#clock)
    this.#clock = undefined
  }
}

/** An outage: nothing was asked. */
export function closed(): Error {
  return new Error('Connection terminated: the database is closed')
}
