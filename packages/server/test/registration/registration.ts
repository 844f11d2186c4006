import type { Reply } from '../browser.ts'
import { PASSWORD, type Site } from '../site.ts'

/** Who acts when the owner does something by command. */
export const OWNER = { actor: 'command', ip: null }

/** A registration that nothing is wrong with. */
export function wanted(username: string) {
  return { username, email: `${username}@example.org`, password: PASSWORD }
}

/** Registers from the n-th address; a valid e-mail address goes with any name. */
export function register(site: Site, username: string, n: number, instance = 0): Promise<Reply> {
  const body = { username, email: `${encodeURI(username)}x${n}@example.org`, password: PASSWORD }
  return site.browser({ ip: address(n), instance }).post('/auth/register', body)
}

/** Sends a registration from the n-th address, in turn to every instance. */
export function post(site: Site, body: object, n = 0, language?: string): Promise<Reply> {
  const browser = site.browser({ ip: address(n), instance: n % site.instances.length })
  return browser.post(
    '/auth/register',
    body,
    language === undefined ? {} : { 'accept-language': language },
  )
}

/** An address of its own for each number up to 255. */
export function address(n: number): string {
  return `203.0.113.${n}`
}

/** The names of all accounts. */
export async function players(site: Site): Promise<string[]> {
  const rows = await site.app.db.selectFrom('player').select('username').execute()
  return rows.map(({ username }) => username)
}
