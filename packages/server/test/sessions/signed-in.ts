import { type Browser, bearer, type Reply } from '../support/browser.ts'
import { PASSWORD, type Site } from '../support/site.ts'

/** The cookies of a response that clears the refresh and CSRF cookies. */
export const CLEARED = {
  portal_refresh: { value: '', attributes: ['HttpOnly', 'Max-Age=0', 'Path=/', 'SameSite=Lax'] },
  portal_csrf: { value: '', attributes: ['Max-Age=0', 'Path=/', 'SameSite=Lax'] },
}

/** Signs in on another device. */
export async function signIn(
  site: Site,
  settings: { agent?: string; ip?: string; instance?: number } = {},
  username = 'Steve',
  password = PASSWORD,
) {
  const browser = site.browser(settings)
  const { body } = await browser.logIn(username, password)
  const list = await listOf(browser, body.accessToken)
  return {
    browser,
    id: String(list.body.current.id),
    accessToken: String(body.accessToken),
    refreshToken: String(body.refreshToken),
  }
}

/** Requests the list of sessions with this access token. */
export function listOf(browser: Browser, accessToken: string): Promise<Reply> {
  return browser.post('/auth/sessions/me', undefined, bearer(accessToken))
}

/** Refreshes as a launcher does. The status shows whether the session is open. */
export function refresh(site: Site, { refreshToken }: { refreshToken: string }): Promise<Reply> {
  return site.browser().post('/auth/refresh', { refresh_token: refreshToken })
}
