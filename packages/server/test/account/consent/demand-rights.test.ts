import assert from 'node:assert/strict'
import { MINUTE } from '../../../src/platform/clock.ts'
import { outcome } from '../../support/browser.ts'
import { PASSWORD } from '../../support/site.ts'
import { openOwner, openStaff, staffTest } from '../../support/staff.ts'
import { asked, askFor } from './rules.ts'

const FORBIDDEN = '403 auth.forbidden'
const ASKED = '403 auth.proofrequired'
const DEMAND = { titleEn: 'Trap', bodyEn: 'Agree.', published: true, mustAgree: true }

staffTest('an editor of pages stops no player by a page to agree to', async (site) => {
  const owner = await openOwner(site)
  const alex = await openStaff(site, 'Alex', { nodes: ['panel.pages.edit'] })
  const rules = await askFor(owner)
  const draft = await askFor(owner, { titleEn: 'Later', published: false })
  await asked(site, alex).agree({ agreed: [{ page: rules.id, edition: 1 }] })
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

staffTest('what players must agree to takes a proof, and every superuser is told', async (site) => {
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
  const told = (await site.mails()).map(({ to, subject }) => `${to?.[0]?.address}: ${subject}`)

  assert.deepEqual([unproven, plain, proven].map(outcome), [ASKED, '200', '200'])
  assert.deepEqual(mailsBefore, [])
  assert.deepEqual(told.sort(), [
    'notch@example.org: What players must agree to has changed: “Trap”: Portal',
    'owner@example.org: What players must agree to has changed: “Trap”: Portal',
  ])
})
