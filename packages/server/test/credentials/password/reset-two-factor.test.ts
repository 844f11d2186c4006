import assert from 'node:assert/strict'
import { playerWithTwoFactor } from '../../sign-in/sign-in-surfaces.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { confirmed } from './resets.ts'

const NEW_PASSWORD = 'a wholly different phrase'

sqliteTest('after a password reset, an account with 2FA still needs the code', async (site) => {
  const steve = await confirmed(site, await playerWithTwoFactor(site))
  const browser = site.browser()
  await browser.post('/auth/reset', { email: steve.email })
  const link = (await site.mails()).map(
    ({ text }) => /\/reset\?hash=([\w-]+)/.exec(text ?? '')?.[1],
  )
  const hash = link.find(Boolean)

  const changed = await browser.post('/auth/password', { hash, password: NEW_PASSWORD })

  const credentials = { username_or_email: 'Steve', password: NEW_PASSWORD }
  const bare = await browser.post('/auth/login', credentials)
  const coded = await browser.post('/auth/login', { ...credentials, totp: steve.totp() })
  assert.equal(changed.status, 204)
  assert.deepEqual([bare.status, bare.body.error], [401, 'auth.require2fa'])
  assert.deepEqual([coded.status, coded.body.user?.twoFactorEnabled], [200, true])
})
