import assert from 'node:assert/strict'
import { MINUTE } from '../../../src/platform/clock.ts'
import { newRelyingParty } from '../../openid/relying-party.ts'
import { administrator } from '../../support/administrator.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { find, SYSTEM_PERMISSION } from './system-page.ts'

const STATES = { http: 'warning', https: 'good' }

for (const [protocol, state] of Object.entries(STATES)) {
  const url = `${protocol}://play.example.org`
  sqliteTest(
    `the OpenID check is ${state} for a site at ${url} with an application`,
    async (site) => {
      const alex = await administrator(site, SYSTEM_PERMISSION)
      const check = async () => find((await alex.get('/admin/system')).body.checkups, 'openid')

      const before = await check()
      await newRelyingParty(site)
      site.wait(MINUTE)
      const after = await check()

      assert.deepEqual([before.state, after.state], ['good', state])
      assert.ok(after.detail.en.includes(url))
    },
    { env: { PUBLIC_URL: url } },
  )
}
