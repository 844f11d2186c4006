import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { createPlayer } from '../../../src/account/registration/create-player.ts'
import { DAY } from '../../../src/platform/clock.ts'
import { putSkin, skinFile } from '../../profiles/textures/texture-requests.ts'
import { bearer, outcome, tally } from '../../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { openOwner, staffTest } from '../../support/staff.ts'
import { consentClient, openRules, publishRequiredPage } from '../consent/rules.ts'
import { ask, download, exportOf, mailedHash } from './exported.ts'

const EXPIRED = '400 auth.linkexpired'

siteTest('a player who requests an export gets a link by mail', async (site) => {
  const steve = await site.player('Steve')

  const asked = await ask(steve)
  const hash = await mailedHash(site)
  const reply = await download(site, hash)

  const until = new Date(site.now() + DAY).toISOString()
  assert.deepEqual(asked.body, { mailedTo: steve.email, hash: null, expiresAt: until })
  const mail = (await site.mails()).at(-1)
  assert.deepEqual([mail?.to?.[0]?.address, mail?.subject], [steve.email, 'Your data on Portal'])
  assert.equal(reply.headers['content-type'], 'application/zip')
  assert.equal(reply.headers['content-disposition'], 'attachment; filename="Steve-2030-01-01.zip"')
  assert.equal(reply.headers['cache-control'], 'no-store')
})

sqliteTest(
  'the export contains account, sessions, devices, mails, history and skins',
  async (site) => {
    const steve = await site.player('Steve', { ip: '203.0.113.7' })
    await site.browser({ ip: '203.0.113.8' }).logIn('Steve', PASSWORD)
    await putSkin(steve, skinFile(1))

    const { files, data } = await exportOf(site, steve)

    const [account] = data.account
    assert.deepEqual([account.uuid, account.name, account.email], [steve.id, 'Steve', steve.email])
    assert.deepEqual(data.sessions.map(({ address }: { address: string }) => address).sort(), [
      '203.0.113.7',
      '203.0.113.8',
    ])
    assert.equal(data.devices.length, 3) // two browsers in one network
    assert.deepEqual(
      data.mails.map(({ about, to }: Record<string, string>) => `${about} ${to}`).sort(),
      [`export ${steve.email}`],
    )
    assert.deepEqual(
      data.history.map(({ what, by }: Record<string, string>) => `${what} by ${by}`).sort(),
      [
        'export.downloaded by you',
        'export.requested by you',
        'login.succeeded by you',
        'login.succeeded by you',
        'player.registered by you',
        'texture.uploaded by you',
      ],
    )
    assert.equal(nameOf(files.get(account.skin)), account.skin)
    assert.equal(data.lastSkins[0].picture, account.skin)
    assert.deepEqual([...files.keys()], ['README.txt', 'data.json', account.skin])
  },
)

sqliteTest('the export shows which version of each page the player agreed to', async (site) => {
  const steve = await site.player('Steve')
  const { owner, id, publish } = await openRules(site)
  const privacy = await publishRequiredPage(owner, { titleEn: 'Privacy' })
  await publish()
  await consentClient(site, steve).agree({
    agreed: [
      { page: privacy.id, edition: 1 },
      { page: id, edition: 2 },
    ],
  })

  const at = { agreedAt: new Date(site.now()).toISOString(), address: '127.0.0.1' }

  const { data, text } = await exportOf(site, steve)
  site.wait(1000) // so that the mail to the owner is the newest
  const published = await exportOf(site, owner)

  const byPage = (one: { page: string }, other: { page: string }) =>
    one.page < other.page ? -1 : 1
  assert.deepEqual(data.agreements.sort(byPage), [
    { page: '/pages/privacy', version: 1, ...at },
    { page: '/pages/rules', version: 2, ...at },
  ])
  assert.ok(!text.includes(id))
  assert.deepEqual(
    published.data.publishedRules
      .map(({ page, version }: { page: string; version: number }) => `${page} ${version}`)
      .sort(),
    ['/pages/privacy 1', '/pages/rules 1', '/pages/rules 2'],
  )
})

sqliteTest('the README in an export describes each part in the player’s language', async (site) => {
  const steve = await site.player('Steve', { language: 'ru' })

  const { readme, data } = await exportOf(site, steve)

  assert.match(readme, /^Ваши данные: Portal\r\n/)
  for (const part of Object.keys(data).filter((name) => name !== 'about')) {
    assert.match(readme, new RegExp(`^${part}\r\n {2}[а-я]`, 'm'))
  }
})

siteTest(
  'only one of twelve concurrent downloads with one export link gets the file',
  async (site) => {
    const steve = await site.player('Steve')
    await ask(steve)
    const hash = await mailedHash(site)

    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, turn) => download(site, hash, turn % 2)),
    )

    assert.deepEqual(tally(replies), { '200': 1, [EXPIRED]: 11 })
    assert.equal(await countAudits(site, 'export.downloaded'), 1)
  },
  { instances: 2 },
)

sqliteTest('an export link expires after 24 hours', async (site) => {
  const steve = await site.player('Steve')
  await ask(steve)
  const first = await mailedHash(site)
  await ask(steve)
  const second = await mailedHash(site)
  site.wait(DAY - 1)

  await site.browser().get(`/export?hash=${first}`)
  const good = await download(site, first)
  site.wait(1)
  const late = await download(site, second)
  const unknown = await download(site, 'unknown')

  assert.deepEqual([good, late, unknown].map(outcome), ['200', EXPIRED, EXPIRED])
})

sqliteTest(
  'a player without an e-mail address gets the export link in the response',
  async (site) => {
    const rest = { email: null, password: PASSWORD, superuser: false, activated: true }
    await createPlayer(site.app, { username: 'Nobody', ...rest })
    const browser = site.browser()
    const { body } = await browser.logIn('Nobody', PASSWORD)
    const nobody = { browser, accessToken: body.accessToken }

    const asked = await ask(nobody)
    const { data } = await exportOf(site, nobody)

    assert.equal(asked.body.mailedTo, null)
    assert.equal(Date.parse(asked.body.expiresAt), site.now() + 600_000)
    assert.deepEqual([data.account[0].name, data.mails], ['Nobody', []])
    assert.deepEqual(await site.mails(), [])
  },
)

siteTest('an export link is stored only as its SHA-256', async (site) => {
  const steve = await site.player('Steve')
  await ask(steve)
  const hash = await mailedHash(site)
  const links = await site.app.db.selectFrom('export_link').select('hash').execute()
  const before = globSync('**/*', { cwd: site.dataDir }).sort()

  await download(site, hash)

  const sha256 = createHash('sha256').update(hash).digest('base64url')
  assert.deepEqual(links, [{ hash: sha256 }])
  assert.deepEqual(await site.app.db.selectFrom('export_link').select('hash').execute(), [])
  assert.deepEqual(globSync('**/*', { cwd: site.dataDir }).sort(), before)
})

sqliteTest('a new password or a new address invalidates earlier export links', async (site) => {
  const steve = await site.player('Steve')
  const owner = await openOwner(site)
  const change = { current: PASSWORD, password: 'a wholly different phrase' }

  await ask(steve)
  const first = await mailedHash(site)
  await steve.browser.post('/cabinet/password', change, bearer(steve.accessToken))
  await ask(steve)
  const second = await mailedHash(site)
  await owner.patch(`/admin/players/${steve.id}`, { email: 'new@example.org' })

  const replies = [await download(site, first), await download(site, second)]
  assert.deepEqual(replies.map(outcome), [EXPIRED, EXPIRED])
})

staffTest('a player can request at most five exports a day, even concurrently', async (site) => {
  const steve = await site.player('Steve')

  const replies = await Promise.all(Array.from({ length: 8 }, () => ask(steve)))
  site.wait(DAY)
  const nextDay = await ask({ ...steve, ...(await signedInAgain(site)) })

  assert.deepEqual(tally(replies), { '200': 5, '429 request.toomany': 3 })
  assert.equal(nextDay.status, 200)
  assert.equal(await countAudits(site, 'export.requested'), 6)
})

/** Returns the name that a picture has in the archive. */
function nameOf(bytes: Buffer | undefined): string {
  const hash = createHash('sha256').update(bytes ?? '')
  return `pictures/${hash.digest('hex').slice(0, 16)}.png`
}

async function signedInAgain(site: Site) {
  const browser = site.browser()
  const { body } = await browser.logIn('Steve', PASSWORD)
  return { browser, accessToken: String(body.accessToken) }
}

async function countAudits(site: Site, action: string): Promise<number> {
  const rows = await site.app.db
    .selectFrom('audit')
    .select('id')
    .where('action', '=', action)
    .execute()
  return rows.length
}
