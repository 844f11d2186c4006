import assert from 'node:assert/strict'
import { DAY, isoInstant } from '../../../src/platform/clock.ts'
import { logInByPasskey, playerWithPasskey } from '../../credentials/passkeys/with-passkey.ts'
import { openLauncher } from '../../integrations/launcher/launcher-server.ts'
import { openGame, turnOn } from '../../integrations/yggdrasil/game-player.ts'
import { bearer, outcome, type Reply } from '../../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../../support/site.ts'
import { auditsOf, openOwner, staffTest } from '../../support/staff.ts'
import { decide, type Leaver, leave, people, sweep } from './leaver.ts'

siteTest(
  'who asks to be deleted is signed out, told, and gone after fourteen days',
  async (site) => {
    const steve = await site.player('Steve')
    await site.player('Alex')
    const end = site.now() + 14 * DAY

    const asked = await leave(steve, 'sTEVE')
    const refreshed = await steve.browser.refresh()
    const atOnce = await site.mails() // what is not sent by then goes with the account
    site.wait(14 * DAY - 1)
    await sweep(site)
    const before = await people(site)
    site.wait(1)
    await sweep(site)
    const login = await site.browser().logIn('Steve', PASSWORD)

    assert.deepEqual([asked.status, asked.body], [200, { deletesAt: isoInstant(end) }])
    assert.equal(outcome(refreshed), '401 auth.sessionexpired')
    assert.deepEqual(before, { players: ['Alex', 'Steve'], husks: [] })
    assert.deepEqual(await people(site), { players: ['Alex'], husks: [steve.id] })
    assert.equal(outcome(login), '401 auth.wrongcredentials')
    const mails = [...atOnce, ...(await site.mails())]
    const told = mails.map(({ to, subject }) => [to?.[0]?.address, subject])
    assert.deepEqual(told, [
      [steve.email, 'Your account will be deleted: Portal'],
      [steve.email, 'Your account was deleted: Portal'],
    ])
  },
)

const DOORS: Record<string, (site: Site, steve: Leaver) => Promise<Reply>> = {
  'the site': (site) => site.browser().logIn('Steve', PASSWORD),
  'a launcher server': async (site) => (await openLauncher(site)).authenticate('Steve', PASSWORD),
  'any launcher': (site) => openGame(site).authenticate('Steve'),
}

for (const [door, enter] of Object.entries(DOORS)) {
  siteTest(`a sign-in at ${door} keeps an account that was to be deleted`, async (site) => {
    await turnOn(site)
    const steve = await site.player('Steve')
    await leave(steve)
    site.wait(3 * DAY)

    const entered = await enter(site, steve)
    site.wait(30 * DAY)
    await sweep(site)

    assert.equal(entered.status, 200)
    assert.deepEqual(await people(site), { players: ['Steve'], husks: [] })
    const [asked, cancelled] = await auditsOf(site, 'deletion.')
    assert.deepEqual(
      [asked?.action, cancelled?.action, cancelled?.target, cancelled?.before],
      ['deletion.asked', 'deletion.cancelled', steve.id, asked?.after],
    )
    const stays = (await site.mails()).find(
      ({ subject }) => subject === 'Your account stays: Portal',
    )
    assert.match(stays?.text ?? '', /Open the site:\nhttp/)
  })
}

siteTest('a sign-in with a passkey keeps an account as well', async (site) => {
  const steve = await playerWithPasskey(site)
  await leave(steve)

  const entered = await logInByPasskey(site.browser(), steve.authenticator)
  site.wait(30 * DAY)
  await sweep(site)

  assert.equal(outcome(entered), '200')
  assert.deepEqual((await people(site)).husks, [])
})

siteTest('a wrong password keeps nobody', async (site) => {
  const steve = await site.player('Steve')
  await leave(steve)

  await site.browser().logIn('Steve', 'wrong guess')
  site.wait(14 * DAY)
  await sweep(site)

  assert.deepEqual(await people(site), { players: [], husks: [steve.id] })
})

siteTest('where signing in is not enough, a button keeps the account', async (site) => {
  await decide(site, 'signInCancelsDeletion', 'off')
  const [steve, alex] = [await site.player('Steve'), await site.player('Alex')]
  const end = isoInstant(site.now() + 14 * DAY)
  for (const leaver of [steve, alex]) await leave(leaver)

  const back = await site.browser().logIn('Steve', PASSWORD)
  await site.browser().logIn('Alex', PASSWORD)
  const headers = bearer(back.body.accessToken)
  const shown = await steve.browser.get('/cabinet/deletion', headers)
  const kept = await steve.browser.send('DELETE', '/cabinet/deletion', undefined, headers)
  const again = await steve.browser.send('DELETE', '/cabinet/deletion', undefined, headers)
  const after = await steve.browser.get('/auth/me', headers)
  site.wait(14 * DAY)
  await sweep(site)

  assert.deepEqual(shown.body, { deletesAt: end, days: 14, signInCancels: false })
  assert.equal(back.body.user.deletesAt, end)
  assert.deepEqual([kept, again].map(outcome), ['204', '204'])
  assert.equal('deletesAt' in after.body.user, false)
  assert.deepEqual(await people(site), { players: ['Steve'], husks: [alex.id] })
  assert.equal((await auditsOf(site, 'deletion.cancelled')).length, 1)
})

siteTest('with no days to wait the account is gone at once', async (site) => {
  await decide(site, 'deletionDays', '0')
  const steve = await site.player('Steve')

  const asked = await leave(steve)

  assert.deepEqual([asked.status, asked.body], [200, { deletesAt: null }])
  assert.deepEqual(await people(site), { players: [], husks: [steve.id] })
  assert.equal((await site.mails()).length, 1)
})

siteTest('a name that is not the own one deletes nothing and signs nobody out', async (site) => {
  const steve = await site.player('Steve')
  await site.player('Alex')

  const asked = await leave(steve, 'Alex')
  const me = await steve.browser.get('/auth/me', bearer(steve.accessToken))

  assert.deepEqual([asked, me].map(outcome), ['400 player.wrongname', '200'])
  assert.deepEqual((await steve.browser.refresh()).status, 200)
})

siteTest('who asks twice keeps the first instant', async (site) => {
  await decide(site, 'signInCancelsDeletion', 'off')
  const steve = await site.player('Steve')
  const first = await leave(steve)
  site.wait(DAY)
  const { body } = await site.browser().logIn('Steve', PASSWORD)

  const second = await leave({ ...steve, accessToken: body.accessToken })

  assert.deepEqual(second.body, first.body)
})

staffTest('the last superuser is not deleted, nor the last of several', async (site) => {
  const notch = await openOwner(site, 'Notch')
  const alone = await leave(notch)
  const jeb = await openOwner(site, 'Jeb')
  const both = [await leave(notch), await leave(jeb)]

  site.wait(14 * DAY)
  await sweep(site)

  assert.equal(outcome(alone), '409 player.lastsuperuser')
  assert.deepEqual(both.map(outcome), ['200', '200'])
  const { players, husks } = await people(site)
  assert.deepEqual([players.length, husks.length], [1, 1])
  const subjects = (await site.mails()).map(({ subject }) => subject)
  assert.ok(subjects.includes('Your account stays: Portal'))
})
