import assert from 'node:assert/strict'
import { banPlayer } from '../../../src/admin/bans/ban-player.ts'
import { changeSetting } from '../../../src/admin/settings/change-setting.ts'
import { consentClient, openRules } from '../../account/consent/rules.ts'
import { newsEditor } from '../../content/news/news-editor.ts'
import { putSkin, skinFile } from '../../profiles/textures/texture-requests.ts'
import { BY_OWNER, playerWithTwoFactor, WRONG } from '../../sign-in/sign-in-surfaces.ts'
import type { Browser, Reply } from '../../support/browser.ts'
import { PASSWORD, type Site } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { LAUNCHER_IP, openLauncher } from '../launcher/launcher-server.ts'
import { openGml } from './gml-server.ts'

/*
 * Laminara's own providers (`http` for auth and news, `json` for skins), configured as in
 * docs/owners/en/launcher.md. Requests and parsing follow Laminara's sources.
 */

/** The fields of `auth.config`, without the URL. */
const FIELDS = {
  usernameField: 'Login',
  passwordField: 'Password',
  codeField: 'Totp',
  uuidField: 'UserUuid',
  secondFactorField: 'NeedsCode',
} as const

sqliteTest('Laminara can sign players in without the launcher module', async (site) => {
  const steve = await playerWithTwoFactor(site)
  const alex = await site.player('Alex')
  const authenticate = await openProvider(site)
  const outcomes = [
    await authenticate('Alex', PASSWORD),
    await authenticate('Alex', WRONG),
    await authenticate('Nobody', PASSWORD),
    await authenticate('Steve', PASSWORD),
    await authenticate('Steve', PASSWORD, '000000'),
    await authenticate('Steve', PASSWORD, steve.totp()),
  ]
  await banPlayer(site.app, BY_OWNER, alex.id, { reason: 'x', expiresAt: null })

  const banned = await authenticate('Alex', PASSWORD)

  const wrong = 'invalid credentials'
  assert.deepEqual(outcomes, [alex.id, wrong, wrong, 'code required', wrong, steve.id])
  assert.equal(banned, wrong)
})

sqliteTest(
  'Laminara refuses players with pending consents if the site requires consent at launchers',
  async (site) => {
    const alex = await site.player('Alex')
    const { id } = await openRules(site)
    await changeSetting(site.app, BY_OWNER, { name: 'consentAtLauncher', text: 'on' })
    const authenticate = await openProvider(site)

    const before = await authenticate('Alex', PASSWORD)
    await consentClient(site, alex).agreeTo(id, 1)
    const after = await authenticate('Alex', PASSWORD)

    assert.deepEqual([before, after], ['invalid credentials', alex.id])
  },
)

sqliteTest('Laminara can show the news of the site without the launcher module', async (site) => {
  await (await newsEditor(site)).create({ title: 'Season two', body: 'It begins.' })
  const { secret } = await openLauncher(site)
  const program = site.browser({ agent: 'Go-http-client/1.1', ip: LAUNCHER_IP })

  const { status, body } = await program.get('/auth/launcher/news', {
    accept: 'application/json',
    authorization: `Api-Key ${secret}`,
  })

  assert.equal(status, 200)
  assert.deepEqual(
    body.items.map(({ title, body }: { title: string; body: string }) => [title, body]),
    [['Season two', 'It begins.']],
  )
  assert.ok(!Number.isNaN(Date.parse(body.items[0].publishedAt)))
})

sqliteTest('Laminara can show skins without the launcher module', async (site) => {
  const steve = await site.player('Steve')
  await putSkin(steve, skinFile(1), { slim: 'true' })
  const program = site.browser({ agent: 'Go-http-client/1.1' })

  const worn = await program.get(`/textures/player/${steve.id}`)
  const bare = await program.get('/textures/player/00000000-0000-4000-8000-000000000000')

  assert.match(worn.body.SKIN.url, /^http:\/\/localhost:8080\/textures\/[0-9a-f]{64}$/)
  assert.deepEqual(worn.body.SKIN.metadata, { model: 'slim' })
  assert.deepEqual([bare.status, bare.body], [200, {}])
})

/** Acts as Laminara's `http` provider: returns the player's UUID, or the reason of a refusal. */
async function openProvider(site: Site) {
  const { url } = await openGml(site)
  const program: Browser = site.browser({ agent: 'Go-http-client/1.1', ip: LAUNCHER_IP })
  return async (username: string, password: string, code = ''): Promise<string> => {
    const reply = await program.post(url, {
      [FIELDS.usernameField]: username,
      [FIELDS.passwordField]: password,
      ...(code && { [FIELDS.codeField]: code }),
    })
    return read(reply)
  }
}

function read({ status, body }: Reply): string {
  if (status < 300) return body[FIELDS.uuidField]
  if (body[FIELDS.secondFactorField] === true) return 'code required'
  return status === 401 || status === 403 ? 'invalid credentials' : `status ${status}`
}
