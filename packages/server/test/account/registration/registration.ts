import type { Reply } from '../../support/browser.ts'
import { PASSWORD, type Site } from '../../support/site.ts'

/** The actor of commands. */
export const OWNER = { actor: 'command', ip: null }

/** Returns a valid registration. */
export function wanted(username: string) {
  return { username, email: `${username}@example.org`, password: PASSWORD }
}

/** Registers from the n-th network address, with a valid e-mail address for any name. */
export function register(site: Site, username: string, n: number, instance = 0): Promise<Reply> {
  const body = { username, email: `${encodeURI(username)}x${n}@example.org`, password: PASSWORD }
  return site.browser({ ip: address(n), instance }).post('/auth/register', body)
}

/** Sends a registration from the n-th network address, alternating between instances. */
export function post(site: Site, body: object, n = 0, language?: string): Promise<Reply> {
  const browser = site.browser({ ip: address(n), instance: n % site.instances.length })
  return browser.post(
    '/auth/register',
    body,
    language === undefined ? {} : { 'accept-language': language },
  )
}

/** Returns a network address for each number up to 255. */
export function address(n: number): string {
  return `203.0.113.${n}`
}

export async function players(site: Site): Promise<string[]> {
  const rows = await site.app.db.selectFrom('player').select('username').execute()
  return rows.map(({ username }) => username)
}
