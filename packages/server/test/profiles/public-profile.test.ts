import assert from 'node:assert/strict'
import { changeSetting } from '../../src/admin/settings/change-setting.ts'
import { BY_OWNER } from '../sign-in/sign-in-surfaces.ts'
import { owner as superuser } from '../support/administrator.ts'
import { bearer, outcome } from '../support/browser.ts'
import { type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { putSkin, skinFile } from './textures/texture-requests.ts'

const set = (site: Site, name: Parameters<typeof changeSetting>[2]['name'], text: string) =>
  changeSetting(site.app, BY_OWNER, { name, text })
const profileOf = (site: Site, name: string) => site.browser().get(`/public/players/${name}`)
const documentOf = (site: Site, name: string) =>
  site.browser().get(`/u/${name}`, { accept: 'text/html' })

/** Turns public profiles on, and returns a superuser. */
async function withProfiles(site: Site) {
  await set(site, 'publicProfiles', 'on')
  return superuser(site)
}

sqliteTest(
  'a public profile contains only the figure, the registration date, roles and ranks',
  async (site) => {
    const owner = await withProfiles(site)
    const steve = await site.player('Steve')
    await putSkin(steve, skinFile(7))
    await owner.send('POST', '/admin/roles', {
      id: 'mod',
      name: 'Moderators',
      priority: 5,
      permissions: [],
    })
    await owner.send('POST', '/admin/groups', { id: 'gold', name: 'Gold', permissions: [] })
    await owner.send('PATCH', `/admin/players/${steve.id}`, { roles: ['mod'] })
    await owner.send('POST', `/admin/players/${steve.id}/groups`, { group: 'gold', forever: true })

    const { body, text, headers } = await profileOf(site, 'sTEVE')

    assert.deepEqual(
      { ...body, textures: Object.keys(body.textures) },
      {
        username: 'Steve',
        since: '2030-01-01',
        roles: ['Moderators'],
        groups: ['Gold'],
        groupBadges: [{ name: 'Gold', color: null, icon: null }],
        textures: ['skin'],
      },
    )
    assert.equal(text.includes(steve.id), false)
    assert.equal(text.includes('@'), false)
    assert.equal(headers['cache-control'], 'no-cache')
  },
)

sqliteTest('public profiles are off by default', async (site) => {
  await site.player('Steve')

  const [row, page] = await Promise.all([profileOf(site, 'Steve'), documentOf(site, 'Steve')])

  assert.deepEqual([outcome(row), page.status], ['404 player.notfound', 404])
})

siteTest('banned, unconfirmed, hidden and unknown players get the same response', async (site) => {
  const owner = await withProfiles(site)
  const [griefer, hidden] = [await site.player('Griefer'), await site.player('Hidden')]
  await owner.send('POST', `/admin/players/${griefer.id}/ban`, { reason: 'Griefing' })
  const auth = bearer(hidden.accessToken)
  const hide = await hidden.browser.send('PUT', '/cabinet/public-profile', { hidden: true }, auth)
  await set(site, 'emailConfirmation', 'on')
  await site.player('Newcomer')
  const names = ['Griefer', 'Hidden', 'Newcomer', 'Nobody', griefer.id, 'x'.repeat(300), '%00']

  const rows = await Promise.all(names.map((name) => profileOf(site, name)))
  const pages = await Promise.all(names.slice(0, 4).map((name) => documentOf(site, name)))

  assert.equal(hide.status, 204)
  assert.deepEqual([...new Set(rows.map(({ text }) => text))].length, 1)
  assert.deepEqual([...new Set(rows.map(outcome))], ['404 player.notfound'])
  const said = pages.map(({ text }, at) => text.replaceAll(`/u/${names[at]}`, '/u/'))
  assert.deepEqual(
    [new Set(said).size, new Set(pages.map(({ status }) => status))],
    [1, new Set([404])],
  )
})

siteTest('a player hides their profile and shows it again', async (site) => {
  await withProfiles(site)
  const steve = await site.player('Steve')
  const auth = bearer(steve.accessToken)
  const hide = (hidden: boolean) =>
    steve.browser.send('PUT', '/cabinet/public-profile', { hidden }, auth)
  const look = async () => [
    (await steve.browser.get('/cabinet/public-profile', auth)).body.hidden,
    (await profileOf(site, 'Steve')).status,
  ]

  const seen = [await look()]
  for (const hidden of [true, true, false]) {
    await hide(hidden)
    seen.push(await look())
  }

  const entries = await site.app.db
    .selectFrom('audit')
    .select(['actor', 'target', 'before', 'after'])
    .where('action', '=', 'player.profile')
    .execute()
  assert.deepEqual(seen, [
    [false, 200],
    [true, 404],
    [true, 404],
    [false, 200],
  ])
  assert.deepEqual(
    entries.map(({ before, after }) => [before, after]),
    [
      ['{"profileShown":true}', '{"profileShown":false}'],
      ['{"profileShown":false}', '{"profileShown":true}'],
    ],
  )
  assert.deepEqual([entries[0]?.actor, entries[0]?.target], [steve.id, steve.id])
})

sqliteTest(
  'a link preview of a profile shows the figure and has one canonical address',
  async (site) => {
    await withProfiles(site)
    await site.player('Steve')

    const { status, text } = await documentOf(site, 'STEVE')

    assert.equal(status, 200)
    assert.match(text, /<title>Steve · Portal<\/title>/)
    assert.match(text, /<link rel="canonical" href="http:\/\/localhost:8080\/u\/Steve">/)
    assert.match(text, /og:image" content="http:\/\/localhost:8080\/render\/body\/Steve\?size=256"/)
    assert.match(text, /name="robots" content="noindex"/)
    assert.match(text, /<script type="application\/json" id="profile">\{"username":"Steve"/)
  },
)

sqliteTest(
  'an address can read sixty profiles a minute, through pages and the API together',
  async (site) => {
    await withProfiles(site)
    await site.player('Steve')
    for (let number = 0; number < 30; number += 1) {
      await profileOf(site, 'Steve')
      await documentOf(site, 'Steve')
    }

    const row = await profileOf(site, 'Steve')
    const known = await documentOf(site, 'Steve')
    const unknown = await documentOf(site, 'Nobody')
    const elsewhere = await site.browser({ ip: '203.0.113.9' }).get('/public/players/Steve')

    assert.equal(outcome(row), '429 request.toomany')
    assert.equal(known.text.includes('id="profile"'), false)
    assert.equal(known.text.replaceAll('Steve', ''), unknown.text.replaceAll('Nobody', ''))
    assert.deepEqual([known.status, unknown.status, elsewhere.status], [200, 200, 200])
  },
)
