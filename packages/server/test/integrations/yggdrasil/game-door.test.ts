import assert from 'node:assert/strict'
import { banPlayer } from '../../../src/admin/bans/ban-player.ts'
import { requirePasswordChange } from '../../../src/credentials/password/require-password-change.ts'
import { MINUTE, SECOND } from '../../../src/platform/clock.ts'
import { BY_OWNER, enableTwoFactor, WRONG } from '../../sign-in/sign-in-surfaces.ts'
import type { Reply } from '../../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { openLauncher } from '../launcher/launcher-server.ts'
import {
  INVALID_TOKEN,
  openGame,
  openSteve,
  told,
  turnOn,
  WRONG_CREDENTIALS,
} from './game-player.ts'

sqliteTest('a refusal in any language does not reveal which credential was wrong', async (site) => {
  const { game } = await openSteve(site)
  const russian = openGame(site, { language: 'ru' })

  const replies = [
    await game.authenticate('Steve', WRONG),
    await game.authenticate('Nobody', WRONG),
    await game.signOut('Steve', WRONG),
    await russian.authenticate('Steve', WRONG),
    await russian.authenticate('Steve', `${PASSWORD}:123456`),
  ]

  assert.deepEqual(replies.map(told), Array(5).fill(WRONG_CREDENTIALS))
  assert.deepEqual(Object.keys(replies[0]?.body), ['error', 'errorMessage'])
  assert.equal(replies[0]?.body.error, 'ForbiddenOperationException')
})

sqliteTest('failures in Yggdrasil lock out neither launcher servers nor the site', async (site) => {
  const { game, browser } = await openSteve(site)
  const launcher = await openLauncher(site)
  for (let n = 0; n < 10; n += 1) await game.authenticate('Steve', WRONG)

  const replies = [await game.authenticate('Steve'), await game.signOut('Steve')]
  const beside = await launcher.authenticate('Steve', PASSWORD)
  const atSite = await browser.logIn('Steve', PASSWORD)
  site.wait(5 * SECOND)
  const later = await game.authenticate('Steve')

  assert.deepEqual(replies.map(told), [WRONG_CREDENTIALS, WRONG_CREDENTIALS])
  assert.deepEqual([beside.status, atSite.status, later.status], [200, 200, 200])
})

sqliteTest(
  'an address has sixty sign-in attempts in five minutes, whatever their result',
  async (site) => {
    await turnOn(site)
    await site.player('Steve', { ip: '203.0.113.1' })
    const game = openGame(site, { ip: '203.0.113.9' })
    const far = openGame(site, { ip: '203.0.113.10' })
    for (let n = 0; n < 20; n += 1) await game.authenticate('Steve')
    for (let n = 0; n < 20; n += 1) await game.authenticate(`Nobody${n}`, WRONG)
    for (let n = 0; n < 20; n += 1) await game.signOut('Steve')

    const refused = [await game.authenticate('Steve'), await game.signOut('Steve')]
    const elsewhere = await far.authenticate('Steve')
    site.wait(5 * MINUTE)
    const later = await game.authenticate('Steve')

    assert.deepEqual(
      refused.map(({ status, body, headers }) => [
        status,
        body.error,
        Number(headers['retry-after']),
      ]),
      Array(2).fill([429, 'TooManyRequestsException', 300]),
    )
    assert.deepEqual([elsewhere.status, later.status], [200, 200])
  },
)

sqliteTest(
  'a player with 2FA signs in to Yggdrasil with the code after the password',
  async (site) => {
    const steve = await openSteve(site)
    const totp = await enableTwoFactor(site, steve)
    const russian = openGame(site, { language: 'ru' })
    const { game } = steve
    const code = totp()
    const wrong = code === '000000' ? '000001' : '000000'

    const bare = await game.authenticate('Steve')
    const inRussian = await russian.authenticate('Steve')
    const missed = await game.authenticate('Steve', `${PASSWORD}:${wrong}`)
    const guessed = await game.authenticate('Steve', `${WRONG}:${code}`)
    const right = await game.authenticate('Steve', `${PASSWORD}:${code}`)
    const again = await game.authenticate('Steve', `${PASSWORD}:${code}`)

    const asked =
      '403 Two-factor authentication is on. Add a colon and the code from the app to your password (password:123456), or use a launcher password from your account on the site.'
    assert.equal(told(bare), asked)
    assert.match(told(inRussian), /^403 Включена двухфакторная защита\./)
    assert.equal(told(missed), '403 This code is wrong or has already been used.')
    assert.deepEqual([told(guessed), right.status], [WRONG_CREDENTIALS, 200])
    assert.equal(told(again), told(missed))
  },
)

sqliteTest(
  'a correct password without a code does not count as a failure, a wrong code does',
  async (site) => {
    const steve = await openSteve(site)
    const totp = await enableTwoFactor(site, steve)
    const { game } = steve
    for (let n = 0; n < 12; n += 1) await game.authenticate('Steve')

    const afterBare = await game.authenticate('Steve', `${PASSWORD}:${totp()}`)
    site.wait(30 * SECOND)
    const wrong = totp() === '000000' ? '000001' : '000000'
    for (let n = 0; n < 10; n += 1) await game.authenticate('Steve', `${PASSWORD}:${wrong}`)
    const afterWrong = await game.authenticate('Steve', `${PASSWORD}:${totp()}`)

    assert.deepEqual([afterBare.status, told(afterWrong)], [200, WRONG_CREDENTIALS])
  },
)

sqliteTest('a password that ends like a code is accepted as a whole', async (site) => {
  await turnOn(site)
  const password = 'correct horse:123456'
  const account = { username: 'Alex', email: 'alex@example.org', password }
  const browser = site.browser()
  const { body } = await browser.post('/auth/register', account)
  const game = openGame(site)

  const whole = await game.authenticate('Alex', password)
  const totp = await enableTwoFactor(site, { browser, accessToken: body.accessToken })
  const bare = await game.authenticate('Alex', password)
  const right = await game.authenticate('Alex', `${password}:${totp()}`)

  assert.equal(whole.status, 200)
  assert.match(told(bare), /^403 Two-factor/)
  assert.equal(right.status, 200)
})

const OBSTACLES: [stop: (site: Site, id: string) => Promise<unknown>, en: string, ru: string][] = [
  [
    ({ app }, id) => banPlayer(app, BY_OWNER, id, { reason: 'Griefing', expiresAt: null }),
    '403 The account is banned.',
    '403 Аккаунт заблокирован.',
  ],
  [
    ({ app }, id) => requirePasswordChange(app, BY_OWNER, id),
    '403 Please change your password first.',
    '403 Сначала смените пароль.',
  ],
  [
    ({ app: { db } }, id) =>
      db.updateTable('player').set({ activated_at: null }).where('id', '=', id).execute(),
    '403 Please confirm your e-mail address first.',
    '403 Сначала подтвердите адрес электронной почты.',
  ],
]

sqliteTest(
  'a refused player gets the reason in the requested language, otherwise in their own',
  async (site) => {
    await turnOn(site)
    const seen: string[][] = []
    for (const [n, [stop]] of OBSTACLES.entries()) {
      const ip = `203.0.113.${n}`
      const { id, username } = await site.player(`Player${n}`, { ip, language: 'ru' })
      const game = openGame(site)
      const before = await game.authenticate(username)
      await stop(site, id)

      const replies: Reply[] = [
        await openGame(site, { language: 'en' }).authenticate(username),
        await game.authenticate(username),
        await game.authenticate(username, WRONG),
        await game.refresh({ accessToken: before.body.accessToken }),
        await game.join(before, 'a-server'),
        await game.validate({ accessToken: before.body.accessToken }),
      ]
      seen.push(replies.map(told))
    }

    assert.deepEqual(
      seen,
      OBSTACLES.map(([, en, ru], n) => {
        const kept = n === 0 ? INVALID_TOKEN : ru // a ban also ends the session
        return [en, ru, WRONG_CREDENTIALS, kept, kept, INVALID_TOKEN]
      }),
    )
  },
)

sqliteTest('a banned player gets the reason for the ban from Yggdrasil', async (site) => {
  const { game, id } = await openSteve(site)
  await banPlayer(site.app, BY_OWNER, id, { reason: 'Griefing', expiresAt: null })

  const reply = await game.authenticate('Steve')

  assert.deepEqual(reply.body, {
    error: 'ForbiddenOperationException',
    errorMessage: 'The account is banned.',
    cause: 'Griefing',
  })
})

siteTest('every Yggdrasil sign-in is audited', async (site) => {
  const { game, id } = await openSteve(site)
  const from = site.now() + 1
  const tries: [login: string, password: string][] = [
    ['Steve', WRONG],
    ['Nobody', WRONG],
    ['Steve', PASSWORD],
  ]
  for (const [login, password] of tries) {
    site.wait(1)
    await game.authenticate(login, password)
  }
  await requirePasswordChange(site.app, BY_OWNER, id)
  site.wait(1)
  await game.authenticate('Steve')

  const trail = await site.app.db
    .selectFrom('audit')
    .select(['action', 'actor', 'target', 'after'])
    .where('at', '>=', from)
    .where('action', 'like', 'login.%')
    .orderBy('id')
    .execute()
  assert.deepEqual(
    trail.map(({ action, actor, target, after }) => [action, actor, target, after]),
    [
      ['login.missed', null, id, null],
      ['login.missed', null, null, null],
      ['login.succeeded', id, id, 'HMCL'],
      ['login.refused', id, id, 'auth.passwordchangerequired'],
    ],
  )
})
