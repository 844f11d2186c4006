import assert from 'node:assert/strict'
import { changeSetting } from '../../../src/admin/settings/change-setting.ts'
import { openLauncher } from '../../integrations/launcher/launcher-server.ts'
import { openAzauth, readByGmlAzuriom } from '../../integrations/protocols/azauth-launcher.ts'
import { openGml, readByGml } from '../../integrations/protocols/gml-server.ts'
import { keepOut } from '../../integrations/protocols/keep-out.ts'
import { openGame, openSteve } from '../../integrations/yggdrasil/game-player.ts'
import { BY_OWNER, WRONG } from '../../sign-in/sign-in-surfaces.ts'
import { outcome } from '../../support/browser.ts'
import { PASSWORD, type Site } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { consentClient, openRules } from './rules.ts'

const SENTENCE = 'Please agree to the rules on the site first.'

sqliteTest('launchers sign in players with pending consents by default', async (site) => {
  const { game, signedIn } = await openSteve(site)
  const launcher = await openLauncher(site)
  await openRules(site)

  const replies = [
    await launcher.authenticate('Steve', PASSWORD),
    await game.authenticate('Steve'),
    await game.validate({ accessToken: signedIn.body.accessToken }),
    await game.join(signedIn, 'a server'),
  ]

  assert.deepEqual(replies.map(outcome), ['200', '200', '204', '204'])
})

sqliteTest(
  'with consentAtLauncher on, launchers refuse players with pending consents',
  async (site) => {
    const steve = await openSteve(site)
    const { game, signedIn } = steve
    const launcher = await openLauncher(site)
    const { id } = await openRules(site)
    await turnOn(site)
    const { accessToken } = signedIn.body
    const tries = async () => [
      await launcher.authenticate('Steve', PASSWORD),
      await game.authenticate('Steve'),
      await game.validate({ accessToken }),
      await game.join(signedIn, 'a server'),
      await azauth(site),
    ]

    const before = await tries()
    const refresh = await game.refresh({ accessToken })
    await consentClient(site, steve).agreeTo(id, 1)
    const after = await tries()

    assert.deepEqual(
      before.map(({ status }) => status),
      [403, 403, 403, 403, 403],
    )
    assert.equal(before[0]?.body.error, 'auth.consentrequired')
    assert.deepEqual(
      [before[1], before[3], refresh].map((reply) => reply?.body.errorMessage),
      [SENTENCE, SENTENCE, SENTENCE],
    )
    assert.deepEqual(after.map(outcome), ['200', '200', '204', '204', '200'])
  },
)

sqliteTest(
  'with consentAtLauncher on, every launcher protocol refuses players with an unconfirmed age',
  async (site) => {
    const steve = await openSteve(site)
    const { signedIn } = steve
    const azauth = await openAzauth(site, { instance: 1 })
    const { access_token: token } = (await azauth.signIn('Steve', PASSWORD)).body
    const gml = await openGml(site, { instance: 1 })
    const launcher = await openLauncher(site, { instance: 1 })
    const game = openGame(site, { instance: 1 })
    const { id } = await openRules(site)
    await changeSetting(site.app, BY_OWNER, { name: 'minimumAge', text: '16' })
    await turnOn(site)
    const tries = async () => [
      await gml.signIn('Steve', PASSWORD),
      await azauth.signIn('Steve', PASSWORD),
      await azauth.verify(token),
      await launcher.authenticate('Steve', PASSWORD),
      await game.authenticate('Steve'),
      await game.validate({ accessToken: signedIn.body.accessToken }),
      await game.join(signedIn, 'a server'),
    ]

    const pending = await tries()
    await consentClient(site, steve).agreeTo(id, 1)
    const young = await tries()
    await consentClient(site, steve).agree({ age_at_least: 16 })
    const free = await tries()

    for (const refused of [pending, young]) {
      assert.deepEqual(
        refused.map(({ status }) => status),
        Array(7).fill(403),
      )
      const [byGml, byAzauth] = refused
      assert.deepEqual(byGml?.body, { error: 'auth.consentrequired', Message: SENTENCE })
      assert.deepEqual(
        [byAzauth?.body.error, byAzauth?.body.message],
        ['auth.consentrequired', SENTENCE],
      )
    }
    assert.deepEqual(free.map(outcome), ['200', '200', '200', '200', '200', '204', '204'])
    const [byGml = assert.fail(), byAzauth = assert.fail()] = free
    const told = `Steve ${steve.id}`
    assert.deepEqual([readByGml(byGml), readByGmlAzuriom(byAzauth)], [told, told])
  },
  { instances: 2 },
)

sqliteTest(
  'launchers report a ban, unconfirmed account or required password change before pending consents',
  async (site) => {
    const gml = await openGml(site)
    const launcher = await openLauncher(site)
    await keepOut(site)
    await openRules(site)
    await changeSetting(site.app, BY_OWNER, { name: 'minimumAge', text: '16' })
    await turnOn(site)
    const reasons = []

    for (const name of ['Banned', 'Unconfirmed', 'Changing']) {
      reasons.push(await gml.signIn(name, PASSWORD), await launcher.authenticate(name, PASSWORD))
    }
    const wrong = await gml.signIn('Changing', WRONG)

    assert.deepEqual(
      [...new Set(reasons.map(outcome))],
      ['403 auth.userblocked', '403 auth.usernotactivated', '403 auth.passwordchangerequired'],
    )
    assert.equal(outcome(wrong), '401 auth.wrongcredentials')
  },
)

/** Turns `consentAtLauncher` on, in every instance immediately. */
async function turnOn(site: Site) {
  await changeSetting(site.app, BY_OWNER, { name: 'consentAtLauncher', text: 'on' })
  for (const { app } of site.instances) app.settings.invalidate()
}

function azauth(site: Site) {
  const body = { email: 'Steve', password: PASSWORD }
  return site.browser({ agent: 'azlauncher' }).post('/api/auth/authenticate', body)
}
