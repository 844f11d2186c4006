import { onScopeDispose, ref, shallowRef } from 'vue'
import { type Reply, send } from '../../api.ts'
import { t } from '../../i18n/i18n.ts'
import { embeddedJson } from '../../site.ts'

export type Home = Reply<'showHome'>

type Server = Home['servers'][number]

/** Returns the kind and text of the label that shows whether a game server is online. */
export function serverState({ online, players, most }: Server) {
  if (online === null) return { kind: 'plain', text: t('home.asking') } as const
  if (!online) return { kind: 'plain', text: t('home.offline') } as const
  return { kind: 'good', text: t('home.online', { n: players, most }) } as const
}

const POLL_INTERVAL = 30_000
/** In milliseconds. The site needs up to this long to poll a server that it has not polled recently. */
const RETRY_DELAY = 3_000

/** The embedded response, for the first navigation only. */
let embedded = embeddedJson<Home>('home')

/**
 * Loads the data of the home page. Uses the response embedded in the document at first. While the page is visible and
 * shows servers, reloads the data every 30 s.
 */
export function useHome() {
  const home = shallowRef(embedded)
  const failure = ref<unknown>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLeft = false
  embedded = undefined

  const read = async (): Promise<void> => {
    failure.value = undefined
    try {
      home.value = await send('showHome', {}, undefined)
    } catch (error) {
      if (!home.value) failure.value = error
    }
    plan()
  }
  const plan = (): void => {
    clearTimeout(timer)
    const servers = home.value?.servers ?? []
    if (servers.length === 0 || document.hidden || isLeft) return
    const isKnown = servers.every(({ online }) => online !== null)
    timer = setTimeout(read, isKnown ? POLL_INTERVAL : RETRY_DELAY)
  }

  document.addEventListener('visibilitychange', plan)
  onScopeDispose(() => {
    isLeft = true // drops a response that is still pending
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', plan)
  })
  if (home.value) plan()
  else void read()
  return { home, failure, read }
}
