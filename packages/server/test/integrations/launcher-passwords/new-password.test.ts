import assert from 'node:assert/strict'
import { setPassword } from '../../../src/credentials/password/set-password.ts'
import { findPlayer } from '../../../src/players/player-store.ts'
import { confirmed } from '../../credentials/password/resets.ts'
import { BY_OWNER } from '../../sign-in/sign-in-surfaces.ts'
import { bearer } from '../../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import {
  launcherPasswordsOf,
  openSteve,
  told,
  WRONG_CREDENTIALS,
} from '../yggdrasil/game-player.ts'

const NEW_PASSWORD = 'a wholly different phrase'

/** Makes a player with a launcher password and two games: one opened with it, one with the password of the account. */
async function openLaunchers(site: Site) {
  const steve = await openSteve(site)
  const passwords = launcherPasswordsOf(steve)
  const { password } = (await passwords.create()).body
  const begun = await steve.game.authenticate('Steve', password)
  return {
    ...steve,
    /** Returns what still works: the games and the launcher password. */
    async left() {
      const games = [steve.signedIn, begun].map(({ body: { accessToken } }) =>
        steve.game.validate({ accessToken }),
      )
      const statuses = (await Promise.all(games)).map(({ status }) => status)
      return [...statuses, told(await steve.game.authenticate('Steve', password))]
    },
  }
}

const NOTHING = [403, 403, WRONG_CREDENTIALS]
const EVERYTHING = [204, 204, '200']

sqliteTest(
  'a password change revokes launcher passwords only if the player chose that',
  async (site) => {
    const steve = await openLaunchers(site)
    const change = (current: string, password: string, close: boolean) =>
      steve.browser.post(
        '/cabinet/password',
        { current, password, close },
        bearer(steve.accessToken),
      )

    const kept = await change(PASSWORD, NEW_PASSWORD, false)
    const before = await steve.left()
    const closed = await change(NEW_PASSWORD, PASSWORD, true)

    assert.deepEqual([kept.status, closed.status], [204, 200])
    assert.deepEqual([before, await steve.left()], [EVERYTHING, NOTHING])
    assert.equal((await steve.browser.refresh()).status, 200)
  },
)

sqliteTest('a password reset by mail revokes the player’s launcher passwords', async (site) => {
  const steve = await confirmed(site, await openLaunchers(site))
  await site.browser().post('/auth/reset', { email: steve.email })
  const mails = (await site.mails()).filter(({ subject }) => subject?.startsWith('New password'))
  const hash = /\/reset\?hash=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1]

  const looked = await site.browser().post('/auth/password', { hash })
  const before = await steve.left()
  const reset = await site.browser().post('/auth/password', { hash, password: NEW_PASSWORD })

  assert.deepEqual([looked.status, reset.status], [204, 200])
  assert.deepEqual([before, await steve.left()], [EVERYTHING, NOTHING])
  assert.equal((await steve.browser.refresh()).status, 200)
})

siteTest(
  'a new password set by an administrator revokes the player’s launcher passwords',
  async (site) => {
    const steve = await openLaunchers(site)
    const player = await findPlayer(site.app.db, steve.id)
    assert.ok(player)

    await setPassword(site.app, BY_OWNER, player, NEW_PASSWORD)

    assert.deepEqual(await steve.left(), NOTHING)
    const revoked = await site.app.db
      .selectFrom('audit')
      .select('before')
      .where('action', '=', 'launcher-password.revoked')
      .execute()
    assert.deepEqual(revoked, [{ before: 'HMCL' }])
  },
)
