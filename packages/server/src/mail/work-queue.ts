/** Does one piece of work; undefined when there is none. */
type Work = (() => Promise<void>) | undefined

/**
 * Does work in so many places at once. `take` finds the next piece; a place that got one opens another, because
 * there may be more.
 */
export class WorkQueue {
  readonly #places: number
  readonly #take: () => Promise<Work>
  readonly #failed: (error: unknown) => void
  readonly #running = new Set<Promise<void>>()
  #taken = 0
  #isWoken = false
  #isStopped = false

  constructor(places: number, take: () => Promise<Work>, failed: (error: unknown) => void) {
    this.#places = places
    this.#take = take
    this.#failed = failed
  }

  /** Says that there may be work, also to places that have just found none. */
  wake(): void {
    this.#isWoken = true
    this.#open()
  }

  /** Takes no more work. What is under way goes on. */
  stop(): void {
    this.#isStopped = true
  }

  /** Resolves when no place has work. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  #open(): void {
    if (this.#isStopped || this.#taken >= this.#places) return
    const running = this.#run()
      .catch(this.#failed)
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  async #run(): Promise<void> {
    this.#taken += 1
    try {
      do {
        this.#isWoken = false
        for (let work = await this.#next(); work; work = await this.#next()) {
          this.#open()
          await work()
        }
      } while (this.#isWoken && !this.#isStopped)
    } finally {
      this.#taken -= 1 // directly after the last check of `#isWoken`, or a wake in between would be lost
    }
  }

  async #next(): Promise<Work> {
    return this.#isStopped ? undefined : this.#take()
  }
}
