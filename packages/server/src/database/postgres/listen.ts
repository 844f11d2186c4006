import { TIMEOUTS, type TimeScale } from '../timeouts.ts'
import type { PostgresClient } from './client.ts'
import { closeGracefully, connector } from './hosts.ts'

/**
 * Listens for notifications on a connection of its own, which is reopened after a pause if it is lost. Notifications in
 * the meantime are missed. Behind a pooler that shares connections, all notifications are missed.
 * @returns a function that stops listening
 */
export function listenOn(
  url: string,
  channel: string,
  onNotify: () => void,
  timeScale: TimeScale,
): () => Promise<void> {
  const settings = { keepAlive: true, application_name: `portal/listen/${process.pid}` }
  const connect = connector(url, settings, timeScale)
  let client: PostgresClient | undefined
  let timer: NodeJS.Timeout | undefined
  let hasEnded = false

  const retry = (): void => {
    client = undefined
    if (hasEnded) return
    clearTimeout(timer)
    timer = setTimeout(open, TIMEOUTS.connection * timeScale.second)
    timer.unref()
  }
  const open = (): void => {
    opening = connect()
      .then(async (opened) => {
        client = opened
        opened.once('end', retry)
        opened.on('notification', onNotify)
        await opened.query(`listen ${channel}`)
      })
      .catch(retry)
  }
  let opening = Promise.resolve()
  open()

  return async () => {
    hasEnded = true
    clearTimeout(timer)
    await opening
    if (client) await closeGracefully(client, timeScale)
  }
}
