import assert from 'node:assert/strict'
import type { App } from '../../../src/app.ts'
import { setPassword } from '../../../src/credentials/password/set-password.ts'
import { findPlayer } from '../../../src/players/player-store.ts'
import { bearer, outcome } from '../../support/browser.ts'
import { PASSWORD, type Site } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { confirmed } from './resets.ts'

const NEW_PASSWORD = 'a wholly different phrase'
const THIEVES_PASSWORD = 'something only I can know'

/** Runs `act` after the next password check, before its result is used. */
function meanwhile(app: App, act: () => Promise<unknown>): void {
  const { passwords } = app
  app.passwords = {
    ...passwords,
    async verify(stored, password) {
      const fits = await passwords.verify(stored, password)
      app.passwords = passwords
      await act()
      return fits
    },
  }
}

/** Requests a reset link, and returns the hash or code from the newest mail. */
async function mailedHash(site: Site, email: string): Promise<string> {
  await site.browser({ ip: '198.51.100.1' }).post('/auth/reset', { email })
  const texts = (await site.mails()).map(
    ({ text }) => /\/reset\?hash=([\w-]+)/.exec(text ?? '')?.[1],
  )
  return texts.findLast((hash) => hash !== undefined) ?? ''
}

async function mailedCode(site: Site, address: string): Promise<string> {
  const mail = (await site.mails()).findLast(({ to }) => to?.[0]?.address === address)
  return /[0-9]{6}/.exec(mail?.subject ?? '')?.[0] ?? ''
}

sqliteTest('a sign-in fails if the password is changed while it runs', async (site) => {
  const steve = await site.player('Steve')
  const hash = await mailedHash(site, steve.email)
  const owner = site.browser({ ip: '198.51.100.2' })
  const thief = site.browser({ ip: '198.51.100.3' })

  meanwhile(site.app, () =>
    owner.post('/auth/password', { hash, password: NEW_PASSWORD, close: true }),
  )
  const stolen = await thief.logIn('Steve', PASSWORD)
  const refreshed = await thief.refresh()
  const signedIn = await owner.logIn('Steve', NEW_PASSWORD)

  assert.equal(outcome(stolen), '401 auth.wrongcredentials')
  assert.equal(stolen.headers['set-cookie'], undefined)
  assert.equal(outcome(refreshed), '401 auth.sessionexpired')
  assert.equal(signedIn.status, 200)
})

sqliteTest('a sign-in succeeds if only the hash is renewed while it runs', async (site) => {
  const steve = await site.player('Steve')

  meanwhile(site.app, async () => {
    const renewed = await site.app.passwords.hash(PASSWORD)
    const values = { password_hash: renewed }
    await site.app.db.updateTable('player').set(values).where('id', '=', steve.id).execute()
  })
  const signedIn = await site.browser().logIn('Steve', PASSWORD)

  assert.equal(signedIn.status, 200)
})

sqliteTest(
  'a password change overtaken by a reset does not replace the new password',
  async (site) => {
    const steve = await site.player('Steve')
    const hash = await mailedHash(site, steve.email)
    const owner = site.browser({ ip: '198.51.100.2' })
    const wanted = { current: PASSWORD, password: THIEVES_PASSWORD }

    meanwhile(site.app, () => owner.post('/auth/password', { hash, password: NEW_PASSWORD }))
    const refused = await steve.browser.post('/cabinet/password', wanted, bearer(steve.accessToken))
    const [withNew, withThieves] = [
      await owner.logIn('Steve', NEW_PASSWORD),
      await owner.logIn('Steve', THIEVES_PASSWORD),
    ]

    assert.equal(outcome(refused), '400 password.wrong')
    assert.deepEqual([withNew.status, withThieves.status], [200, 401])
  },
)

sqliteTest('a new password cancels an address change begun with the old one', async (site) => {
  const steve = await confirmed(site, await site.player('Steve'))
  const thief = bearer(steve.accessToken)
  const wanted = { email: 'thief@example.org', password: PASSWORD }
  await steve.browser.post('/cabinet/email', wanted, thief)
  const code = await mailedCode(site, 'thief@example.org')
  const hash = await mailedHash(site, steve.email)

  await site.browser().post('/auth/password', { hash, password: NEW_PASSWORD })
  const taken = await steve.browser.post('/cabinet/email/verify', { code }, thief)
  const me = await steve.browser.get('/auth/me', thief)

  assert.match(code, /^[0-9]{6}$/)
  assert.equal(outcome(taken), '400 auth.codeexpired')
  assert.equal(me.body.user.email, steve.email)
})

sqliteTest('a password set by an administrator cancels a pending address change', async (site) => {
  const steve = await site.player('Steve')
  const thief = bearer(steve.accessToken)
  const wanted = { email: 'thief@example.org', password: PASSWORD }
  await steve.browser.post('/cabinet/email', wanted, thief)
  const code = await mailedCode(site, 'thief@example.org')

  const player = await findPlayer(site.app.db, steve.id)
  assert.ok(player)
  await setPassword(site.app, { actor: 'command', ip: null }, player, NEW_PASSWORD)
  const again = await site.browser().logIn('Steve', NEW_PASSWORD) // the attacker's session is closed
  const steves = bearer(again.body.accessToken)
  const taken = await steve.browser.post('/cabinet/email/verify', { code }, steves)

  assert.equal(outcome(taken), '400 auth.codeexpired')
})

sqliteTest(
  'a request to change the address fails if the password is reset while the request runs',
  async (site) => {
    const steve = await site.player('Steve')
    const thief = bearer(steve.accessToken)
    const hash = await mailedHash(site, steve.email)
    const wanted = { email: 'thief@example.org', password: PASSWORD }

    meanwhile(site.app, () =>
      site.browser().post('/auth/password', { hash, password: NEW_PASSWORD }),
    )
    const begun = await steve.browser.post('/cabinet/email', wanted, thief)

    assert.equal(outcome(begun), '400 password.wrong')
    assert.equal(await mailedCode(site, 'thief@example.org'), '')
  },
)
