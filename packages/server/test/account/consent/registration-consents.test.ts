import assert from 'node:assert/strict'
import { changeSetting } from '../../../src/admin/settings/change-setting.ts'
import { BY_OWNER } from '../../sign-in/sign-in-surfaces.ts'
import { outcome } from '../../support/browser.ts'
import { siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { openOwner } from '../../support/staff.ts'
import { consentClient, openRules, publishRequiredPage, register, storedConsents } from './rules.ts'

sqliteTest('a registration needs no consents if the site requires none', async (site) => {
  const plain = await register(site, 'Steve')
  const eager = await register(site, 'Alex', {
    agreed: [{ page: 'none', edition: 1 }],
    age_at_least: 18,
  })

  assert.deepEqual([plain, eager].map(outcome), ['201', '201'])
  assert.deepEqual(await storedConsents(site), [])
  assert.deepEqual(await site.app.db.selectFrom('age_answer').selectAll().execute(), [])
})

sqliteTest('a refused registration names each missing or outdated consent', async (site) => {
  const { owner, id } = await openRules(site, { titleRu: 'Правила' })
  const privacy = await publishRequiredPage(owner, { titleEn: 'Privacy' })
  await privacy.publish()

  const none = await register(site, 'Steve')
  const half = await register(site, 'Steve', { agreed: [{ page: id, edition: 1 }] })
  const old = await register(site, 'Steve', {
    agreed: [
      { page: id, edition: 1 },
      { page: privacy.id, edition: 1 },
    ],
  })

  const unagreed = 'You must agree to this to create an account.'
  assert.deepEqual([none, half, old].map(outcome), Array(3).fill('400 request.invalid'))
  assert.deepEqual(none.body.fields, [
    { field: 'agreed.rules', message: unagreed },
    { field: 'agreed.privacy', message: unagreed },
  ])
  assert.deepEqual(half.body.fields, [{ field: 'agreed.privacy', message: unagreed }])
  const outdated = 'This text has changed. Please read it again.'
  assert.deepEqual(old.body.fields, [{ field: 'agreed.privacy', message: outdated }])
  assert.deepEqual(await storedConsents(site), [])
})

siteTest(
  'the consent of a registration is stored with version, time and IP address',
  async (site) => {
    const { owner, id, publish } = await openRules(site)
    await publish()

    const reply = await register(site, 'Steve', { agreed: [{ page: id, edition: 2 }] })

    const { uuid } = reply.body.user
    const { body } = await owner.get(`/admin/players/${uuid}/consents`)
    const agreedAt = new Date(site.now()).toISOString()
    assert.equal(reply.status, 201)
    assert.deepEqual(body, {
      items: [
        {
          page: id,
          slug: 'rules',
          titleEn: 'Rules',
          titleRu: '',
          edition: 2,
          agreedAt,
          ip: '127.0.0.1',
          asked: true,
        },
      ],
      age: null,
      owes: false,
    })
    const steve = consentClient(site, reply.body)
    assert.deepEqual((await steve.owed()).body, { pages: [], minimumAge: 0 })
    assert.equal(outcome(await steve.goOn()), '200')
  },
)

sqliteTest(
  'the public configuration lists the pages that a registration must agree to',
  async (site) => {
    const { id, change } = await openRules(site, { titleRu: 'Правила' })
    const agreements = async () => (await site.browser().get('/config')).body.agreements

    const asks = await agreements()
    await change({ published: false })
    const asDraft = await agreements()

    const title = { en: 'Rules', ru: 'Правила' }
    assert.deepEqual(asks, [{ page: id, slug: 'rules', edition: 1, title }])
    assert.deepEqual(asDraft, [])
  },
)

siteTest(
  'a registration stores only the required minimum age, not the player’s age',
  async (site) => {
    await openOwner(site)
    await changeSetting(site.app, BY_OWNER, { name: 'minimumAge', text: '16' })

    const silent = await register(site, 'Steve')
    const younger = await register(site, 'Steve', { age_at_least: 15 })
    const older = await register(site, 'Steve', { age_at_least: 40 })

    const message = 'Accounts are for people who are at least 16 years old.'
    for (const refused of [silent, younger]) {
      assert.equal(outcome(refused), '400 request.invalid')
      assert.deepEqual(refused.body.fields, [{ field: 'age_at_least', message }])
    }
    assert.equal(older.status, 201)
    const kept = await site.app.db.selectFrom('age_answer').selectAll().execute()
    const steve = { player_id: older.body.user.uuid, at_least: 16, answered_at: site.now() }
    assert.deepEqual(kept, [steve])
  },
)

siteTest(
  'repeating a registration request stores no consent to a page version published since',
  async (site) => {
    const { id, publish } = await openRules(site)
    const body = { username: 'Steve', email: 's@example.org', password: 'correct horse battery' }
    const headers = { 'idempotency-key': 'a-key-that-is-long-enough' }
    const send = () =>
      site
        .browser()
        .post('/auth/register', { ...body, agreed: [{ page: id, edition: 1 }] }, headers)

    const first = await send()
    await publish()
    const again = await send()

    assert.deepEqual([first, again].map(outcome), ['201', '201'])
    assert.equal(first.body.user.uuid, again.body.user.uuid)
    assert.deepEqual(await storedConsents(site), [
      { username: 'Steve', edition: 1, ip: '127.0.0.1' },
    ])
  },
)
