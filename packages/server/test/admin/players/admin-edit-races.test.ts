import assert from 'node:assert/strict'
import { type Administrator, auditEntries, owner } from '../../support/administrator.ts'
import { tally } from '../../support/browser.ts'
import { type Site, siteTest } from '../../support/site.ts'
import { edit } from './edit-player.ts'

siteTest(
  'if six players are renamed to one name concurrently, only one gets it',
  async (site) => {
    const notch = await owner(site)
    const players = []
    for (let turn = 0; turn < 6; turn += 1) {
      players.push(await site.player(`Player_${turn}`, { ip: `198.51.100.${turn}` }))
    }

    const replies = await Promise.all(
      players.map(({ id }, turn) => edit(notch, id, { username: 'Herobrine' }, turn % 2)),
    )

    assert.deepEqual(tally(replies), { 200: 1, '409 auth.usernametaken': 5 })
    assert.equal((await auditEntries(site, 'player.username')).length, 1)
  },
  { instances: 2 },
)

async function superusers(site: Site): Promise<number> {
  const rows = await site.app.db
    .selectFrom('player')
    .select('id')
    .where('superuser_at', 'is not', null)
    .execute()
  return rows.length
}

siteTest(
  'one superuser remains if all superusers demote themselves concurrently',
  async (site) => {
    const owners: Administrator[] = []
    for (let turn = 0; turn < 6; turn += 1) {
      owners.push(await owner(site, `Owner_${turn}`, `192.0.2.${turn}`))
    }

    const replies = await Promise.all(
      owners.map((one, turn) => edit(one, one.id, { superuser: false }, turn % 2)),
    )

    assert.deepEqual(tally(replies), { 200: 5, '409 player.lastsuperuser': 1 })
    assert.equal(await superusers(site), 1)
  },
  { instances: 2 },
)

siteTest(
  'one superuser remains if two demote each other concurrently',
  async (site) => {
    const notch = await owner(site)
    const jeb = await owner(site, 'Jeb', '192.0.2.5')

    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, turn) =>
        turn % 2 === 0
          ? edit(notch, jeb.id, { superuser: false }, 0)
          : edit(jeb, notch.id, { superuser: false }, 1),
      ),
    )

    assert.equal(await superusers(site), 1)
    assert.equal((await auditEntries(site, 'player.superuser')).length, 1)
    assert.deepEqual(Object.keys(tally(replies)).sort(), ['200', '403 auth.forbidden'])
  },
  { instances: 2 },
)
