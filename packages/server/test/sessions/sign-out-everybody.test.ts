import assert from 'node:assert/strict'
import { auditEntries } from '../support/administrator.ts'
import { tally } from '../support/browser.ts'
import { runPortal } from '../support/server-process.ts'
import { PASSWORD, siteTest } from '../support/site.ts'

siteTest('a command signs out every player, and they can sign in again', async (site) => {
  const players = [await site.player('Steve'), await site.player('Alex')]

  const plain = await runPortal(['keys', 'rotate', '--json'], site.env)
  const still = await Promise.all(players.map(({ browser }) => browser.refresh()))
  const ended = await runPortal(['keys', 'rotate', '--sign-everybody-out', '--json'], site.env)
  const after = await Promise.all(players.map(({ browser }) => browser.refresh()))
  const again = await site.browser().logIn('Steve', PASSWORD)

  assert.deepEqual([JSON.parse(plain.stdout).closed, JSON.parse(ended.stdout).closed], [0, 2])
  assert.deepEqual(tally(still), { 200: 2 })
  assert.deepEqual(tally(after), { '401 auth.sessionexpired': 2 })
  assert.equal(again.status, 200)
  assert.deepEqual(await auditEntries(site, 'sessions.closed'), [
    {
      action: 'sessions.closed',
      actor: 'command',
      target: null,
      ip: null,
      before: '2',
      after: null,
    },
  ])
})
