import assert from 'node:assert/strict'
import { DAY, isoInstant } from '../../../src/platform/clock.ts'
import { administrator, auditEntries, callsOf, owner } from '../../support/administrator.ts'
import { outcome } from '../../support/browser.ts'
import { PASSWORD } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { ban, bansOf, MAY_BAN, unban } from './ban-calls.ts'

sqliteTest('a ban without a reason or with an end in the past is refused', async (site) => {
  const steve = await site.player('Steve')
  const alex = await administrator(site, MAY_BAN)
  const reason = 'griefing'
  const wrong: [body: object, field: string][] = [
    [{}, 'reason'],
    [{ reason: '' }, 'reason'],
    [{ reason: ' \n ' }, 'reason'],
    [{ reason: 'x'.repeat(501) }, 'reason'],
    [{ reason: 'a\u0000b' }, 'reason'],
    [{ reason, expiresAt: isoInstant(site.now()) }, 'expiresAt'],
    [{ reason, expiresAt: isoInstant(site.now() - DAY) }, 'expiresAt'],
    [{ reason, expiresAt: 'tomorrow' }, 'expiresAt'],
    [{ reason, expiresAt: '2031-02-30T00:00:00Z' }, 'expiresAt'],
    [{ reason, expiresAt: '' }, 'expiresAt'],
    [{ reason, expiresAt: site.now() + DAY }, 'expiresAt'],
  ]

  const replies = []
  for (const [body] of wrong) replies.push(await ban(alex, steve.id, body))
  const longest = await ban(alex, steve.id, { reason: 'x'.repeat(500) })

  assert.deepEqual(
    replies.map(({ status, body }) => [status, body.error, body.fields[0].field]),
    wrong.map(([, field]) => [400, 'request.invalid', field]),
  )
  assert.equal(replies[5]?.body.fields[0].message, 'This time must be in the future.')
  assert.equal(longest.status, 200)
  assert.equal((await bansOf(alex, steve.id)).length, 1)
})

sqliteTest(
  'staff can ban players only with the permission and only players below them',
  async (site) => {
    const steve = await site.player('Steve')
    const notch = await owner(site)
    const alex = await administrator(site, MAY_BAN)
    const peer = await administrator(site, MAY_BAN, { username: 'Jeb', ip: '192.0.2.3' })
    const reader = await administrator(site, ['panel.players.read'], {
      username: 'Ari',
      ip: '192.0.2.4',
    })

    const replies = [
      await ban(alex, notch.id),
      await ban(alex, peer.id),
      await ban(alex, alex.id),
      await ban(notch, notch.id),
      await ban(reader, steve.id),
      await ban(alex, '00000000-0000-4000-8000-000000000000'),
      await ban(alex, 'no\u0000body'),
      await unban(reader, steve.id),
      await unban(alex, steve.id),
      await site.browser().post(`/admin/players/${steve.id}/ban`, { reason: 'x' }),
    ]

    assert.deepEqual(replies.map(outcome), [
      ...Array(5).fill('403 auth.forbidden'),
      '404 player.notfound',
      '404 player.notfound',
      '403 auth.forbidden',
      '404 ban.notfound',
      '401 auth.unauthorized',
    ])
    assert.deepEqual(await auditEntries(site, 'player.banned'), [])
  },
)

sqliteTest('a banned administrator cannot lift their own ban', async (site) => {
  const notch = await owner(site)
  const jeb = await owner(site, 'Jeb', '192.0.2.5')
  await ban(notch, jeb.id)
  const { body } = await site.browser().logIn('Jeb', PASSWORD)
  const again = { ...jeb, ...callsOf(site, body) }

  const before = [await unban(jeb, jeb.id), await ban(jeb, notch.id)]
  const after = [await unban(again, jeb.id), await ban(again, notch.id)]

  assert.deepEqual(before.map(outcome), Array(2).fill('401 auth.unauthorized'))
  assert.deepEqual(after.map(outcome), Array(2).fill('403 auth.forbidden'))
})
