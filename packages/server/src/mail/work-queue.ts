type Work = (() => Promise<void>) | undefined

/**
 * Runs work in several concurrent workers. A worker that has found work starts another one, because there may be more.
 */
export class WorkQueue {
  readonly #concurrency: number
  readonly #take: () => Promise<Work>
  readonly #failed: (error: unknown) => void
  readonly #running = new Set<Promise<void>>()
  #started = 0
  #hasNewWork = false
  #isStopped = false

  constructor(concurrency: number, take: () => Promise<Work>, failed: (error: unknown) => void) {
    this.#concurrency = concurrency
    this.#take = take
    this.#failed = failed
  }

  /** Tells the workers that there may be work, including those that have just found none. */
  wake(): void {
    this.#hasNewWork = true
    this.#open()
  }

  stop(): void {
    this.#isStopped = true
  }

  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  #open(): void {
    if (this.#isStopped || this.#started >= this.#concurrency) return
    const running = this.#run()
      .catch(this.#failed)
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  async #run(): Promise<void> {
    this.#started += 1
    try {
      do {
        this.#hasNewWork = false
        for (let work = await this.#next(); work; work = await this.#next()) {
          this.#open()
          await work()
        }
      } while (this.#hasNewWork && !this.#isStopped)
    } finally {
      this.#started -= 1 // directly after the last check of `#hasNewWork`, so that no wake-up in between is lost
    }
  }

  async #next(): Promise<Work> {
    return this.#isStopped ? undefined : this.#take()
  }
}
