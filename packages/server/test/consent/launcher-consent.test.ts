import assert from 'node:assert/strict'
import { changeSetting } from '../../src/settings/change-setting.ts'
import { BY_OWNER } from '../auth/front-doors.ts'
import { outcome } from '../browser.ts'
import { openLauncher } from '../launcher/launcher-server.ts'
import { PASSWORD, type Site, siteTest } from '../site.ts'
import { openSteve } from '../yggdrasil/game-player.ts'
import { asked, openRules } from './rules.ts'

siteTest('launchers let players in who have not agreed yet', async (site) => {
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

siteTest('where the owner wants it, launchers wait until a player has agreed', async (site) => {
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
  await asked(site, steve).agreeTo(id, 1)
  const after = await tries()

  assert.deepEqual(
    before.map(({ status }) => status),
    [403, 403, 403, 403, 403],
  )
  assert.equal(before[0]?.body.error, 'auth.consentrequired')
  const sentence = 'Please agree to the rules on the site first.'
  assert.deepEqual(
    [before[1], before[3], refresh].map((reply) => reply?.body.errorMessage),
    [sentence, sentence, sentence],
  )
  assert.deepEqual(after.map(outcome), ['200', '200', '204', '204', '200'])
})

function turnOn(site: Site) {
  return changeSetting(site.app, BY_OWNER, { name: 'consentAtLauncher', text: 'on' })
}

function azauth(site: Site) {
  const body = { email: 'Steve', password: PASSWORD }
  return site.browser({ agent: 'azlauncher' }).post('/api/auth/authenticate', body)
}
