import assert from 'node:assert/strict'
import { MINUTE } from '../../../src/platform/clock.ts'
import { auditEntries } from '../../support/administrator.ts'
import { bearer, outcome, tally } from '../../support/browser.ts'
import { PASSWORD, type Site } from '../../support/site.ts'
import { openIssuer } from './issuer.ts'
import { outsideTest, sqliteOutsideTest } from './outside.ts'
import {
  addProvider,
  answerIn,
  beginLink,
  FORUM,
  finishLink,
  goToSignIn,
  link,
  logInByIdentity,
  ownerWithProvider,
  playerWithIdentity,
} from './with-identity.ts'

sqliteOutsideTest('linking an account notifies the player by mail', async (site, outside) => {
  await using issuer = await openIssuer(outside)
  await ownerWithProvider(site)
  const steve = await site.player('Steve')
  const { browser, accessToken } = steve
  const before = (await browser.get('/identities', bearer(accessToken))).body

  const linked = await link(steve, issuer, 'stefan')

  const after = (await browser.get('/identities', bearer(accessToken))).body
  const shown = { slug: 'forum', kind: 'oidc', name: 'Our forum', enabled: true }
  const expected = {
    name: 'stefan of the forum',
    linkedAt: new Date(site.now()).toISOString(),
    lastUsedAt: null,
  }
  assert.deepEqual(linked.body, { linked: expected, next: null })
  assert.deepEqual(before.items, [{ ...shown, linked: null }])
  assert.deepEqual(after.items, [{ ...shown, linked: expected }])
  const mail = (await site.mails()).find(({ to }) => to?.[0]?.address === steve.email)
  assert.equal(mail?.subject, 'Our forum was linked to your account: Portal')
  assert.match(mail?.text ?? '', /“stefan of the forum” \(Our forum\)/)
  const [trace] = await auditEntries(site, 'identity.linked')
  assert.deepEqual(trace, {
    action: 'identity.linked',
    actor: steve.id,
    target: steve.id,
    ip: '127.0.0.1',
    before: null,
    after: 'forum: stefan of the forum (stefan)',
  })
})

sqliteOutsideTest('an unlinked account can no longer sign in', async (site, outside) => {
  await using issuer = await openIssuer(outside)
  await ownerWithProvider(site)
  const steve = await playerWithIdentity(site, issuer)
  const headers = bearer(steve.accessToken)

  const removed = await steve.browser.delete('/identities/forum', headers)
  const again = await steve.browser.delete('/identities/forum', headers)
  const reply = await logInByIdentity(site.browser(), issuer, 'steve')

  assert.deepEqual([removed, again, reply].map(outcome), [
    '204',
    '404 identity.notfound',
    '403 identity.notlinked',
  ])
  const subjects = (await site.mails()).map(({ subject }) => subject)
  assert.ok(subjects.includes('Our forum was unlinked: Portal'))
})

sqliteOutsideTest(
  'an account with the player’s e-mail address is not linked automatically',
  async (site, outside) => {
    await using issuer = await openIssuer(outside)
    await ownerWithProvider(site)
    const steve = await site.player('Steve')

    const told = await logInByIdentity(site.browser(), issuer, 'steve') // with Steve's address
    const named = await logInByIdentity(site.browser(), issuer, steve.email)

    const links = await site.app.db.selectFrom('identity').select('subject').execute()
    assert.deepEqual([told, named].map(outcome), Array(2).fill('403 identity.notlinked'))
    assert.deepEqual(links, [])
  },
)

sqliteOutsideTest('an account can be linked to only one player', async (site, outside) => {
  await using issuer = await openIssuer(outside)
  await ownerWithProvider(site)
  const steve = await playerWithIdentity(site, issuer)
  const alex = await site.player('Alex')

  const taken = await link(alex, issuer, 'steve')
  const second = await link(steve, issuer, 'another')

  assert.deepEqual([taken, second].map(outcome), ['409 identity.taken', '409 identity.haveone'])
})

outsideTest(
  'only one of ten players who concurrently link the same account succeeds',
  async (site, outside) => {
    await using issuer = await openIssuer(outside)
    await ownerWithProvider(site)
    const acts: (() => ReturnType<typeof link>)[] = []
    for (let count = 0; count < 10; count += 1) {
      const player = await site.player(`Player${count}`, { ip: `192.0.2.${10 + count}` })
      const browser = site.browser({ instance: count % 2 })
      const someone = { browser, accessToken: player.accessToken }
      const { body } = await beginLink(someone)
      const back = await issuer.visit(body.url, 'everybody')
      acts.push(() => finishLink(someone, back))
    }

    const replies = await Promise.all(acts.map((act) => act()))

    assert.deepEqual(tally(replies), { '200': 1, '409 identity.taken': 9 })
    const rows = await site.app.db.selectFrom('identity').selectAll().execute()
    assert.equal(rows.length, 1)
  },
  { instances: 2 },
)

outsideTest(
  'only one of ten accounts that a player links concurrently at a provider is linked',
  async (site, outside) => {
    await using issuer = await openIssuer(outside)
    await ownerWithProvider(site)
    const steve = await site.player('Steve')
    const acts: (() => ReturnType<typeof link>)[] = []
    for (let count = 0; count < 10; count += 1) {
      const browser = site.browser({ instance: count % 2 })
      const someone = { browser, accessToken: steve.accessToken }
      const { body } = await beginLink(someone)
      const back = await issuer.visit(body.url, `account${count}`)
      acts.push(() => finishLink(someone, back))
    }

    const replies = await Promise.all(acts.map((act) => act()))

    assert.deepEqual(tally(replies), { '200': 1, '409 identity.haveone': 9 })
  },
  { instances: 2 },
)

sqliteOutsideTest(
  'a provider response works only for its purpose, linking or signing in',
  async (site, outside) => {
    await using issuer = await openIssuer(outside)
    await ownerWithProvider(site)
    const steve = await playerWithIdentity(site, issuer)
    const alex = await site.player('Alex')
    const { body } = await beginLink(alex)
    const toLink = await issuer.visit(body.url, 'steve')
    const asLogin = await alex.browser.post('/auth/identity/forum/login', answerIn(toLink))
    const toSignIn = await goToSignIn(alex.browser, issuer, 'alex')

    const asLink = await finishLink(alex, toSignIn)

    assert.deepEqual([asLogin, asLink].map(outcome), Array(2).fill('400 identity.expired'))
    assert.match(toLink.searchParams.get('state') ?? '', /^link_/)
    assert.match(toSignIn.searchParams.get('state') ?? '', /^login_/)
    assert.equal(steve.username, 'Steve')
  },
)

sqliteOutsideTest(
  'a link request can be completed only in the session that began it',
  async (site, outside) => {
    await using issuer = await openIssuer(outside)
    await ownerWithProvider(site)
    const steve = await site.player('Steve')
    const { body } = await beginLink(steve)
    const back = await issuer.visit(body.url, 'mallory')
    const { accessToken } = (await steve.browser.logIn('Steve', PASSWORD)).body

    const reply = await finishLink({ browser: steve.browser, accessToken }, back)

    assert.equal(outcome(reply), '400 identity.expired')
  },
)

sqliteOutsideTest(
  'a link response of one provider is refused at another',
  async (site, outside) => {
    await using issuer = await openIssuer(outside)
    const notch = await ownerWithProvider(site)
    await addProvider(notch, { ...FORUM, slug: 'wiki', name: 'Wiki' })
    const steve = await site.player('Steve')
    const { body } = await beginLink(steve)
    const back = await issuer.visit(body.url, 'steve')

    const reply = await finishLink(steve, back, 'wiki')

    assert.equal(outcome(reply), '400 identity.expired')
  },
)

sqliteOutsideTest('linking and unlinking require re-authentication', async (site, outside) => {
  await using issuer = await openIssuer(outside)
  await ownerWithProvider(site)
  const steve = await playerWithIdentity(site, issuer)
  await site.player('Alex')
  site.wait(11 * MINUTE)
  const fresh = await freshTokenOf(site, steve)
  const headers = bearer(fresh.accessToken)

  const begun = await steve.browser.post('/identities/forum/options', undefined, headers)
  const removed = await steve.browser.delete('/identities/forum', headers)

  assert.deepEqual([begun, removed].map(outcome), Array(2).fill('403 auth.proofrequired'))
})

async function freshTokenOf(_site: Site, { browser }: { browser: ReturnType<Site['browser']> }) {
  return (await browser.refresh()).body
}

sqliteOutsideTest(
  'no account is linked if the session is closed during the request to the provider',
  async (site, outside) => {
    await using issuer = await openIssuer(outside)
    await ownerWithProvider(site)
    const steve = await site.player('Steve')
    const { body } = await beginLink(steve)
    const back = await issuer.visit(body.url, 'mallory')
    const change = { current: PASSWORD, password: 'a password of my own', close: true }
    outside.intercept(async ({ pathname }, answer) => {
      if (pathname !== '/token') return answer
      const elsewhere = await site.browser().logIn('Steve', PASSWORD)
      const headers = bearer(elsewhere.body.accessToken)
      assert.equal((await site.browser().post('/cabinet/password', change, headers)).status, 204)
      return answer
    })

    const late = await finishLink(steve, back)

    const { body: own } = await site.browser().logIn('Steve', change.password)
    const { items } = (await site.browser().get('/identities', bearer(own.accessToken))).body
    assert.equal(outcome(late), '401 auth.unauthorized')
    assert.deepEqual([items.length, items[0]?.linked], [1, null])
  },
)
