import type { SiteTrouble } from '../site/site-trouble.ts'
import type { Log } from './log.ts'

/** Logs once each time the site becomes unreachable, refuses the key, or answers again. */
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

/** Pauses and refusals concern a single player and are not logged. */
function wordsFor(trouble: SiteTrouble | undefined): string {
  if (trouble?.kind === 'unreachable') return `the site cannot be reached: ${trouble.detail}`
  if (trouble?.kind === 'key') return `the site refuses the API key: ${trouble.code}`
  return ''
}
