import { hostname } from 'node:os'
import type { App } from '../../app.ts'
import { MINUTE } from '../../platform/clock.ts'
import { newId } from '../../platform/random.ts'
import { deleteProcess, readClock, upsertProcess } from './process-store.ts'

type Deps = Pick<App, 'db' | 'clock' | 'random' | 'version' | 'log' | 'webhooks' | 'discordRoles'>

/**
 * Records a heartbeat every minute, with the version and clock of this process. Each heartbeat also checks whether
 * another process has turned on the first webhook or the Discord bot.
 */
export function startHeartbeat(app: Deps): { stop(): Promise<void> } {
  const id = newId(app.random)
  let last = Promise.resolve()
  const beat = (): void => {
    last = last
      .then(async () => {
        if (!(await sendHeartbeat(app, id))) return
        await app.webhooks.look()
        await app.discordRoles.look()
      })
      .catch((err) => app.log.debug({ err }, 'heartbeat failed'))
  }
  beat()
  const timer = setInterval(beat, MINUTE)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await last
      await deleteProcess(app.db, id).catch(() => undefined) // best effort: the row expires anyway
    },
  }
}

/**
 * Records a heartbeat.
 * @returns whether a webhook or the Discord bot reads events
 */
export async function sendHeartbeat(
  { db, clock, version }: Omit<Deps, 'log' | 'webhooks' | 'discordRoles'>,
  id: string,
): Promise<boolean> {
  const askedAt = clock.now()
  const at = await readClock(db, askedAt)
  const clockAhead = (askedAt + clock.now()) / 2 - at
  return upsertProcess(db, { id, version, machine: hostname(), clockAhead }, at)
}
