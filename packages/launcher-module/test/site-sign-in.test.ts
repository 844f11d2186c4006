import assert from 'node:assert/strict'
import { banPlayer } from '../../server/src/admin/bans/ban-player.ts'
import { requirePasswordChange } from '../../server/src/credentials/password/require-password-change.ts'
import {
  fromBase32,
  stepAt,
  totpCode,
} from '../../server/test/credentials/two-factor/authenticator.ts'
import { PASSWORD, type Site } from '../../server/test/support/site.ts'
import { sqliteTest } from '../../server/test/support/sqlite-test.ts'
import { waitUntil } from '../../server/test/support/wait-until.ts'
import { BY_OWNER, bearer, change, openLauncherServer } from './real-site.ts'

const INVALID = { outcome: 2, subject: '', username: '', uuid: '' }
const CODE_NEEDED = { outcome: 3, subject: '', username: '', uuid: '' }

sqliteTest('players sign in at the launcher by name or address', async (site) => {
  const steve = await site.player('Steve')
  await using launcher = await openLauncherServer(site)
  const accepted = { outcome: 1, subject: steve.id, username: 'Steve', uuid: steve.id }

  assert.deepEqual(await launcher.signIn('sTEVE', PASSWORD), accepted)
  assert.deepEqual(await launcher.signIn('STEVE@example.org', PASSWORD), accepted)
  assert.deepEqual(await launcher.signIn('Steve', 'a wrong guess'), INVALID)
  assert.deepEqual(await launcher.signIn('Nobody', PASSWORD), INVALID)
})

sqliteTest('a player with 2FA can sign in to a launcher only with a code', async (site) => {
  const { id, code } = await playerWithTwoFactor(site, 'Steve')
  await using launcher = await openLauncherServer(site)
  const typed = code()

  const bare = await launcher.signIn('Steve', PASSWORD)
  const wrong = await launcher.signIn('Steve', PASSWORD, '000000')
  const right = await launcher.signIn('Steve', PASSWORD, typed)
  const again = await launcher.signIn('Steve', PASSWORD, typed)
  await launcher.command('forget')
  const burnt = await launcher.signIn('Steve', PASSWORD, typed)

  const accepted = { outcome: 1, subject: id, username: 'Steve', uuid: id }
  assert.deepEqual(
    [bare, wrong, right, again, burnt],
    [CODE_NEEDED, INVALID, accepted, accepted, INVALID],
  )
})

sqliteTest(
  'a launcher refuses the old password after the first use of the new one',
  async (site) => {
    const { id, code, browser, accessToken } = await playerWithTwoFactor(site, 'Steve')
    await using launcher = await openLauncherServer(site)
    const [old, oldCode] = [PASSWORD, code()]
    const accepted = { outcome: 1, subject: id, username: 'Steve', uuid: id }
    const before = await launcher.signIn('Steve', old, oldCode)
    site.wait(30_000)
    const change = { current: old, password: 'an entirely new one' }
    const { status } = await browser.post('/cabinet/password', change, bearer(accessToken))

    const after = await launcher.signIn('Steve', 'an entirely new one', code())
    const again = await launcher.signIn('Steve', old, oldCode)

    assert.deepEqual([before, status, after, again], [accepted, 204, accepted, INVALID])
  },
)

sqliteTest('a refused player gets the reason in the language of the site', async (site) => {
  await change(site, 'emailConfirmation', 'on')
  await site.player('Newcomer')
  await change(site, 'emailConfirmation', 'off')
  const [banned, careless] = [await site.player('Banned'), await site.player('Careless')]
  await banPlayer(site.app, BY_OWNER, banned.id, { reason: 'Читы', expiresAt: null })
  await requirePasswordChange(site.app, BY_OWNER, careless.id)
  await site.player('Forgetful')
  await change(site, 'defaultLanguage', 'ru')
  await using launcher = await openLauncherServer(site)
  await waitUntil(() => launcher.portal.output.stderr.includes('connected to'))

  for (let miss = 0; miss < 10; miss += 1) await launcher.signIn('Forgetful', 'a wrong guess')
  const sentences = {
    unconfirmed: await launcher.signIn('Newcomer', PASSWORD),
    banned: await launcher.signIn('Banned', PASSWORD),
    careless: await launcher.signIn('Careless', PASSWORD),
    forgetful: await launcher.signIn('Forgetful', PASSWORD),
  }

  assert.deepEqual(sentences, {
    unconfirmed: 'Адрес почты ещё не подтверждён. Подтвердите его на сайте и войдите снова.',
    banned: 'Аккаунт заблокирован: Читы',
    careless: 'auth.passwordchangerequired',
    forgetful: 'Слишком много попыток. Попробуйте снова через 5 с.',
  })
})

/** A player with 2FA and an authenticator app. */
async function playerWithTwoFactor(site: Site, name: string) {
  const player = await site.player(name)
  const headers = bearer(player.accessToken)
  const { body } = await player.browser.get('/cabinet/2fa/generate', headers)
  const secret = fromBase32(body.secret)
  const code = () => totpCode(secret, stepAt(site.now()))
  await player.browser.post('/cabinet/2fa/enable', { code: code() }, headers)
  site.wait(30_000)
  return { ...player, code }
}
