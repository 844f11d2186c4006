import type { App } from '../../app.ts'
import { EventTask } from '../../events/event-task.ts'
import { MINUTE } from '../../platform/clock.ts'
import { DISCORD } from './discord.ts'
import { readBot } from './discord-store.ts'
import { markFromEvents, markNightly } from './mark-members.ts'
import { RoleSync, type SyncDeps } from './role-sync.ts'

type Deps = SyncDeps & Pick<App, 'events' | 'random'>

export class RoleWorker {
  readonly #app: Deps
  readonly #task: EventTask
  readonly #sync: RoleSync
  #nextNightlyAt = 0

  constructor(app: Deps) {
    this.#app = app
    this.#task = new EventTask(app, {
      name: DISCORD,
      failure: 'updating Discord roles failed; retrying',
      isOn: async () => (await readBot(app.db)).isEnabled,
      run: () => this.#run(),
    })
    this.#sync = new RoleSync(app, () => this.#task.isLeader())
  }

  /** Starts the worker. Call it only in processes that serve requests. */
  start(): Promise<void> {
    return this.#task.start()
  }

  /** Starts the work if the bot is on now: another process may have turned it on. */
  look(): Promise<void> {
    return this.#task.look()
  }

  wake(): void {
    this.#sync.reset()
    this.#task.wake()
  }

  stop(): Promise<void> {
    return this.#task.stop()
  }

  /**
   * Compares some accounts.
   * @returns whether more are due now. If not, the work continues with the next tick, for example after a pause.
   */
  async #run(): Promise<boolean> {
    const { db, clock } = this.#app
    const bot = await readBot(db)
    if (!bot.isEnabled) {
      this.#task.pause()
      return false
    }
    while (await markFromEvents(db, clock.now()));
    await this.#reconcile()
    return this.#sync.run(bot)
  }

  async #reconcile(): Promise<void> {
    const now = this.#app.clock.now()
    if (now < this.#nextNightlyAt) return
    await markNightly(this.#app.db, now)
    this.#nextNightlyAt = now + MINUTE
  }
}
