import assert from 'node:assert/strict'
import { createPlayer } from '../../../src/account/registration/create-player.ts'
import { newSetupToken } from '../../../src/operations/setup/setup-token.ts'
import { set } from '../../mail/mail-site.ts'
import { openPreviousSite, previousSiteTest } from '../../sign-in/previous-site.ts'
import { outcome } from '../../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { undoSetup } from './new-site.ts'

function account(username: string) {
  return { username, email: `${username.toLowerCase()}@example.org`, password: PASSWORD }
}

function register(site: Site, username: string, instance = 0) {
  return site.browser({ instance }).post('/auth/register', account(username))
}

async function finishSetup(site: Site) {
  const token = await newSetupToken(site.app)
  const wanted = { token, siteName: 'Blocks', defaultLanguage: 'en', ...account('Owner') }
  return site.browser().post('/setup/finish', wanted)
}

siteTest(
  'registration is closed until the site has an administrator',
  async (site) => {
    await undoSetup(site)
    await set(site, 'yggdrasil', 'on')
    const linkTo = async () =>
      (await site.browser().get('/yggdrasil/')).body.meta.links.register ?? 'none'

    const refused = [await register(site, 'Owner'), await register(site, 'Owner', 1)]
    const waiting = (await site.browser().get('/config')).body.waitsForOwner
    const noLink = await linkTo()
    const done = await finishSetup(site)
    const later = [await register(site, 'Steve', 1), await register(site, 'Alex')]
    const { waitsForOwner } = (await site.browser({ instance: 1 }).get('/config')).body

    assert.deepEqual(refused.map(outcome), Array(2).fill('403 auth.registrationclosed'))
    assert.deepEqual([waiting, waitsForOwner], [true, false])
    assert.deepEqual([noLink, await linkTo()], ['none', 'http://localhost:8080/register'])
    assert.deepEqual([done, ...later].map(outcome), ['201', '201', '201'])
  },
  { instances: 2 },
)

sqliteTest('a superuser created by command opens registration', async (site) => {
  await undoSetup(site)

  const before = await register(site, 'Steve')
  await createPlayer(site.app, { ...account('Owner'), superuser: true, activated: true })
  const after = await register(site, 'Steve')

  assert.deepEqual([before, after].map(outcome), ['403 auth.registrationclosed', '201'])
})

previousSiteTest(
  'no player of the previous site is imported before there is an administrator',
  async (site) => {
    await using old = await openPreviousSite(site, {
      steve: { password: 'five5', username: 'Steve' },
    })
    await undoSetup(site)

    const before = await site.browser().logIn('Steve', 'five5')
    const asked = [...old.asked]
    await finishSetup(site)
    const after = await site.browser().logIn('Steve', 'five5')

    assert.deepEqual([before, after].map(outcome), ['401 auth.wrongcredentials', '200'])
    assert.deepEqual(asked, [])
  },
)
