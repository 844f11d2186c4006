import assert from 'node:assert/strict'
import { type CallerKind, type Endpoint, endpoints } from '@portal/contract'
import { refresh, signIn } from '../sessions/signed-in.ts'
import { bearer, outcome, type Reply } from '../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { openOwner } from '../support/staff.ts'

const SIGNED_IN: readonly CallerKind[] = ['player', 'unconfirmed-player', 'any-player']
const rows: Endpoint[] = Object.values(endpoints).filter(({ caller }) => SIGNED_IN.includes(caller))

/** Endpoints that an access token may read until it expires. All others must refuse the token of a closed session. */
const READING: readonly string[] = [
  'countRecoveryCodes',
  'listConnectedApps',
  'listIdentities',
  'listLauncherPasswords',
  'listLooks',
  'listOwed',
  'listPasskeys',
  'listReferrals',
  'listConnectedApps',
  'listSessions',
  'me',
  'showOwnNames',
  'showDeletion',
  'showOwnVisibility',
]

const REFUSED = '401 auth.unauthorized'
/** The response of an endpoint that only reads, but requires a code in its body. */
const NEEDS_CODE = '400 request.invalid'

siteTest(
  'the access token of a closed session cannot change anything or open the panel',
  async (site) => {
    const steve = await openOwner(site, 'Steve')
    await signIn(site) // another session of the player does not help
    await site.browser().post('/auth/logout', { refresh_token: steve.refreshToken })

    const replies = await callEveryRow(site, steve.accessToken)

    assert.deepEqual(replies, REFUSALS_BUT_READING)
  },
)

sqliteTest(
  'the access token of an expired session cannot change anything or open the panel',
  async (site) => {
    const steve = await openOwner(site, 'Steve')
    site.wait(60_000)

    const replies = await callEveryRow(site, steve.accessToken)

    assert.deepEqual(replies, REFUSALS_BUT_READING)
  },
  { env: { JWT_REFRESH_EXPIRES: '1m' } },
)

sqliteTest('an access token stays valid after its refresh token was used', async (site) => {
  const steve = await openOwner(site, 'Steve')
  await refresh(site, steve)

  const replies = [await chooseRussian(site, steve), await steve.get('/admin/overview')]

  assert.deepEqual(replies.map(outcome), ['204', '200'])
})

sqliteTest('a signed-out player may sign out again', async (site) => {
  const steve = await site.player('Steve')
  const signOut = () => site.browser().post('/auth/logout', undefined, bearer(steve.accessToken))

  const replies = [await signOut(), await signOut()]

  assert.deepEqual(replies.map(outcome), ['204', '204'])
})

siteTest(
  'the access token of a session closed at one instance is refused at another',
  async (site) => {
    const steve = await site.player('Steve')
    const page = await site.browser().logIn('Steve', PASSWORD)

    const before = await chooseRussian(site, steve, 1)
    await site.browser().delete('/auth/sessions_other', bearer(page.body.accessToken))
    const after = await chooseRussian(site, steve, 1)
    const still = await chooseRussian(site, page.body, 1)

    assert.deepEqual([before, after, still].map(outcome), ['204', REFUSED, '204'])
  },
  { instances: 2 },
)

const REFUSALS_BUT_READING = rows.map(({ name }) => [
  name,
  READING.includes(name) ? '200' : name === 'showDevice' ? NEEDS_CODE : REFUSED,
])

async function callEveryRow(site: Site, accessToken: string): Promise<[string, string][]> {
  const outcomes: [string, string][] = []
  for (const { name, method, path } of rows) {
    const url = path.replace(/:\w+/g, 'junk')
    const reply = await site.browser().send(method, url, undefined, bearer(accessToken))
    outcomes.push([name, outcome(reply)])
  }
  return outcomes
}

function chooseRussian(
  site: Site,
  { accessToken }: { accessToken: string },
  instance = 0,
): Promise<Reply> {
  const browser = site.browser({ instance })
  return browser.send('PUT', '/cabinet/locale', { locale: 'ru' }, bearer(accessToken))
}
