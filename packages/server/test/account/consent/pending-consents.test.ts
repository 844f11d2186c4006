import assert from 'node:assert/strict'
import { createPlayer } from '../../../src/account/registration/create-player.ts'
import { changeSetting } from '../../../src/admin/settings/change-setting.ts'
import { DAY, MINUTE } from '../../../src/platform/clock.ts'
import { BY_OWNER } from '../../sign-in/sign-in-surfaces.ts'
import { bearer, outcome } from '../../support/browser.ts'
import { insertAccount } from '../../support/insert-account.ts'
import { PASSWORD, type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { openStaff, sqliteStaffTest } from '../../support/staff.ts'
import { consentClient, openRules, publishRequiredPage, register } from './rules.ts'

const REFUSED = '403 auth.consentrequired'

siteTest(
  'a player with an open session must agree to a new version before continuing',
  async (site) => {
    const steve = await site.player('Steve')
    const { id, publish } = await openRules(site)
    const tab = consentClient(site, steve)

    const before = await tab.goOn()
    const owed = await tab.owed()
    const agreed = await tab.agreeTo(id, 1)
    const between = await tab.goOn()
    await publish()
    const after = await tab.goOn()
    const again = await tab.owed()

    const rules = { page: id, slug: 'rules', title: { en: 'Rules', ru: 'Rules' } }
    const agreedAt = new Date(site.now()).toISOString()
    assert.deepEqual([before, between, after].map(outcome), [REFUSED, '200', REFUSED])
    assert.deepEqual(owed.body, {
      pages: [{ ...rules, edition: 1, agreedAt: null }],
      minimumAge: 0,
    })
    assert.deepEqual([agreed.status, agreed.body], [200, { pages: [], minimumAge: 0 }])
    assert.deepEqual(again.body.pages, [{ ...rules, edition: 2, agreedAt }])
  },
)

sqliteTest(
  'a player with pending consents can still see their account and sessions, and sign out',
  async (site) => {
    await openRules(site)
    await createSteve(site)
    const browser = site.browser()
    const signedIn = await browser.logIn('Steve', PASSWORD)
    const headers = bearer(signedIn.body.accessToken)

    const replies = [
      signedIn,
      await browser.get('/cabinet/public-profile', headers),
      await browser.get('/auth/me', headers),
      await browser.post('/auth/sessions/me', undefined, headers),
      await browser.refresh(),
      await browser.post('/auth/logout', undefined, {
        'x-csrf-token': browser.cookies.get('portal_csrf') ?? '',
      }),
    ]

    assert.deepEqual(replies.map(outcome), ['200', REFUSED, '200', '200', '200', '204'])
  },
)

sqliteTest(
  'a player with pending consents can still export their data and delete their account',
  async (site) => {
    const steve = await site.player('Steve')
    await openRules(site)
    const { browser } = steve
    site.wait(11 * MINUTE) // the sign-in is no longer a recent re-authentication
    const headers = bearer((await browser.refresh()).body.accessToken)

    const refused = await browser.get('/cabinet/public-profile', headers)
    const proved = await browser.post('/auth/prove', { password: PASSWORD }, headers)
    const data = await browser.post('/cabinet/export', undefined, headers)
    const shown = await browser.get('/cabinet/deletion', headers)
    const asked = await browser.post('/cabinet/deletion', { username: 'Steve' }, headers)

    const outcomes = [refused, proved, data, shown, asked].map(outcome)
    assert.deepEqual(outcomes, [REFUSED, '204', '200', '200', '200'])
    assert.notEqual(asked.body.deletesAt, null)
  },
)

sqliteTest('correcting or unpublishing a page requires no new consent', async (site) => {
  const steve = await site.player('Steve')
  const { id, change } = await openRules(site)
  const tab = consentClient(site, steve)
  await tab.agreeTo(id, 1)

  const corrected = await change({ bodyEn: 'Be kind!' })
  const afterMending = await tab.goOn()
  const alex = await register(site, 'Alex', { agreed: [{ page: id, edition: 1 }] })
  await change({ newEdition: true })
  await change({ published: false })
  const asDraft = await tab.goOn()
  const published = await change({ published: true })
  const asBefore = await tab.goOn()
  await change({ mustAgree: false })
  const notAsked = await tab.goOn()

  assert.deepEqual([corrected.body.edition, published.body.edition], [1, 2])
  assert.deepEqual([afterMending, asDraft, asBefore, notAsked].map(outcome), [
    '200',
    '200',
    REFUSED,
    '200',
  ])
  assert.equal(alex.status, 201)
})

siteTest('a player created by command must consent at the first visit', async (site) => {
  const { id } = await openRules(site)
  await createSteve(site)
  const moved = await insertAccount(site, 'Moved')
  const session = await site.browser().logIn('Steve', PASSWORD)
  const steve = consentClient(site, session.body)

  const before = await steve.goOn()
  await steve.agreeTo(id, 1)
  const after = await steve.goOn()

  const owing = await site.app.db
    .selectFrom('player')
    .select('id')
    .where('id', '=', moved)
    .execute()
  assert.deepEqual([before, after].map(outcome), [REFUSED, '200'])
  assert.equal(owing.length, 1)
})

sqliteTest('superusers need no consent, other staff do', async (site) => {
  const alex = await openStaff(site, 'Alex', { nodes: ['panel.access'] })
  const { owner, id } = await openRules(site)
  await changeSetting(site.app, BY_OWNER, { name: 'minimumAge', text: '16' })

  const replies = [await owner.get('/admin/overview'), await alex.get('/admin/overview')]
  await consentClient(site, alex).agree({ agreed: [{ page: id, edition: 1 }], age_at_least: 16 })
  const agreed = await alex.get('/admin/overview')

  assert.deepEqual([...replies, agreed].map(outcome), ['200', REFUSED, '200'])
  assert.deepEqual((await consentClient(site, owner).owed()).body, { pages: [], minimumAge: 0 })
})

siteTest('players must confirm their age again when the minimum age is raised', async (site) => {
  const steve = consentClient(site, await site.player('Steve'))
  await changeSetting(site.app, BY_OWNER, { name: 'minimumAge', text: '13' })

  const before = await steve.goOn()
  const young = await steve.agree({ age_at_least: 12 })
  const old = await steve.agree({ age_at_least: 13 })
  const after = await steve.goOn()
  await changeSetting(site.app, BY_OWNER, { name: 'minimumAge', text: '16' })
  const raised = [await steve.goOn(), await steve.agree({ age_at_least: 16 }), await steve.goOn()]

  assert.deepEqual([before, young, old, after].map(outcome), [
    REFUSED,
    '400 request.invalid',
    '200',
    '200',
  ])
  assert.deepEqual(raised.map(outcome), [REFUSED, '200', '200'])
  const kept = await site.app.db.selectFrom('age_answer').select('at_least').execute()
  assert.deepEqual(kept, [{ at_least: 16 }])
})

sqliteStaffTest('agreeing to a replaced version of a page stores nothing', async (site) => {
  const steve = await site.player('Steve')
  const { owner, id, publish } = await openRules(site)
  const privacy = await publishRequiredPage(owner, { titleEn: 'Privacy' })
  const tab = consentClient(site, steve)
  await publish()

  const outdated = await tab.agree({
    agreed: [
      { page: privacy.id, edition: 1 },
      { page: id, edition: 1 },
    ],
  })
  const unknown = await tab.agreeTo('none', 1)
  const half = await tab.agreeTo(privacy.id, 1)
  site.wait(DAY)
  const whole = await tab.agreeTo(id, 2)

  const refused = '409 consent.outdated'
  assert.deepEqual([outdated, unknown].map(outcome), [refused, refused])
  assert.deepEqual(
    half.body.pages.map(({ slug }: { slug: string }) => slug),
    ['rules'],
  )
  assert.deepEqual(whole.body.pages, [])
})

function createSteve(site: Site) {
  return createPlayer(site.app, {
    username: 'Steve',
    email: null,
    password: PASSWORD,
    superuser: false,
    activated: true,
  })
}
