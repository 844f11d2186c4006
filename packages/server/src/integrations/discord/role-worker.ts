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

  /** Call it in serving processes only. */
  start(): Promise<void> {
    return this.#task.start()
  }

  /** Starts the work if another process has turned the bot on. */
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

  /** @returns whether more is due now; otherwise the next tick continues, for example after a pause */
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
