import assert from 'node:assert/strict'
import { setupUrl } from '../../../src/operations/setup/set-up-site.ts'
import { HOUR } from '../../../src/platform/clock.ts'
import { firstSetupUrl } from '../../account/registration/new-site.ts'
import { bearer } from '../../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'

async function tokenOf(site: Site): Promise<string> {
  const url = new URL(await firstSetupUrl(site))
  assert.equal(url.origin + url.pathname, 'http://localhost:8080/setup')
  return url.searchParams.get('token') ?? ''
}

function setup(token: string, username = 'Owner') {
  return {
    token,
    siteName: '  Blocks  ',
    defaultLanguage: 'ru',
    username,
    email: `${username}@example.org`,
    password: PASSWORD,
  }
}

siteTest('the setup link creates an administrator and names the site', async (site) => {
  const token = await tokenOf(site)
  const browser = site.browser()

  const checked = await browser.post('/setup/check', { token })
  const done = await browser.post('/setup/finish', setup(token))
  const panel = await browser.get('/auth/me', bearer(done.body.accessToken))

  assert.equal(checked.body.siteName, 'Portal')
  assert.equal(done.status, 201)
  assert.ok(panel.body.user.permissions.includes('panel.access'))
  assert.equal(panel.body.user.activated, true)
  const { siteName, defaultLanguage } = (await browser.get('/config')).body
  assert.deepEqual({ siteName, defaultLanguage }, { siteName: 'Blocks', defaultLanguage: 'ru' })
  assert.equal(await setupUrl(site.app), undefined)
})

sqliteTest('recovery codes are on after the setup of a site', async (site) => {
  const browser = site.browser()

  await browser.post('/setup/finish', setup(await tokenOf(site)))

  assert.equal((await browser.get('/config')).body.recoveryCodes, true)
})

sqliteTest('the setup link works once, and not if there is an administrator', async (site) => {
  const [used, other] = [await tokenOf(site), await tokenOf(site)]
  await site.browser().post('/setup/finish', setup(used))

  const replies = [
    await site.browser().post('/setup/finish', setup(used, 'Second')),
    await site.browser().post('/setup/finish', setup(other, 'Third')),
    await site.browser().post('/setup/check', { token: other }),
  ]

  const answers = replies.map(({ status, body }) => [status, body.error])
  assert.deepEqual(answers, Array(3).fill([400, 'setup.linkexpired']))
})

sqliteTest('the setup link is valid for 24 hours and cannot be forged', async (site) => {
  const token = await tokenOf(site)
  const [kid, until, mac] = token.split('.')
  const later = (Number.parseInt(until ?? '', 36) + HOUR).toString(36)
  const forged = ['', 'x', `${kid}.${later}.${mac}`, `${kid}.${until}.`, `${token}.`, `x${token}`]

  const refused = []
  for (const text of forged) {
    refused.push((await site.browser().post('/setup/check', { token: text })).status)
  }
  site.wait(24 * HOUR - 1)
  const inTime = await site.browser().post('/setup/check', { token })
  site.wait(1)
  const late = await site.browser().post('/setup/check', { token })

  assert.deepEqual(refused, Array(forged.length).fill(400))
  assert.deepEqual([inTime.status, late.status], [200, 400])
})

siteTest(
  'only one of many concurrent setups creates an administrator',
  async (site) => {
    const token = await tokenOf(site)

    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        site.browser({ instance: index % 2 }).post('/setup/finish', setup(token, `Owner${index}`)),
      ),
    )

    const won = replies.filter(({ status }) => status === 201)
    const codes = new Set(replies.filter(({ status }) => status !== 201).map((r) => r.body.error))
    assert.equal(won.length, 1)
    assert.deepEqual([...codes], ['setup.linkexpired'])
    const players = await site.app.db.selectFrom('player').select('id').execute()
    assert.equal(players.length, 1)
  },
  { instances: 2 },
)

siteTest('a setup that was refused can be repeated with the same link', async (site) => {
  const token = await tokenOf(site)

  const weak = await site
    .browser()
    .post('/setup/finish', { ...setup(token), password: 'password1' })
  const nameless = await site.browser().post('/setup/finish', { ...setup(token), siteName: '   ' })
  const good = await site.browser().post('/setup/finish', setup(token))

  assert.deepEqual([weak.status, weak.body.error], [400, 'password.common'])
  assert.deepEqual([nameless.status, nameless.body.fields[0].field], [400, 'siteName'])
  assert.equal(good.status, 201)
})
