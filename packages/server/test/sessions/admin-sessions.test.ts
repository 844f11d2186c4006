import assert from 'node:assert/strict'
import { isoInstant, SECOND } from '../../src/platform/clock.ts'
import { administrator, auditEntries } from '../support/administrator.ts'
import { outcome } from '../support/browser.ts'
import { PASSWORD, siteTest } from '../support/site.ts'

siteTest("removing a player's second factor is mailed and audited", async (site) => {
  const steve = await site.player('Steve')
  const alex = await administrator(site, ['panel.players.2fa', 'panel.players.read'])
  const raised = { totp_enabled_at: site.now(), totp_sealed: 'sealed' }
  await site.app.db.updateTable('player').set(raised).where('id', '=', steve.id).execute()

  const reply = await alex.send('DELETE', `/admin/players/${steve.id}/2fa`)
  const again = await alex.send('DELETE', `/admin/players/${steve.id}/2fa`)
  const unknown = await alex.send('DELETE', '/admin/players/unknown/2fa')

  assert.deepEqual([reply, again, unknown].map(outcome), ['204', '204', '404 player.notfound'])
  const { player } = (await alex.get(`/admin/players/${steve.id}`)).body
  assert.equal(player.twoFactorEnabled, false)
  const who = { actor: alex.id, target: steve.id, ip: '127.0.0.1', before: null, after: null }
  assert.deepEqual(await auditEntries(site, 'two-factor.removed'), [
    { action: 'two-factor.removed', ...who },
  ])
  assert.deepEqual(
    (await site.mails()).map(({ to, subject }) => [to?.[0]?.address, subject]),
    [['steve@example.org', 'Two-factor authentication is off: Portal']],
  )
})

siteTest('an administrator lists and closes a player’s sessions', async (site) => {
  const steve = await site.player('Steve')
  const alex = await administrator(site, ['panel.players.read', 'panel.players.sessions'])
  for (const agent of ['Launcher', 'Mod', 'Bot']) {
    site.wait(SECOND)
    await site.browser({ agent, ip: '198.51.100.7' }).logIn('Steve', PASSWORD)
  }
  const path = `/admin/players/${steve.id}/sessions`

  const { items, pages } = await alex.all(path, { limit: 3 })
  const closed = await alex.send('DELETE', path)
  const empty = await alex.get(path)
  const again = await alex.send('DELETE', path)
  const card = await alex.get(`/admin/players/${steve.id}`)

  assert.equal(pages, 2)
  assert.equal(card.body.player.lastLoginAt, isoInstant(site.now())) // although no session is left
  assert.deepEqual(
    items.map(({ device, ip, current }) => [device, ip, current]),
    [
      ['Bot', '198.51.100.7', false],
      ['Mod', '198.51.100.7', false],
      ['Launcher', '198.51.100.7', false],
      ['Firefox on Linux', '127.0.0.1', false],
    ],
  )
  assert.deepEqual([closed, again].map(outcome), ['204', '204'])
  assert.deepEqual(empty.body, { items: [], next: null })
  assert.equal(outcome(await steve.browser.refresh()), '401 auth.sessionexpired')
  const who = { actor: alex.id, target: steve.id, ip: '127.0.0.1', before: '4', after: null }
  assert.deepEqual(await auditEntries(site, 'sessions.closed'), [
    { action: 'sessions.closed', ...who },
  ])
})
