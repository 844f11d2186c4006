import assert from 'node:assert/strict'
import { DAY, isoInstant } from '../../../src/platform/clock.ts'
import { logInByPasskey, playerWithPasskey } from '../../credentials/passkeys/with-passkey.ts'
import { openLauncher } from '../../integrations/launcher/launcher-server.ts'
import { openGame, turnOn } from '../../integrations/yggdrasil/game-player.ts'
import { bearer, outcome, type Reply } from '../../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { auditsOf, openOwner, sqliteStaffTest } from '../../support/staff.ts'
import {
  type Leaver,
  playersAndTombstones,
  requestDeletion,
  runDueDeletions,
  setEverywhere,
} from './leaver.ts'

siteTest('a player who requests deletion is deleted after fourteen days', async (site) => {
  const steve = await site.player('Steve')
  await site.player('Alex')
  const end = site.now() + 14 * DAY

  const asked = await requestDeletion(steve, 'sTEVE')
  const refreshed = await steve.browser.refresh()
  const atOnce = await site.mails() // mails not sent by then are deleted with the account
  site.wait(14 * DAY - 1)
  await runDueDeletions(site)
  const before = await playersAndTombstones(site)
  site.wait(1)
  await runDueDeletions(site)
  const login = await site.browser().logIn('Steve', PASSWORD)

  assert.deepEqual([asked.status, asked.body], [200, { deletesAt: isoInstant(end) }])
  assert.equal(outcome(refreshed), '401 auth.sessionexpired')
  assert.deepEqual(before, { players: ['Alex', 'Steve'], tombstones: [] })
  assert.deepEqual(await playersAndTombstones(site), {
    players: ['Alex'],
    tombstones: [steve.id],
  })
  assert.equal(outcome(login), '401 auth.wrongcredentials')
  const mails = [...atOnce, ...(await site.mails())]
  const sent = mails.map(({ to, subject }) => [to?.[0]?.address, subject])
  assert.deepEqual(sent, [
    [steve.email, 'Your account will be deleted: Portal'],
    [steve.email, 'Your account was deleted: Portal'],
  ])
})

const SURFACES: Record<string, (site: Site, steve: Leaver) => Promise<Reply>> = {
  'the site': (site) => site.browser().logIn('Steve', PASSWORD),
  'a launcher server': async (site) => (await openLauncher(site)).authenticate('Steve', PASSWORD),
  'any launcher': (site) => openGame(site).authenticate('Steve'),
}

for (const [surface, enter] of Object.entries(SURFACES)) {
  sqliteTest(
    `a sign-in at ${surface} cancels the scheduled deletion`,
    async (site) => {
      await turnOn(site)
      const steve = await site.player('Steve')
      await requestDeletion(steve)
      site.wait(3 * DAY)

      const entered = await enter(site, steve)
      site.wait(30 * DAY)
      await runDueDeletions(site)

      assert.equal(entered.status, 200)
      assert.deepEqual(await playersAndTombstones(site), { players: ['Steve'], tombstones: [] })
      const [asked, cancelled] = await auditsOf(site, 'deletion.')
      assert.deepEqual(
        [asked?.action, cancelled?.action, cancelled?.target, cancelled?.before],
        ['deletion.asked', 'deletion.cancelled', steve.id, asked?.after],
      )
      const stays = (await site.mails()).find(
        ({ subject }) => subject === 'Your account stays: Portal',
      )
      assert.match(stays?.text ?? '', /Open the site:\nhttp/)
    },
    { settings: { signInCancelsDeletion: 'on' } },
  )
}

sqliteTest(
  'a sign-in with a passkey cancels the scheduled deletion',
  async (site) => {
    const steve = await playerWithPasskey(site)
    await requestDeletion(steve)

    const entered = await logInByPasskey(site.browser(), steve.authenticator)
    site.wait(30 * DAY)
    await runDueDeletions(site)

    assert.equal(outcome(entered), '200')
    assert.deepEqual((await playersAndTombstones(site)).tombstones, [])
  },
  { settings: { signInCancelsDeletion: 'on' } },
)

sqliteTest(
  'a wrong password does not cancel the scheduled deletion',
  async (site) => {
    const steve = await site.player('Steve')
    await requestDeletion(steve)

    await site.browser().logIn('Steve', 'wrong guess')
    site.wait(14 * DAY)
    await runDueDeletions(site)

    assert.deepEqual(await playersAndTombstones(site), { players: [], tombstones: [steve.id] })
  },
  { settings: { deletionDays: '14' } },
)

sqliteTest(
  'with signInCancelsDeletion off, a sign-in does not cancel the deletion',
  async (site) => {
    await setEverywhere(site, 'signInCancelsDeletion', 'off')
    const [steve, alex] = [await site.player('Steve'), await site.player('Alex')]
    const end = isoInstant(site.now() + 14 * DAY)
    for (const leaver of [steve, alex]) await requestDeletion(leaver)

    const back = await site.browser().logIn('Steve', PASSWORD)
    await site.browser().logIn('Alex', PASSWORD)
    const headers = bearer(back.body.accessToken)
    const shown = await steve.browser.get('/cabinet/deletion', headers)
    const kept = await steve.browser.send('DELETE', '/cabinet/deletion', undefined, headers)
    const again = await steve.browser.send('DELETE', '/cabinet/deletion', undefined, headers)
    const after = await steve.browser.get('/auth/me', headers)
    site.wait(14 * DAY)
    await runDueDeletions(site)

    assert.deepEqual(shown.body, { deletesAt: end, days: 14, signInCancels: false })
    assert.equal(back.body.user.deletesAt, end)
    assert.deepEqual([kept, again].map(outcome), ['204', '204'])
    assert.equal('deletesAt' in after.body.user, false)
    assert.deepEqual(await playersAndTombstones(site), {
      players: ['Steve'],
      tombstones: [alex.id],
    })
    assert.equal((await auditsOf(site, 'deletion.cancelled')).length, 1)
  },
  { settings: { deletionDays: '14' } },
)

sqliteTest(
  'with deletionDays 0, a deletion request deletes the account immediately',
  async (site) => {
    await setEverywhere(site, 'deletionDays', '0')
    const steve = await site.player('Steve')

    const asked = await requestDeletion(steve)

    assert.deepEqual([asked.status, asked.body], [200, { deletesAt: null }])
    assert.deepEqual(await playersAndTombstones(site), { players: [], tombstones: [steve.id] })
    assert.equal((await site.mails()).length, 1)
  },
)

sqliteTest('a deletion request with a wrong name is refused', async (site) => {
  const steve = await site.player('Steve')
  await site.player('Alex')

  const asked = await requestDeletion(steve, 'Alex')
  const me = await steve.browser.get('/auth/me', bearer(steve.accessToken))

  assert.deepEqual([asked, me].map(outcome), ['400 player.wrongname', '200'])
  assert.deepEqual((await steve.browser.refresh()).status, 200)
})

sqliteTest('a second deletion request does not change the scheduled date', async (site) => {
  await setEverywhere(site, 'signInCancelsDeletion', 'off')
  const steve = await site.player('Steve')
  const first = await requestDeletion(steve)
  site.wait(DAY)
  const { body } = await site.browser().logIn('Steve', PASSWORD)

  const second = await requestDeletion({ ...steve, accessToken: body.accessToken })

  assert.deepEqual(second.body, first.body)
})

sqliteStaffTest(
  'the last superuser cannot be deleted, even if several superusers requested deletion',
  async (site) => {
    const notch = await openOwner(site, 'Notch')
    const alone = await requestDeletion(notch)
    const jeb = await openOwner(site, 'Jeb')
    const both = [await requestDeletion(notch), await requestDeletion(jeb)]

    site.wait(14 * DAY)
    await runDueDeletions(site)

    assert.equal(outcome(alone), '409 player.lastsuperuser')
    assert.deepEqual(both.map(outcome), ['200', '200'])
    const { players, tombstones } = await playersAndTombstones(site)
    assert.deepEqual([players.length, tombstones.length], [1, 1])
    const subjects = (await site.mails()).map(({ subject }) => subject)
    assert.ok(subjects.includes('Your account stays: Portal'))
  },
  { settings: { deletionDays: '14' } },
)
