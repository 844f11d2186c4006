import { openLauncher } from '../integrations/launcher/launcher-server.ts'
import { putSkin, skinFile } from '../profiles/textures/texture-requests.ts'
import { owner } from '../support/administrator.ts'
import { bearer, type Reply } from '../support/browser.ts'
import { PASSWORD, type Site } from '../support/site.ts'

/**
 * Uses the site for an evening: a new player, sign-ins and refreshes, a launcher server, a skin, and an administrator
 * who pays, bans and reads pages.
 * @param names of the new player, the administrator, and an existing player.
 */
export async function evening(
  site: Site,
  { newPlayer, staff, known }: { newPlayer: string; staff: string; known: string },
): Promise<void> {
  const ip = `192.0.2.${site.now() % 200}`
  const player = await site.player(newPlayer, { ip })
  const { browser } = player
  const headers = bearer(player.accessToken)
  const notch = await owner(site, staff, ip)
  const launcher = await openLauncher(site)
  await seen(browser.get('/auth/me', headers))
  await seen(browser.refresh())
  const again = await seen(site.browser({ ip }).logIn(player.email, PASSWORD))
  await browser.logIn(newPlayer, 'not their password')
  await seen(browser.post('/auth/sessions/me', undefined, headers))
  await seen(putSkin(player, skinFile(newPlayer.length)))
  await seen(browser.send('PUT', '/cabinet/locale', { locale: 'ru' }, headers))
  await seen(browser.post('/auth/reset', { email: player.email }))
  await site.mails()
  const leaving = { refresh_token: again.body.refreshToken }
  await seen(site.browser({ ip }).post('/auth/logout', leaving))
  await seen(browser.delete('/auth/sessions_other', headers))

  for (const username of [newPlayer, known]) {
    await seen(launcher.user({ username }))
    await seen(launcher.authenticate(username, PASSWORD))
    await seen(browser.get(`/names/${username}`))
  }
  await seen(launcher.news())

  const path = `/admin/players/${player.id}`
  await seen(notch.send('POST', `${path}/balance`, { real: 12.34, reason: 'a gift' }))
  await seen(notch.send('POST', `${path}/ban`, { reason: 'griefing' }))
  await seen(notch.send('DELETE', `${path}/ban`))
  await seen(notch.send('PATCH', path, { email: `new-${player.email}` }))
  await seen(notch.send('POST', '/admin/news', { title: 'Season two', body: 'It begins.' }))
  for (const list of [path, `${path}/balance`, `${path}/bans`, `${path}/sessions`]) {
    await seen(notch.get(list))
  }
  for (const list of ['players', 'audit', 'mail', 'overview', 'news', 'settings']) {
    await seen(notch.get(`/admin/${list}`))
  }
}

async function seen(reply: Promise<Reply>): Promise<Reply> {
  const { status, text } = await reply
  if (status >= 300) throw new Error(`a call failed: ${status} ${text.slice(0, 200)}`)
  return reply
}
