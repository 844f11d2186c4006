import assert from 'node:assert/strict'
import { MINUTE } from '../../../src/platform/clock.ts'
import { outcome } from '../../support/browser.ts'
import { PASSWORD } from '../../support/site.ts'
import { openOwner, openStaff, sqliteStaffTest } from '../../support/staff.ts'
import { consentClient, publishRequiredPage } from './rules.ts'

const FORBIDDEN = '403 auth.forbidden'
const ASKED = '403 auth.proofrequired'
const DEMAND = { titleEn: 'Trap', bodyEn: 'Agree.', published: true, mustAgree: true }

sqliteStaffTest('an editor of pages cannot change what players must agree to', async (site) => {
  const owner = await openOwner(site)
  const alex = await openStaff(site, 'Alex', { nodes: ['panel.pages.edit'] })
  const rules = await publishRequiredPage(owner)
  const draft = await publishRequiredPage(owner, { titleEn: 'Later', published: false })
  await consentClient(site, alex).agree({ agreed: [{ page: rules.id, edition: 1 }] })
  const change = async (id: string, changes: object) => {
    const { version } = (await alex.get(`/admin/pages/${id}`)).body
    return alex.patch(`/admin/pages/${id}`, { version, ...changes })
  }
  const plain = await alex.post('/admin/pages', { ...DEMAND, titleEn: 'Help', mustAgree: false })

  const replies = [
    await alex.post('/admin/pages', DEMAND),
    await alex.post('/admin/pages', { ...DEMAND, published: false }),
    await change(plain.body.id, { mustAgree: true }),
    await change(draft.id, { published: true }),
    await change(rules.id, { bodyEn: 'More.', newEdition: true }),
    await change(rules.id, { mustAgree: false }),
    await change(rules.id, { bodyEn: 'Be kind!' }),
    await change(plain.body.id, { bodyEn: 'Help yourself.' }),
  ]

  assert.deepEqual(replies.map(outcome), [...Array(6).fill(FORBIDDEN), '200', '200'])
})

sqliteStaffTest(
  'changing what players must agree to requires re-authentication and notifies every superuser',
  async (site) => {
    await openOwner(site)
    await openOwner(site, 'Notch')
    const alex = await openStaff(site, 'Alex', {
      nodes: ['panel.pages.edit', 'panel.settings.edit'],
    })
    site.wait(10 * MINUTE)

    const unproven = await alex.post('/admin/pages', DEMAND)
    const plain = await alex.post('/admin/pages', { ...DEMAND, titleEn: 'Help', mustAgree: false })
    const mailsBefore = await site.mails()
    await alex.post('/auth/prove', { password: PASSWORD })
    const proven = await alex.post('/admin/pages', DEMAND)
    const notices = (await site.mails()).map(({ to, subject }) => `${to?.[0]?.address}: ${subject}`)

    assert.deepEqual([unproven, plain, proven].map(outcome), [ASKED, '200', '200'])
    assert.deepEqual(mailsBefore, [])
    assert.deepEqual(notices.sort(), [
      'notch@example.org: An agreement of players was changed: “Trap”: Portal',
      'owner@example.org: An agreement of players was changed: “Trap”: Portal',
    ])
  },
)
