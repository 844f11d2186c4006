import assert from 'node:assert/strict'
import { MINUTE } from '../../src/platform/clock.ts'
import { outcome } from '../support/browser.ts'
import { PASSWORD } from '../support/site.ts'
import { openOwner, sqliteStaffTest } from '../support/staff.ts'
import { sendPart } from './panel-importer.ts'

const ASKED = '403 auth.proofrequired'

sqliteStaffTest(
  'an import upload begun in an old session needs re-authentication',
  async (site) => {
    const owner = await openOwner(site)
    const part = { name: 'authme.db', size: 8, bytes: Buffer.from('abcd') }
    site.wait(10 * MINUTE)

    const unproven = await sendPart(site, owner, { ...part, offset: 0 })
    await owner.post('/auth/prove', { password: PASSWORD })
    const first = await sendPart(site, owner, { ...part, offset: 0 })
    site.wait(10 * MINUTE)
    const second = await sendPart(site, owner, { ...part, offset: 4 })

    assert.deepEqual([unproven, first, second].map(outcome), [ASKED, '200', '200'])
    assert.deepEqual(unproven.body.proofs, [['password']])
  },
)
