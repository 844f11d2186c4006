import { onScopeDispose, ref, shallowRef } from 'vue'
import { type Reply, send } from '../../api.ts'
import { writtenInDocument } from '../../site.ts'

export type Home = Reply<'showHome'>

const ASKED_EVERY = 30_000
/** How long the site may need to hear from a server that nobody has asked about lately. */
const ASKED_SOON = 3_000

/** What the document came with counts for the first page only. */
let written = writtenInDocument<Home>('home')

/**
 * What the home page shows. The first look has it from the document. While the page is seen and shows
 * servers, it is read again every 30 s.
 */
export function useHome() {
  const home = shallowRef(written)
  const failure = ref<unknown>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLeft = false
  written = undefined

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
    timer = setTimeout(read, isKnown ? ASKED_EVERY : ASKED_SOON)
  }

  document.addEventListener('visibilitychange', plan)
  onScopeDispose(() => {
    isLeft = true // an answer may still be on its way
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', plan)
  })
  if (home.value) plan()
  else void read()
  return { home, failure, read }
}
