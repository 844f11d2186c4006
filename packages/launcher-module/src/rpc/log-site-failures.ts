import type { SiteFailure } from '../site/site-failure.ts'
import type { Log } from './log.ts'

/** Makes a function that logs a failure only when the state changes. */
export function logSiteFailures(log: Log): (failure: SiteFailure | undefined) => void {
  let logged = ''
  return (failure) => {
    const state = describeFailure(failure)
    if (state === logged) return
    if (state === '') log.info('the site answers again')
    else log.warn(state)
    logged = state
  }
}

/** Describes a failure. Rate limits and refusals affect a single player and are not logged. */
function describeFailure(failure: SiteFailure | undefined): string {
  if (failure?.kind === 'unreachable') return `the site cannot be reached: ${failure.detail}`
  if (failure?.kind === 'key') return `the site refuses the API key: ${failure.code}`
  return ''
}
