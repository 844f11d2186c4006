import assert from 'node:assert/strict'
import { banPlayer } from '../../src/admin/bans/ban-player.ts'
import { COMMAND_LINE } from '../../src/audit/actor.ts'
import { DAY, MINUTE } from '../../src/platform/clock.ts'
import { closePlayerSessions } from '../../src/sessions/close-sessions.ts'
import { type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'

const NOTHING = { ban: null, byStaff: false }

async function reason(site: Site, token: string) {
  return (await site.browser().post('/auth/ended', { access_token: token })).body
}

sqliteTest(
  'a banned player can read the reason for the ban with the old access token for a day',
  async (site) => {
    const { id, accessToken } = await site.player('Steve')
    const before = await reason(site, accessToken)

    await banPlayer(site.app, COMMAND_LINE, id, { reason: 'Griefing', expiresAt: null })
    const banned = await reason(site, accessToken)
    site.wait(DAY)
    const later = await reason(site, accessToken)
    site.wait(10 * MINUTE)
    const tooLate = await reason(site, accessToken)

    const ban = { ban: { reason: 'Griefing', expiresAt: null }, byStaff: false }
    assert.deepEqual([before, banned, later, tooLate], [NOTHING, ban, ban, NOTHING])
  },
)

siteTest('only a player whom staff signed out sees that staff ended the session', async (site) => {
  const [steve, alex] = [await site.player('Steve'), await site.player('Alex')]

  await closePlayerSessions(site.app, COMMAND_LINE, steve)
  await site.app.db.deleteFrom('session').where('player_id', '=', alex.id).execute()

  assert.deepEqual(await reason(site, steve.accessToken), { ban: null, byStaff: true })
  assert.deepEqual(await reason(site, alex.accessToken), NOTHING)
})

sqliteTest('a forged token reveals no reason for a sign-out', async (site) => {
  const { id, accessToken } = await site.player('Steve')
  await banPlayer(site.app, COMMAND_LINE, id, { reason: 'Griefing', expiresAt: null })
  const [header, payload, signature = ''] = accessToken.split('.')
  const forged = [header, payload, signature.split('').reverse().join('')].join('.')

  assert.deepEqual(await reason(site, forged), NOTHING)
  assert.deepEqual(await reason(site, 'no token'), NOTHING)
})
