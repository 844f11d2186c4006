import assert from 'node:assert/strict'
import { requirePasswordChange } from '../../../src/credentials/password/require-password-change.ts'
import { BY_OWNER } from '../../sign-in/sign-in-surfaces.ts'
import { bearer, outcome } from '../../support/browser.ts'
import { PASSWORD, type Site } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'

const NEW_PASSWORD = 'a wholly different phrase'

/** Returns the hash of the only mailed reset link. */
async function mailedHash(site: Site, email: string): Promise<string> {
  await site.browser({ ip: '198.51.100.1' }).post('/auth/reset', { email })
  const [mail] = (await site.mails()).filter(({ subject }) => subject?.startsWith('New password'))
  return /\/reset\?hash=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

sqliteTest('a required password change needs a different password', async (site) => {
  const steve = await site.player('Steve')
  const headers = bearer(steve.accessToken)
  await requirePasswordChange(site.app, BY_OWNER, steve.id)
  const change = (current: string, password: string) =>
    steve.browser.post('/cabinet/password', { current, password }, headers)

  const same = await change(PASSWORD, PASSWORD)
  const wrong = await change('not my password', 'not my password')
  const still = await steve.browser.get('/auth/me', headers)
  const another = await change(PASSWORD, NEW_PASSWORD)
  const done = await steve.browser.get('/auth/me', headers)

  assert.deepEqual([same, wrong, another].map(outcome), [
    '400 password.same',
    '400 password.wrong',
    '204',
  ])
  assert.deepEqual(
    [still, done].map(({ body }) => body.user.passwordChangeRequired),
    [true, false],
  )
})

sqliteTest('a reset to the same password is refused and leaves its link usable', async (site) => {
  const steve = await site.player('Steve')
  await requirePasswordChange(site.app, BY_OWNER, steve.id)
  const hash = await mailedHash(site, steve.email)
  const reset = (password: string) => steve.browser.post('/auth/password', { hash, password })

  const same = await reset(PASSWORD)
  const still = await steve.browser.logIn('Steve', PASSWORD)
  const another = await reset(NEW_PASSWORD)
  const done = await steve.browser.logIn('Steve', NEW_PASSWORD)

  assert.deepEqual([same, another].map(outcome), ['400 password.same', '200'])
  assert.deepEqual(
    [still, done].map(({ body }) => body.user.passwordChangeRequired),
    [true, false],
  )
})

sqliteTest('the refusal of the same password is in the player’s language', async (site) => {
  const steve = await site.player('Steve')
  const headers = { ...bearer(steve.accessToken), 'accept-language': 'ru' }
  const body = { current: PASSWORD, password: PASSWORD }

  const reply = await steve.browser.post('/cabinet/password', body, headers)

  assert.equal(reply.body.message, 'Это и есть ваш нынешний пароль. Придумайте другой.')
})
