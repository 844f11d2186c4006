import type { Reply } from '../support/browser.ts'
import type { Site } from '../support/site.ts'

/** The answer to a wrong login or password. */
export const MISSED = '401 auth.wrongcredentials'

/** The answer to a try during a pause. */
export const PAUSED = '429 auth.toomanyattempts'

/**
 * Makes guessers without cookies, each at an address of their own, alternating between instances.
 */
export function strangersOf(site: Site) {
  let count = 0
  const guess = (login: string, password = 'wrong guess'): Promise<Reply> => {
    count += 1
    const ip = `203.0.113.${count}`
    const instance = count % site.instances.length
    return site.browser({ ip, instance }).logIn(login, password)
  }
  const miss = async (login: string, times: number): Promise<Reply[]> => {
    const replies: Reply[] = []
    for (let turn = 0; turn < times; turn += 1) replies.push(await guess(login))
    return replies
  }
  return {
    guess,
    miss,
    /** Adds misses until the first pause begins. */
    reachPause: (login: string) => miss(login, site.app.missesAllowed),
  }
}

/** Returns the seconds that a refused try is told to wait. */
export function retryAfter(reply: Reply): number {
  return Number(reply.headers['retry-after'])
}
