import { hostname } from 'node:os'
import type { App } from '../../app.ts'
import { MINUTE } from '../../platform/clock.ts'
import { newId } from '../../platform/random.ts'
import { deleteProcess, noteProcess, readClock } from './process-store.ts'

type Needs = Pick<App, 'db' | 'clock' | 'random' | 'version' | 'log'>

/** Tells the others every minute that this process serves, in which version and by which clock. */
export function keepPulse(app: Needs): { stop(): Promise<void> } {
  const id = newId(app.random)
  let last = Promise.resolve()
  const beat = (): void => {
    last = last.then(() => beatOnce(app, id)).catch((err) => app.log.debug({ err }, 'no pulse'))
  }
  beat()
  const timer = setInterval(beat, MINUTE)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await last
      await deleteProcess(app.db, id).catch(() => undefined) // it falls silent
    },
  }
}

export async function beatOnce(
  { db, clock, version }: Omit<Needs, 'log'>,
  id: string,
): Promise<void> {
  const askedAt = clock.now()
  const at = await readClock(db, askedAt)
  const clockAhead = (askedAt + clock.now()) / 2 - at
  await noteProcess(db, { id, version, machine: hostname(), clockAhead }, at)
}
