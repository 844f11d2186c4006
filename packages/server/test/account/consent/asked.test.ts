import assert from 'node:assert/strict'
import { createPlayer } from '../../../src/account/registration/create-player.ts'
import { changeSetting } from '../../../src/admin/settings/change-setting.ts'
import { DAY, MINUTE } from '../../../src/platform/clock.ts'
import { BY_OWNER } from '../../sign-in/sign-in-surfaces.ts'
import { bearer, outcome } from '../../support/browser.ts'
import { insertAccount } from '../../support/insert-account.ts'
import { PASSWORD, type Site, siteTest } from '../../support/site.ts'
import { openStaff, staffTest } from '../../support/staff.ts'
import { asked, askFor, openRules, register } from './rules.ts'

const REFUSED = '403 auth.consentrequired'

siteTest('sessions that exist are asked for a new version, and go on once agreed', async (site) => {
  const steve = await site.player('Steve')
  const { id, publish } = await openRules(site)
  const tab = asked(site, steve)

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
  assert.deepEqual(owed.body, { pages: [{ ...rules, edition: 1, agreedAt: null }], minimumAge: 0 })
  assert.deepEqual([agreed.status, agreed.body], [200, { pages: [], minimumAge: 0 }])
  assert.deepEqual(again.body.pages, [{ ...rules, edition: 2, agreedAt }])
})

siteTest(
  'who is asked may still look who they are, sign out and see their devices',
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

siteTest('who does not agree gets their data and deletes their account', async (site) => {
  const steve = await site.player('Steve')
  await openRules(site)
  const { browser } = steve
  site.wait(11 * MINUTE) // the sign-in is no fresh proof any more
  const headers = bearer((await browser.refresh()).body.accessToken)

  const refused = await browser.get('/cabinet/public-profile', headers)
  const proved = await browser.post('/auth/prove', { password: PASSWORD }, headers)
  const data = await browser.post('/cabinet/export', undefined, headers)
  const shown = await browser.get('/cabinet/deletion', headers)
  const asked = await browser.post('/cabinet/deletion', { username: 'Steve' }, headers)

  const outcomes = [refused, proved, data, shown, asked].map(outcome)
  assert.deepEqual(outcomes, [REFUSED, '204', '200', '200', '200'])
  assert.notEqual(asked.body.deletesAt, null)
})

siteTest('mending a typo asks nobody, and a draft is not asked for', async (site) => {
  const steve = await site.player('Steve')
  const { id, change } = await openRules(site)
  const tab = asked(site, steve)
  await tab.agreeTo(id, 1)

  const mended = await change({ bodyEn: 'Be kind!' })
  const afterMending = await tab.goOn()
  const alex = await register(site, 'Alex', { agreed: [{ page: id, edition: 1 }] })
  await change({ newEdition: true })
  await change({ published: false })
  const asDraft = await tab.goOn()
  const published = await change({ published: true })
  const asBefore = await tab.goOn()
  await change({ mustAgree: false })
  const notAsked = await tab.goOn()

  assert.deepEqual([mended.body.edition, published.body.edition], [1, 2])
  assert.deepEqual([afterMending, asDraft, asBefore, notAsked].map(outcome), [
    '200',
    '200',
    REFUSED,
    '200',
  ])
  assert.equal(alex.status, 201)
})

siteTest('players made by command and imported ones are asked when they come', async (site) => {
  const { id } = await openRules(site)
  await createSteve(site)
  const moved = await insertAccount(site, 'Moved')
  const session = await site.browser().logIn('Steve', PASSWORD)
  const steve = asked(site, session.body)

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

siteTest('superusers are asked for nothing, others with rights in the panel are', async (site) => {
  const alex = await openStaff(site, 'Alex', { nodes: ['panel.access'] })
  const { owner, id } = await openRules(site)
  await changeSetting(site.app, BY_OWNER, { name: 'minimumAge', text: '16' })

  const replies = [await owner.get('/admin/overview'), await alex.get('/admin/overview')]
  await asked(site, alex).agree({ agreed: [{ page: id, edition: 1 }], age_at_least: 16 })
  const agreed = await alex.get('/admin/overview')

  assert.deepEqual([...replies, agreed].map(outcome), ['200', REFUSED, '200'])
  assert.deepEqual((await asked(site, owner).owed()).body, { pages: [], minimumAge: 0 })
})

siteTest('an age is asked of everybody, and again when it is raised', async (site) => {
  const steve = asked(site, await site.player('Steve'))
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

staffTest('agreeing to a text that was replaced meanwhile keeps nothing', async (site) => {
  const steve = await site.player('Steve')
  const { owner, id, publish } = await openRules(site)
  const privacy = await askFor(owner, { titleEn: 'Privacy' })
  const tab = asked(site, steve)
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
