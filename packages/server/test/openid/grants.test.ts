import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { speaksPostgres } from '../../src/database/database.ts'
import { deleteExpiredPayloads } from '../../src/openid/storage/delete-expired-store.ts'
import { deleteUnusedGrants, unusedGrants } from '../../src/openid/storage/grant-store.ts'
import { deleteGrant } from '../../src/openid/storage/payload-store.ts'
import { DAY, HOUR, MINUTE } from '../../src/platform/clock.ts'
import { INVALID_TOKEN, told } from '../integrations/yggdrasil/game-player.ts'
import { bearer } from '../support/browser.ts'
import { type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { waitUntil } from '../support/wait-until.ts'
import { CLIENT, CONNECT, openLauncher, SCOPE, startGame } from './launcher.ts'
import { countLockWaits } from './lock-waits.ts'
import {
  authorize,
  exchange,
  newRelyingParty,
  post,
  refreshTokens,
  userinfo,
} from './relying-party.ts'

const OFFLINE = { scope: 'openid profile offline_access' }

sqliteTest('sign-ins to one client within 12 hours share one grant', async (site) => {
  const client = await newRelyingParty(site, { trusted: true })
  const steve = await site.player('Steve')
  await authorize(steve, client)
  site.wait(12 * HOUR - MINUTE)
  await authorize(steve, client)
  const reused = await grantsOf(site)
  site.wait(2 * MINUTE)
  await authorize(steve, client)
  const renewed = await grantsOf(site)

  assert.deepEqual([reused.length, renewed.length], [1, 2])
})

siteTest('a grant without tokens is deleted after a day', async (site) => {
  const client = await newRelyingParty(site, { trusted: true })
  const steve = await site.player('Steve')
  await authorize(steve, client)
  await site.app.db.deleteFrom('oidc_payload').where('kind', '!=', 'Grant').execute()

  site.wait(DAY)
  await cleanUp(site)
  const kept = await grantsOf(site)
  site.wait(1)
  await cleanUp(site)
  const after = await grantsOf(site)

  assert.deepEqual([kept.length, after.length], [1, 0])
})

siteTest(
  'a grant is kept as long as a token or a game session needs it',
  async (site) => {
    const client = await newRelyingParty(site, { trusted: true })
    const steve = await site.player('Steve')
    const code = (await authorize(steve, client, OFFLINE)).get('code') ?? ''
    const tokens = (await exchange(site, client, code)).body
    const launcher = await openLauncher(site, steve)
    await site.app.db
      .deleteFrom('oidc_payload')
      .where('client_id', '=', CLIENT)
      .where('kind', '!=', 'Grant')
      .execute()

    site.wait(9 * DAY)
    await cleanUp(site)
    const refreshed = await refreshTokens(site, client, tokens.refresh_token)
    const validated = await startGame(site, launcher.access_token, steve.id).validate()

    assert.deepEqual([refreshed.status, told(validated)], [200, '204'])
  },
  { settings: CONNECT },
)

siteTest(
  'deleting unused grants never deletes the grant of a running sign-in',
  async (site) => {
    const client = await newRelyingParty(site, { trusted: true })
    const steve = await site.player('Steve')
    await authorize(steve, client)
    site.wait(9 * DAY)
    for (const { app } of site.instances) await deleteExpiredPayloads(app.db, site.now())
    const before = await grantsOf(site)

    const signIns = Array.from({ length: 40 }, async (_, n) => {
      const at = { browser: () => site.browser({ instance: n % 2 }) }
      const code = (await authorize(steve, client, OFFLINE)).get('code') ?? ''
      const { body } = await exchange(at, client, code)
      return userinfo(at, body.access_token)
    })
    const deletions = Array.from({ length: 20 }, (_, n) =>
      deleteUnusedGrants(site.instances[n % 2]?.app.db ?? site.app.db, site.now(), 3),
    )
    const replies = await Promise.all(signIns)
    await Promise.all(deletions)

    assert.equal(before.length, 1)
    assert.deepEqual(
      replies.filter(({ status }) => status !== 200).map(({ status }) => status),
      [],
    )
    assert.equal((await grantsOf(site)).includes(before[0] ?? ''), false)
  },
  { instances: 2 },
)

sqliteTest('a sign-in with more scopes does not extend an earlier grant', async (site) => {
  const client = await newRelyingParty(site, { trusted: true })
  const steve = await site.player('Steve')
  const code = (await authorize(steve, client)).get('code') ?? ''
  const { body } = await exchange(site, client, code)

  await authorize(steve, client, { scope: 'openid profile email' })

  assert.equal((await grantsOf(site)).length, 2)
  assert.equal((await userinfo(site, body.access_token)).body.email, undefined)
})

siteTest('a sign-in with more scopes does not restore a grant that has ended', async (site) => {
  const client = await newRelyingParty(site, { trusted: true })
  const steve = await site.player('Steve')
  const code = (await authorize(steve, client)).get('code') ?? ''
  const { body } = await exchange(site, client, code)
  const [first = ''] = await grantsOf(site)

  const { signIn } = await site.app.db.transaction().execute(async (tx) => {
    await deleteGrant(tx, first)
    let isSignedIn = false
    const signIn = authorize(steve, client, { scope: 'openid profile email' }).finally(() => {
      isSignedIn = true
    })
    if (speaksPostgres(tx)) {
      await waitUntil(async () => isSignedIn || (await countLockWaits(site)) > 0)
    }
    return { signIn }
  })
  await signIn

  assert.equal((await grantsOf(site)).includes(first), false)
  assert.equal((await userinfo(site, body.access_token)).status, 401)
})

siteTest('the cleanup of grants reads small batches of grants and no tokens', async (site) => {
  const statement = unusedGrants(site.app.db, { after: '', last: 'z', madeBefore: 0 }).compile()
  const postgres = speaksPostgres(site.app.db)
  const given = statement.parameters.map((value) => sql.lit(value))
  const parts = statement.sql.split(/\$\d+|\?/)
  const text = parts.flatMap((part, n) => [sql.raw(part), ...(n < given.length ? [given[n]] : [])])
  const explain = postgres ? 'explain ' : 'explain query plan '

  const { rows } = await site.app.db.transaction().execute(async (tx) => {
    if (postgres) await sql`set local enable_seqscan = off`.execute(tx)
    return sql`${sql.raw(explain)}${sql.join(text, sql.raw(''))}`.execute(tx)
  })

  const plan = JSON.stringify(rows)
  for (const index of ['oidc_payload_grants_index', 'session_oidc_grant_index']) {
    assert.match(plan, new RegExp(index))
  }
})

siteTest(
  'signing out of one launcher leaves the player’s other launchers signed in',
  async (site) => {
    const steve = await site.player('Steve')
    const launcher = { clientId: CLIENT, clientSecret: '' }
    const redirect = { redirect_uri: 'http://127.0.0.1:5000/' }
    const open = async () => {
      const answered = await authorize(steve, launcher, { ...redirect, scope: SCOPE })
      return (await exchange(site, launcher, answered.get('code') ?? '', redirect)).body
    }
    const [first, second, third] = [await open(), await open(), await open()]
    const states = async () =>
      Promise.all(
        [first, second, third].map(async ({ access_token }) =>
          told(await startGame(site, access_token, steve.id).validate()),
        ),
      )
    const before = await states()

    const revocation = { client_id: CLIENT, token: first.refresh_token }
    await post(site, '/oidc/token/revocation', revocation)
    const afterSignOut = await states()
    await steve.browser.delete(`/cabinet/connected-apps/${CLIENT}`, bearer(steve.accessToken))
    const afterDisconnect = await states()

    assert.deepEqual(before, ['204', '204', '204'])
    assert.deepEqual(afterSignOut, [INVALID_TOKEN, '204', '204'])
    assert.deepEqual(afterDisconnect, [INVALID_TOKEN, INVALID_TOKEN, INVALID_TOKEN])
  },
  { settings: CONNECT },
)

async function grantsOf({ app }: Site): Promise<string[]> {
  const rows = await app.db
    .selectFrom('oidc_payload')
    .select('id')
    .where('kind', '=', 'Grant')
    .execute()
  return rows.map(({ id }) => id)
}

async function cleanUp({ app, now }: Site): Promise<void> {
  await deleteExpiredPayloads(app.db, now())
  await deleteUnusedGrants(app.db, now())
}
