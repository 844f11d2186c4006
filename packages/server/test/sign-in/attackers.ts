import type { Reply } from '../support/browser.ts'
import type { Site } from '../support/site.ts'

/** The outcome of a wrong login or password. */
export const WRONG_CREDENTIALS = '401 auth.wrongcredentials'

/** The outcome of an attempt during a lockout. */
export const LOCKED_OUT = '429 auth.toomanyattempts'

/** Creates attackers without cookies, each at its own address, alternating between instances. */
export function attackersOf(site: Site) {
  let count = 0
  const guess = (login: string, password = 'wrong guess'): Promise<Reply> => {
    count += 1
    const ip = `203.0.113.${count}`
    const instance = count % site.instances.length
    return site.browser({ ip, instance }).logIn(login, password)
  }
  const failToSignIn = async (login: string, times: number): Promise<Reply[]> => {
    const replies: Reply[] = []
    for (let turn = 0; turn < times; turn += 1) replies.push(await guess(login))
    return replies
  }
  return {
    guess,
    failToSignIn,
    /** Fails to sign in until the first lockout begins. */
    reachLockout: (login: string) => failToSignIn(login, site.app.maxFailedAttempts),
  }
}

/** Returns the seconds of the Retry-After header. */
export function retryAfter(reply: Reply): number {
  return Number(reply.headers['retry-after'])
}
