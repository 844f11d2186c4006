import assert from 'node:assert/strict'
import { reencryptTotpSecrets } from '../../../src/credentials/two-factor/change-two-factor.ts'
import { removeTwoFactor } from '../../../src/credentials/two-factor/remove-two-factor.ts'
import { MINUTE } from '../../../src/platform/clock.ts'
import { deleteGenerations } from '../../../src/security/keys/key-store.ts'
import { openLauncher } from '../../integrations/launcher/launcher-server.ts'
import {
  openGame,
  told,
  turnOn,
  WRONG_CREDENTIALS,
} from '../../integrations/yggdrasil/game-player.ts'
import { BY_OWNER, enableTwoFactor } from '../../sign-in/sign-in-surfaces.ts'
import { bearer, outcome } from '../../support/browser.ts'
import { PASSWORD, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { codesOf, logInWith, offerCodes, withCodes } from './with-recovery-codes.ts'

const WRONG = '401 auth.wrong2fa'

siteTest('each recovery code replaces an app code once', async (site) => {
  const steve = await withCodes(site)

  const [first, second] = steve.codes
  const replies = [first, first, second].map((code) => () => logInWith(site, code))
  const outcomes: string[] = []
  for (const reply of replies) outcomes.push(outcome(await reply()))

  assert.equal(new Set(steve.codes).size, 10)
  for (const code of steve.codes)
    assert.match(code, /^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
  assert.deepEqual(outcomes, ['200', WRONG, '200'])
  assert.equal(await steve.left(), 8)
})

sqliteTest('a recovery code is accepted in lower case and without its dash', async (site) => {
  const { codes } = await withCodes(site)

  const [a = '', b = '', c = '', d = ''] = codes
  const typed = [
    a.toLowerCase(),
    b.replace('-', ''),
    ` ${c.replace('-', ' – ')} `,
    d.replaceAll('0', 'o').replaceAll('1', 'l'),
  ]

  const outcomes: string[] = []
  for (const code of typed) outcomes.push(outcome(await logInWith(site, code)))
  assert.deepEqual(outcomes, ['200', '200', '200', '200'])
})

siteTest(
  'only one of twenty concurrent sign-ins with a recovery code succeeds over two instances',
  async (site) => {
    const { codes, left } = await withCodes(site)

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => logInWith(site, codes[0], turn % 2)),
    )

    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
    assert.equal(await left(), 9)
    const subjects = (await site.mails()).map(({ subject }) => subject)
    assert.equal(subjects.filter((subject) => subject?.startsWith('A recovery code')).length, 1)
  },
  { instances: 2 },
)

sqliteTest('each use of a recovery code is mailed to the player', async (site) => {
  const { codes } = await withCodes(site)

  for (const code of codes.slice(0, 9)) await logInWith(site, code)
  await logInWith(site, codes[9])

  const texts = (await site.mails()).map(({ text }) => text ?? '')
  const told = texts.flatMap((text) => /left: (\d)\.|was the last one/.exec(text) ?? [])
  assert.deepEqual(told.filter((part) => /^\d$/.test(part ?? '')).sort(), [...'123456789'])
  assert.equal(told.filter((part) => part === 'was the last one').length, 1)
  const trail = await site.app.db
    .selectFrom('audit')
    .select(['action', 'target'])
    .where('action', 'like', 'recovery-codes.%')
    .execute()
  assert.equal(trail.filter(({ action }) => action === 'recovery-codes.used').length, 10)
  assert.equal(trail.filter(({ action }) => action === 'recovery-codes.made').length, 1)
})

sqliteTest('a recovery code can be used only once on site and launcher together', async (site) => {
  const { codes } = await withCodes(site)
  const launcher = await openLauncher(site)

  const play = () => launcher.authenticate('Steve', PASSWORD, codes[0])
  const replies = [await play(), await play(), await logInWith(site, codes[0])]

  assert.deepEqual(replies.map(outcome), ['200', WRONG, WRONG])
  const mail = (await site.mails()).find(({ subject }) => subject?.startsWith('A recovery code'))
  assert.match(mail?.text ?? '', /in the launcher/)
})

sqliteTest('a new set of recovery codes replaces the previous set', async (site) => {
  const steve = await withCodes(site)

  const fresh = codesOf(await steve.make())
  const replies = [await logInWith(site, steve.codes[0]), await logInWith(site, fresh[0])]

  assert.deepEqual(replies.map(outcome), [WRONG, '200'])
  assert.equal(await steve.left(), 9)
})

siteTest(
  'recovery codes are deleted when the player or an administrator turns 2FA off',
  async (site) => {
    const steve = await withCodes(site)
    const kept = () => site.app.db.selectFrom('recovery_code').select('mark').execute()

    const off = await steve.disable(steve.totp())
    const afterOff = await kept()
    site.wait(MINUTE)
    await enableTwoFactor(site, steve)
    const again = codesOf(await steve.make())
    const old = await logInWith(site, steve.codes[0])
    await removeTwoFactor(site.app, BY_OWNER, steve)

    assert.deepEqual([off, old].map(outcome), ['204', WRONG])
    assert.deepEqual([afterOff.length, again.length, (await kept()).length], [0, 10, 0])
  },
)

sqliteTest('2FA can be turned off with a recovery code', async (site) => {
  const steve = await withCodes(site)

  const wrong = await steve.disable('00000-00000')
  const off = await steve.disable(steve.codes[0] ?? '')
  const bare = await logInWith(site, undefined)

  assert.deepEqual([wrong, off, bare].map(outcome), ['400 auth.wrong2fa', '204', '200'])
})

sqliteTest('with recoveryCodes off, recovery codes cannot be created or used', async (site) => {
  const { codes, make, disable } = await withCodes(site)
  await offerCodes(site, 'off')

  const replies = [await make(), await logInWith(site, codes[0]), await disable(codes[0] ?? '')]
  await offerCodes(site)
  const later = await logInWith(site, codes[0])

  assert.deepEqual(replies.map(outcome), ['409 auth.norecoverycodes', WRONG, '400 auth.wrong2fa'])
  assert.equal(outcome(later), '200')
})

sqliteTest('recovery codes cannot be created without 2FA', async (site) => {
  await offerCodes(site)
  const { browser, accessToken } = await site.player('Steve')

  const made = await browser.post('/cabinet/2fa/recovery-codes', undefined, bearer(accessToken))

  assert.equal(outcome(made), '409 auth.norecoverycodes')
})

sqliteTest('wrong recovery codes count as failures like wrong app codes', async (site) => {
  const { codes } = await withCodes(site)
  const { maxFailedAttempts } = site.app

  for (let miss = 0; miss < maxFailedAttempts; miss += 1) await logInWith(site, 'AAAAA-AAAAA')
  const paused = await logInWith(site, codes[0])

  assert.equal(outcome(paused), '429 auth.toomanyattempts')
})

sqliteTest('recovery codes are stored only as hashes that belong to one player', async (site) => {
  const steve = await withCodes(site)
  const alex = await site.player('Alex')
  await enableTwoFactor(site, alex)
  const rows = await site.app.db.selectFrom('recovery_code').selectAll().execute()
  const moved = rows.map(({ mark }) => ({ player_id: alex.id, mark }))
  await site.app.db.insertInto('recovery_code').values(moved).execute()

  const byAlex = await site.browser().post('/auth/login', {
    username_or_email: 'Alex',
    password: PASSWORD,
    totp: steve.codes[0],
  })

  const text = JSON.stringify(rows)
  for (const code of steve.codes) assert.ok(!text.includes(code.replace('-', '')))
  assert.equal(outcome(byAlex), WRONG)
})

siteTest('recovery codes still work after key rotation', async (site) => {
  const { codes } = await withCodes(site)

  await site.app.keys.rotate()
  await reencryptTotpSecrets(site.app)
  site.wait(MINUTE)
  await deleteGenerations(site.app.db, site.now())
  site.wait(MINUTE)

  assert.equal(outcome(await logInWith(site, codes[0])), '200')
})

siteTest('a recovery code re-authenticates a session', async (site) => {
  const { browser, accessToken, codes } = await withCodes(site)
  const body = { password: PASSWORD, totp: codes[0] }

  const proved = await browser.post('/auth/prove', body, bearer(accessToken))
  const again = await browser.post('/auth/prove', body, bearer(accessToken))

  assert.deepEqual([proved, again].map(outcome), ['204', '400 auth.wrong2fa'])
})

sqliteTest(
  'in a launcher without a code field, the recovery code follows the password',
  async (site) => {
    await turnOn(site)
    const { codes } = await withCodes(site)
    const game = openGame(site)

    const bare = `${PASSWORD}:${codes[0]}`
    const right = await game.authenticate('Steve', bare)
    const again = await game.authenticate('Steve', bare)
    const undashed = await game.authenticate('Steve', `${PASSWORD}:${codes[1]?.replace('-', '')}`)
    await offerCodes(site, 'off')
    const off = await game.authenticate('Steve', `${PASSWORD}:${codes[2]}`)

    assert.deepEqual([right.status, undashed.status], [200, 200])
    assert.equal(told(again), '403 This code is wrong or has already been used.')
    assert.equal(told(off), WRONG_CREDENTIALS)
  },
)
