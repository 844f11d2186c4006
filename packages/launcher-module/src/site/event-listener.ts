import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Settings } from '../settings/settings.ts'
import { readEvents, type SiteEvent } from './read-events.ts'

/** In milliseconds: three times the 15 s within which the site always sends something. */
const SILENCE_LIMIT = 45_000
const FIRST_DELAY = 1_000
const MAX_DELAY = 60_000

export type EventHandlers = {
  /** Called when events may have been missed, so that anything may have changed. */
  onGap: () => void
  onEvent: (event: SiteEvent) => void
}

export type EventListener = { close: () => void }

/**
 * Follows the site's events, and resumes after the last one whenever the connection breaks. Without the stream (an
 * older site, a proxy in between) nothing is reported, and profiles are renewed when they are old. Does not keep the
 * process alive.
 */
export function listenToEvents(settings: Settings, handlers: EventHandlers): EventListener {
  const abort = new AbortController()
  let position: string | undefined
  let delay = FIRST_DELAY
  let timer: NodeJS.Timeout | undefined

  async function follow(): Promise<void> {
    try {
      const response = await openStream(settings, position, abort.signal)
      if (response.statusCode === 410) position = undefined
      if (response.statusCode !== 200) {
        response.resume()
        return
      }
      if (position === undefined) handlers.onGap()
      delay = FIRST_DELAY
      await readEvents(response, take, () => response.setTimeout(SILENCE_LIMIT))
    } catch {
      // the site is away; the other requests report that
    }
  }

  function take(event: SiteEvent): void {
    position = event.id
    handlers.onEvent(event)
  }

  function repeat(): void {
    void follow().finally(() => {
      if (abort.signal.aborted) return
      timer = setTimeout(repeat, delay * (0.5 + Math.random() / 2))
      timer.unref()
      delay = Math.min(delay * 2, MAX_DELAY)
    })
  }

  repeat()
  return {
    close() {
      abort.abort()
      clearTimeout(timer)
    },
  }
}

function openStream(
  { url, apiKey }: Settings,
  position: string | undefined,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const address = new URL(`${url}/auth/launcher/events`)
  const headers = {
    Authorization: `Api-Key ${apiKey}`,
    Accept: 'text/event-stream',
    ...(position !== undefined && { 'Last-Event-ID': position }),
  }
  return new Promise((resolve, reject) => {
    const send = address.protocol === 'https:' ? httpsRequest : httpRequest
    const outgoing = send(address, { headers, agent: false, signal }, (response) => {
      response.setTimeout(SILENCE_LIMIT, () => response.destroy(new Error('the site is silent')))
      resolve(response)
    })
    outgoing.setTimeout(SILENCE_LIMIT, () => outgoing.destroy(new Error('the site is silent')))
    outgoing.on('socket', (socket) => socket.unref())
    outgoing.on('error', reject)
    outgoing.end()
  })
}
