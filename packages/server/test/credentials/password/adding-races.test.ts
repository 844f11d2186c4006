import assert from 'node:assert/strict'
import { mock } from 'node:test'
import type { App } from '../../../src/app.ts'
import { launcherPasswordsOf, turnOn } from '../../integrations/yggdrasil/game-player.ts'
import { signIn } from '../../sessions/signed-in.ts'
import { bearer, outcome, type Reply } from '../../support/browser.ts'
import { PASSWORD, type Site } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { type Issuer, openIssuer } from '../linked-accounts/issuer.ts'
import { type Outside, outsideTest, sqliteOutsideTest } from '../linked-accounts/outside.ts'
import { beginLink, finishLink, ownerWithProvider } from '../linked-accounts/with-identity.ts'
import { newAuthenticator } from '../passkeys/authenticator.ts'
import { playerWithPasskey, signedAttempt } from '../passkeys/with-passkey.ts'
import { fromBase32, stepAt, totpCode } from '../two-factor/authenticator.ts'
import { confirmed, NEW_PASSWORD, reset } from './resets.ts'

type Session = Awaited<ReturnType<typeof signIn>>
type Finish = () => Promise<Reply>

/** For each way to sign in: begins to add it, and returns the function that completes the addition. */
const additions: Record<string, (session: Session, issuer: Issuer) => Promise<Finish>> = {
  async 'a passkey'({ browser, accessToken }) {
    const headers = bearer(accessToken)
    const { attempt, options } = (await browser.post('/passkeys/options', undefined, headers)).body
    const credential = newAuthenticator().make(options)
    return () => browser.post('/passkeys/register', { attempt, credential }, headers)
  },
  async 'a linked account'(session, issuer) {
    const begun = await beginLink(session)
    const back = await issuer.visit(begun.body.url, session.id)
    return () => finishLink(session, back)
  },
  async 'a launcher password'(session) {
    return () => launcherPasswordsOf(session).create()
  },
}

/** Requests by which another session of the player closes `session`. */
const closings: Record<string, (owner: Session, session: Session) => Promise<Reply>> = {
  'all sessions are closed': ({ browser, accessToken }) =>
    browser.delete('/auth/sessions_all', bearer(accessToken)),
  'another session closes all others': ({ browser, accessToken }) =>
    browser.delete('/auth/sessions_other', bearer(accessToken)),
  'another session closes it': ({ browser, accessToken }, { id }) =>
    browser.delete(`/auth/sessions/${id}`, bearer(accessToken)),
  'a password change closes it': (owner) => changePassword(owner),
}

async function openSteve(site: Site, outside: Outside) {
  const issuer = await openIssuer(outside)
  await turnOn(site)
  await ownerWithProvider(site)
  const { id, email } = await site.player('Steve')
  return { id, email, issuer }
}

/** Runs `act` after a request was admitted and before its transaction begins. */
function runBeforeChange(app: App, act: () => Promise<unknown>): void {
  const { keys } = app
  const newest = mock.method(keys, 'newest', async () => {
    newest.mock.restore()
    await act()
    return keys.newest()
  })
}

for (const [what, begin] of Object.entries(additions)) {
  for (const [event, close] of Object.entries(closings)) {
    sqliteOutsideTest(
      `a session cannot add ${what} if ${event} before the transaction begins`,
      async (site, outside) => {
        const steve = await openSteve(site, outside)
        await using issuer = steve.issuer
        const [owner, session] = [await signIn(site), await signIn(site)]
        const finish = await begin(session, issuer)

        runBeforeChange(site.app, () => close(owner, session))
        const added = await finish()

        assert.equal(outcome(added), '401 auth.unauthorized')
        assert.deepEqual(await waysInOf(site, steve.id), [0, 0, 0])
      },
    )
  }

  sqliteOutsideTest(
    `a session cannot add ${what} with an attempt that began before a reset`,
    async (site, outside) => {
      const steve = await confirmed(site, await openSteve(site, outside))
      await using issuer = steve.issuer
      const session = await signIn(site)
      const [before, during] = [await begin(session, issuer), await begin(session, issuer)]

      runBeforeChange(site.app, () => reset(site, steve))
      const replies = [await during(), await before()]

      const refusals = new Set(replies.map(outcome))
      const may = ['400 passkey.expired', '400 identity.expired', '403 auth.proofrequired']
      assert.deepEqual(refusals.difference(new Set(may)), new Set())
      assert.deepEqual(await waysInOf(site, steve.id), [0, 0, 0])
      assert.equal((await session.browser.refresh()).status, 200)
    },
  )
}

outsideTest(
  'no sign-in method added during a password change remains',
  async (site, outside) => {
    const steve = await openSteve(site, outside)
    await using issuer = steve.issuer
    const owner = await signIn(site)
    const finishes = await beginFifteen(site, issuer)

    const half = Math.ceil(finishes.length / 2)
    await Promise.all([
      ...finishes.slice(0, half).map((finish) => finish()),
      changePassword(owner),
      ...finishes.slice(half).map((finish) => finish()),
    ])

    assert.deepEqual(await waysInOf(site, steve.id), [0, 0, 0])
  },
  { instances: 2 },
)

outsideTest(
  'a sign-in method added while its session is closed is either stored or refused',
  async (site, outside) => {
    const steve = await openSteve(site, outside)
    await using issuer = steve.issuer
    const owner = await signIn(site)
    const finishes = await beginFifteen(site, issuer)

    const [replies] = await Promise.all([
      Promise.all(finishes.map((finish) => finish())),
      owner.browser.delete('/auth/sessions_other', bearer(owner.accessToken)),
    ])

    const added = replies.filter(({ status }) => [200, 201].includes(status)).length
    const refused = replies.filter(({ status }) => ![200, 201].includes(status)).map(outcome)
    const may = new Set(['401 auth.unauthorized', '403 auth.proofrequired', '409 identity.haveone'])
    assert.deepEqual(new Set(refused).difference(may), new Set())
    const left = await waysInOf(site, steve.id)
    assert.equal(
      left.reduce((sum, count) => sum + count),
      added,
    )
  },
  { instances: 2 },
)

sqliteTest('a passkey sign-in fails if a reset removes the passkey during it', async (site) => {
  const steve = await confirmed(site, await playerWithPasskey(site))
  const signed = await signedAttempt(site.browser(), steve.authenticator)

  runBeforeChange(site.app, () => reset(site, steve))
  const reply = await site.browser().post('/auth/passkey/login', signed)

  assert.equal(outcome(reply), '401 passkey.unknown')
  const mails = (await site.mails()).map(({ subject }) => subject)
  assert.ok(!mails.some((subject) => subject?.includes('may have been copied')))
})

sqliteTest(
  'a second factor proposed before a reset cannot be turned on afterwards',
  async (site) => {
    const steve = await confirmed(site, await site.player('Steve'))
    const headers = bearer(steve.accessToken)
    const { secret } = (await steve.browser.get('/cabinet/2fa/generate', headers)).body
    await reset(site, steve)

    const code = totpCode(fromBase32(secret), stepAt(site.now()))
    const body = { code, password: NEW_PASSWORD }
    const reply = await steve.browser.post('/cabinet/2fa/enable', body, headers)

    assert.equal(outcome(reply), '400 auth.wrong2fa')
  },
)

/** Signs in fifteen times and begins to add something in each session, from five addresses. */
async function beginFifteen(site: Site, issuer: Issuer): Promise<Finish[]> {
  const finishes: Finish[] = []
  for (let turn = 0; turn < 5; turn += 1) {
    for (const begin of Object.values(additions)) {
      const session = await signIn(site, { ip: `198.51.${turn}.7`, instance: turn % 2 })
      finishes.push(await begin(session, issuer))
    }
  }
  return finishes
}

function changePassword({ browser, accessToken }: Session): Promise<Reply> {
  const body = { current: PASSWORD, password: NEW_PASSWORD, close: true }
  return browser.post('/cabinet/password', body, bearer(accessToken))
}

/** Counts the passkeys, linked accounts and launcher passwords of a player. */
async function waysInOf({ app: { db } }: Site, playerId: string): Promise<number[]> {
  const counts = []
  for (const table of ['passkey', 'identity', 'launcher_password'] as const) {
    const rows = await db
      .selectFrom(table)
      .select('player_id')
      .where('player_id', '=', playerId)
      .execute()
    counts.push(rows.length)
  }
  return counts
}
