import type { SiteTrouble } from '../site/site-trouble.ts'
import type { Log } from './log.ts'

/** Tells the log when the site goes away, refuses the key, or is well again; each once. */
export function watchSite(log: Log): (trouble: SiteTrouble | undefined) => void {
  let told = ''
  return (trouble) => {
    const state = wordsFor(trouble)
    if (state === told) return
    if (state === '') log.info('the site answers again')
    else log.warn(state)
    told = state
  }
}

/** Pauses and refusals concern one player and are for him. */
function wordsFor(trouble: SiteTrouble | undefined): string {
  if (trouble?.kind === 'unreachable') return `the site cannot be reached: ${trouble.detail}`
  if (trouble?.kind === 'key') return `the site refuses the API key: ${trouble.code}`
  return ''
}
