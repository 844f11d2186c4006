import assert from 'node:assert/strict'
import { listMails } from '../../src/mail/outbox-store.ts'
import { MINUTE } from '../../src/platform/clock.ts'
import { bearer, tally } from '../support/browser.ts'
import { PASSWORD, type Site } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { set } from './mail-site.ts'

const ADVERTISEMENT = 'Cheap gold at gold.example buy it today'
const NEW_PASSWORD = 'a staple of new horses'

sqliteTest('an unconfirmed address gets a code and no notice', async (site) => {
  await set(site, 'emailConfirmation', 'on')
  const steve = await site.player('Steve')
  const headers = bearer(steve.accessToken)

  const signIns = await signInFromEverywhere(site, 60)
  const password = { current: PASSWORD, password: NEW_PASSWORD }
  const address = { email: 'other@example.org', password: NEW_PASSWORD }
  const changes = [
    await steve.browser.post('/cabinet/password', password, headers),
    await steve.browser.post('/cabinet/email', address, headers),
  ]

  assert.deepEqual(tally(signIns), { 200: 60 })
  assert.deepEqual(tally(changes), { 204: 2 })
  assert.deepEqual(await mailed(site), [
    'activation to steve@example.org',
    'new-address to other@example.org',
  ])
})

sqliteTest('a stolen session is not reported to an unconfirmed address', async (site) => {
  await set(site, 'emailConfirmation', 'on')
  const steve = await site.player('Steve')
  await steve.browser.refresh()
  site.wait(MINUTE)

  const late = await site.browser().post('/auth/refresh', { refresh_token: steve.refreshToken })

  assert.equal(late.body.error, 'auth.tokenreused')
  assert.deepEqual(await mailed(site), ['activation to steve@example.org'])
})

sqliteTest('a confirmed address gets every notice', async (site) => {
  await set(site, 'emailConfirmation', 'on')
  const steve = await site.player('Steve')
  const headers = bearer(steve.accessToken)
  const [mail] = await site.mails()
  const code = mail?.subject?.slice(0, 6)

  await steve.browser.post('/auth/verify', { code }, headers)
  await signInFromEverywhere(site, 1)
  const password = { current: PASSWORD, password: NEW_PASSWORD }
  await steve.browser.post('/cabinet/password', password, headers)
  const address = { email: 'other@example.org', password: NEW_PASSWORD }
  await steve.browser.post('/cabinet/email', address, headers)

  const change = (await site.mails()).find(({ subject }) => subject?.includes('about to change'))
  assert.match(change?.text ?? '', /Open the site:\nhttp/)
  assert.deepEqual(await mailed(site), [
    'activation to steve@example.org',
    'address-change to steve@example.org',
    'new-address to other@example.org',
    'new-device to steve@example.org',
    'password-changed to steve@example.org',
  ])
})

sqliteTest('a mail never contains the User-Agent of the request', async (site) => {
  await site.player('Steve')
  const agents = [
    ADVERTISEMENT,
    `Mozilla/5.0 ${ADVERTISEMENT}/1.0 (here)`,
    `${ADVERTISEMENT} Launcher/1.0`,
    `Mozilla/5.0 (Windows NT 10.0) ${ADVERTISEMENT} Chrome/139.0`,
    '',
  ]

  const replies = await Promise.all(
    agents.map((agent, n) => site.browser({ agent, ip: `203.0.${n}.1` }).logIn('Steve', PASSWORD)),
  )

  const mails = await site.mails()
  const devices = mails.map(({ text }) => /new device: (.+), address/.exec(text ?? '')?.[1])
  assert.deepEqual(tally(replies), { 200: 5 })
  assert.deepEqual(devices.sort(), [
    'Browser',
    'Chrome on Windows',
    'Launcher',
    'unknown program',
    'unknown program',
  ])
  for (const { text, html } of mails) assert.doesNotMatch(`${text}${html}`, /gold/)
})

/** Signs Steve in from this many programs and networks, none of them familiar. */
function signInFromEverywhere(site: Site, times: number) {
  return Promise.all(
    Array.from({ length: times }, (_, n) =>
      site.browser({ agent: `${ADVERTISEMENT}${n}`, ip: `203.0.${n}.1` }).logIn('Steve', PASSWORD),
    ),
  )
}

/** Lists the mails in the outbox in alphabetical order. */
async function mailed(site: Site): Promise<string[]> {
  const mails = await listMails(site.app.db, 1000)
  return mails.map(({ kind, recipient }) => `${kind} to ${recipient}`).sort()
}
