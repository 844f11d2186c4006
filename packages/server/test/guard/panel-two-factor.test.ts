import assert from 'node:assert/strict'
import { type Endpoint, endpoints, isAdminEndpoint } from '@portal/contract'
import { insertPasskey } from '../../src/credentials/passkeys/passkey-store.ts'
import { firstSetupUrl } from '../account/registration/new-site.ts'
import { set } from '../mail/mail-site.ts'
import { enableTwoFactor } from '../sign-in/sign-in-surfaces.ts'
import { bearer, outcome } from '../support/browser.ts'
import { PASSWORD, type Site } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { openOwner, openStaff } from '../support/staff.ts'

const PANEL: Endpoint[] = Object.values(endpoints).filter(isAdminEndpoint)
const LOCKED = '403 auth.2farequired'

sqliteTest('no panel endpoint opens without 2FA if the panel requires it', async (site) => {
  const owner = await openOwner(site)
  await set(site, 'panelNeedsTwoFactor', 'on')

  const replies: string[] = []
  for (const { method, path } of PANEL) {
    const url = path.replace(/:\w+/g, 'junk')
    const reply = await owner.browser.send(method, url, undefined, bearer(owner.accessToken))
    replies.push(outcome(reply))
  }

  assert.deepEqual(
    replies,
    PANEL.map(() => LOCKED),
  )
})

sqliteTest('if the panel requires 2FA, it opens for a superuser who turns 2FA on', async (site) => {
  const owner = await openOwner(site)
  const steve = await openStaff(site, 'Steve')
  await set(site, 'panelNeedsTwoFactor', 'on')

  const locked = await owner.get('/admin/overview')
  await enableTwoFactor(site, owner)
  const open = await owner.get('/admin/overview')
  const stranger = await steve.get('/admin/overview')
  const own = await steve.get('/auth/me')

  assert.deepEqual([locked, open, stranger, own].map(outcome), [
    LOCKED,
    '200',
    '403 auth.forbidden',
    '200',
  ])
})

sqliteTest(
  'a passkey that cannot be used does not satisfy the panel’s 2FA requirement',
  async (site) => {
    const owner = await openOwner(site)
    await set(site, 'panelNeedsTwoFactor', 'on')
    const strange = { id: 'old', credentialId: 'old', host: 'old.example.org' }
    const copied = { id: 'copied', credentialId: 'copied', copiedAt: 1 }
    await insertPasskey(site.app.db, { ...PASSKEY, ...strange, playerId: owner.id })
    await insertPasskey(site.app.db, { ...PASSKEY, ...copied, playerId: owner.id })

    const locked = await owner.get('/admin/overview')

    assert.equal(outcome(locked), LOCKED)
    assert.deepEqual(locked.body.proofs, [])
  },
)

sqliteTest('the setup leaves the panel’s 2FA requirement off by default', async (site) => {
  const before = await overviewAfterSetup(site, {})
  const { panelNeedsTwoFactor } = await site.app.settings.read()

  assert.deepEqual([before, panelNeedsTwoFactor], ['200', false])
})

sqliteTest('the setup page can turn the panel’s 2FA requirement on', async (site) => {
  const locked = await overviewAfterSetup(site, { panelNeedsTwoFactor: true })

  const { panelNeedsTwoFactor } = await site.app.settings.read()
  assert.deepEqual([locked, panelNeedsTwoFactor], [LOCKED, true])
})

const PASSKEY = {
  id: 'passkey',
  credentialId: 'credential',
  publicKey: 'key',
  counter: 0,
  transports: [],
  name: 'Phone',
  host: 'localhost',
  synced: false,
  createdAt: 0,
  lastUsedAt: null,
  copiedAt: null,
}

/** Sets the site up, requests the overview immediately, and returns the outcome. */
async function overviewAfterSetup(site: Site, more: object): Promise<string> {
  const url = new URL(await firstSetupUrl(site))
  const browser = site.browser()
  const done = await browser.post('/setup/finish', {
    token: url.searchParams.get('token'),
    siteName: 'Blocks',
    defaultLanguage: 'en',
    username: 'Owner',
    email: 'owner@example.org',
    password: PASSWORD,
    ...more,
  })
  return outcome(await browser.get('/admin/overview', bearer(String(done.body.accessToken))))
}
