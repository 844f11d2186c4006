import assert from 'node:assert/strict'
import { bearer } from '../../support/browser.ts'
import { siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { openOwner } from '../../support/staff.ts'
import { exportOf } from './exported.ts'

siteTest('actions of other people are exported without their names and addresses', async (site) => {
  const steve = await site.player('Steve')
  const owner = await site.player('Notch', { ip: '198.51.100.44' })
  const at = { superuser_at: site.now() }
  await site.app.db.updateTable('player').set(at).where('id', '=', owner.id).execute()
  const headers = bearer(owner.accessToken)
  const gift = { real: 5, reason: 'Won the race' }
  await owner.browser.post(`/admin/players/${steve.id}/balance`, gift, headers)
  const roles = { roles: [] }
  await owner.browser.send('PATCH', `/admin/players/${steve.id}`, roles, headers)

  const { data, text } = await exportOf(site, steve)

  const change = data.history.find(({ what }: { what: string }) => what === 'player.balance')
  assert.deepEqual([change.by, change.address], ['somebody else', null])
  assert.match(change.after, /"real":5/)
  assert.deepEqual(
    [data.balanceChanges[0].reason, data.balanceChanges[0].by],
    ['Won the race', 'somebody else'],
  )
  for (const theirs of ['Notch', owner.id, owner.email, '198.51.100.44']) {
    assert.ok(!text.includes(theirs), theirs)
  }
})

sqliteTest(
  "a player's actions on other players are exported without the target and the values",
  async (site) => {
    const steve = await site.player('Steve')
    const owner = await openOwner(site)
    await owner.patch(`/admin/players/${steve.id}`, { email: 'secret@example.org' })

    const { data, text } = await exportOf(site, owner)

    const entry = data.history.find(({ what }: { what: string }) => what === 'player.email')
    assert.deepEqual(
      [entry.by, entry.isAboutYou, entry.before, entry.after],
      ['you', false, null, null],
    )
    for (const theirs of [steve.id, steve.email, 'secret@example.org']) {
      assert.ok(!text.includes(theirs), theirs)
    }
  },
)
