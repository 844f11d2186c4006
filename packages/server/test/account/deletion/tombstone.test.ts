import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { changeBalance } from '../../../src/account/balance/change-balance.ts'
import { deletePlayer } from '../../../src/account/deletion/delete-player.ts'
import {
  DELETED_WITH_PLAYER,
  ERASURE_POLICY,
} from '../../../src/account/deletion/erasure-policy.ts'
import { banPlayer } from '../../../src/admin/bans/ban-player.ts'
import { addNote } from '../../../src/admin/notes/change-notes.ts'
import { editPlayer } from '../../../src/admin/players/edit-player.ts'
import { cleanupJobs } from '../../../src/jobs.ts'
import { createGrant } from '../../../src/permissions/grants/create-grant.ts'
import { DAY, HOUR } from '../../../src/platform/clock.ts'
import { recordActivity } from '../../../src/profiles/activity-store.ts'
import { stepAt, totpCode } from '../../credentials/two-factor/authenticator.ts'
import { furnish } from '../../operations/backup/backup-place.ts'
import { openTebex } from '../../purchases/tebex-shop.ts'
import { BY_OWNER } from '../../sign-in/sign-in-surfaces.ts'
import { giveRole, owner } from '../../support/administrator.ts'
import { bearer } from '../../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { auditsOf } from '../../support/staff.ts'

siteTest(
  'after a deletion, only the UUID and the reserved name of the player remain',
  async (site) => {
    const notch = await owner(site)
    const steve = await fullLife(site)
    const before = await rowsWith(site, steve.id)

    await deletePlayer(site.app, by(notch), steve.id, {
      username: 'Steven',
      reason: 'steve@example.org asked',
    })
    await site.mails() // queued mails are sent first
    site.wait(DAY)
    for (const job of ['deleteGoodbyeMails', ...EXPIRING] as const)
      await cleanupJobs(site.app)[job]()

    assert.deepEqual(
      DELETED_WITH_PLAYER.filter((table) => !before.includes(table)),
      [],
    )
    assert.deepEqual(await rowsWith(site, steve.id), [
      'audit',
      'balance_entry',
      'husk',
      'kept_name',
      'purchase_item',
    ])
    for (const trace of ['steve', 'herobrine', '198.51.100.44', 'Pixel 9']) {
      const tables = await rowsWith(site, trace)
      assert.deepEqual(
        tables.filter((table) => table !== 'kept_name'),
        [],
        trace,
      )
    }
  },
)

siteTest('the ledger of a deleted player keeps its amounts but no names', async (site) => {
  const notch = await owner(site)
  const steve = await fullLife(site)

  await deletePlayer(site.app, by(notch), steve.id, { username: 'Steven', reason: 'A bot' })

  const ledger = await site.app.db
    .selectFrom('balance_entry')
    .select(['player_id', 'real_cents', 'reason'])
    .execute()
  assert.deepEqual(
    ledger.map((entry) => ({ ...entry })),
    [{ player_id: steve.id, real_cents: 500, reason: 'A gift to … and …' }],
  )
  const balances = (await auditsOf(site, 'player.balance')).map(({ after }) => after)
  assert.deepEqual(balances, ['{"real":5,"virtual":0}'])
  const names = (await auditsOf(site, 'player.username'))
    .filter(({ target }) => target === steve.id)
    .map(({ before, after }) => [before, after])
  assert.deepEqual(names, [[null, null]])
})

sqliteTest('players are kept when the player who invited them is deleted', async (site) => {
  const notch = await owner(site)
  const steve = await site.player('Steve')
  const body = { username: 'Alex', email: 'alex@example.org', password: PASSWORD, ref: 'Steve' }
  const alex = await site.browser({ ip: '192.0.2.8' }).post('/auth/register', body)

  await deletePlayer(site.app, by(notch), steve.id, { username: 'Steve', reason: 'A bot' })

  const card = await notch.get(`/admin/players/${alex.body.user.uuid}`)
  assert.deepEqual([card.status, card.body.player.inviter], [200, null])
})

sqliteTest('every table has an erasure rule', async (site) => {
  const tables = await site.app.db.introspection.getTables()
  const names = tables
    .map(({ name }) => name)
    .filter((name) => !/^(migration|player_search)/.test(name))
  const withPlayer = tables
    .filter(({ columns }) => columns.some(({ name }) => name === 'player_id'))
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('player_search'))

  const listed = [...DELETED_WITH_PLAYER, ...Object.keys(ERASURE_POLICY)]

  assert.deepEqual([...new Set(names)].sort(), listed.sort())
  const uuidStays = Object.entries(ERASURE_POLICY).filter(
    ([, fate]) => fate === 'uuid' || fate === 'name' || fate === 'undone',
  )
  const known: string[] = [...DELETED_WITH_PLAYER, ...uuidStays.map(([name]) => name)]
  assert.deepEqual(
    withPlayer.filter((name) => !known.includes(name)),
    [],
  )
})

const EXPIRING = [
  'deleteOldRateLimits',
  'deleteOldSignInAttempts',
  'deleteIdempotentResponses',
  'deleteUsedPasskeyChallenges',
] as const

const by = ({ id }: { id: string }) => ({ actor: id, ip: '192.0.2.1' })

/** Creates a player with a row in every table. */
async function fullLife(site: Site) {
  const { steve, secret } = await furnish(site)
  const { app } = site
  const shop = await openTebex(site, { 1: { kind: 'nothing' } })
  await shop.pay({ customer: 'Steve' })
  await banPlayer(app, BY_OWNER, steve.id, { reason: 'Steve cheats', expiresAt: null })
  await addNote(app, BY_OWNER, steve.id, 'Steve cheats')
  const away = { agent: 'Mozilla/5.0 (Linux; Android 16; Pixel 9)', ip: '198.51.100.44' }
  await site.browser(away).logIn('Steve', 'wrong guess')
  await site.browser().post('/auth/reset', { email: steve.email })
  await app.mailWorker.flush()
  const change = { email: 'herobrine@example.org', password: PASSWORD }
  site.wait(30_000) // a code signs in once
  const totp = totpCode(secret, stepAt(site.now()))
  const login = { username_or_email: 'Steve', password: PASSWORD, totp }
  const { body } = await site.browser(away).post('/auth/login', login)
  await steve.browser.post('/cabinet/email', change, bearer(body.accessToken))
  await giveRole(site, steve.id, { id: 'helper' })
  await editPlayer(app, BY_OWNER, steve.id, {
    username: 'Steven',
    permissions: [{ node: 'game.fly', expiresAt: null }],
  })
  await createGrant(app, BY_OWNER, steve, {
    grantable: { node: 'game.swim' },
    period: { days: 1 },
    startsAt: undefined,
  })
  await changeBalance(app, BY_OWNER, steve.id, {
    realCents: 500,
    virtualCents: 0,
    reason: 'A gift to Steven and steve@example.org',
  })
  await app.db
    .insertInto('player_import')
    .values({
      player_id: steve.id,
      source: 'authme',
      name_key: 'steve',
      imported_at: site.now(),
      password_mark: '',
      email_mark: '',
      totp: 0,
    })
    .execute()
  await app.db
    .insertInto('identity_provider')
    .values({
      slug: 'discord',
      kind: 'discord',
      name: 'Discord',
      issuer: null,
      client_id: '1',
      secret_sealed: '',
      trusted: 0,
      enabled: 1,
      created_at: site.now(),
    })
    .execute()
  await app.db
    .insertInto('identity')
    .values({
      provider: 'discord',
      subject: '44',
      player_id: steve.id,
      name: 'Steve#1',
      linked_at: site.now(),
      last_used_at: null,
    })
    .execute()
  await app.db
    .insertInto('oidc_connection')
    .values({
      player_id: steve.id,
      client_id: 'forum',
      scopes: 'openid',
      first_used_at: site.now(),
      last_used_at: site.now(),
    })
    .execute()
  await app.db
    .insertInto('oidc_payload')
    .values({
      id: 'hash',
      kind: 'Grant',
      payload: JSON.stringify({ accountId: steve.id }),
      grant_id: null,
      session_id: null,
      player_id: steve.id,
      client_id: 'forum',
      user_code: null,
      created_at: site.now(),
      consumed_at: null,
      expires_at: site.now() + DAY,
    })
    .execute()
  await recordActivity(app.db, {
    playerId: steve.id,
    event: 'playtime',
    at: site.now(),
    seconds: 60,
  })
  await app.db
    .insertInto('export_link')
    .values({
      hash: 'hash',
      player_id: steve.id,
      created_at: site.now(),
      expires_at: site.now() + HOUR,
    })
    .execute()
  await agreed(site, steve.id)
  const session = await app.db.selectFrom('session').select('id').executeTakeFirstOrThrow()
  await app.db
    .insertInto('game_join')
    .values({
      server_id: 'server',
      session_id: session.id,
      player_id: steve.id,
      ip: away.ip,
      expires_at: site.now() + HOUR,
    })
    .execute()
  return steve
}

/** Lists the tables that contain a text, in any letter case. */
async function rowsWith({ app: { db } }: Site, text: string): Promise<string[]> {
  const names = new Set((await db.introspection.getTables()).map(({ name }) => name))
  const found: string[] = []
  for (const name of [...names].filter((one) => !one.startsWith('player_search')).sort()) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
      db,
    )
    const values = rows
      .flatMap((row) => Object.values(row))
      .filter((one) => typeof one === 'string')
    if (values.some((value) => value.toLowerCase().includes(text.toLowerCase()))) found.push(name)
  }
  return found
}

/** Inserts a consent of a player, and their stated age. */
async function agreed({ app, now }: Site, playerId: string): Promise<void> {
  const page = await app.db.selectFrom('page').select('id').executeTakeFirstOrThrow()
  const texts = { title_en: 'Rules', title_ru: '', body_en: '', body_ru: '' }
  const edition = { page_id: page.id, edition: 1 }
  await app.db
    .insertInto('page_edition')
    .values({ ...edition, ...texts, author: 'command', published_at: now() })
    .execute()
  await app.db
    .insertInto('consent')
    .values({ ...edition, player_id: playerId, agreed_at: now(), ip: '198.51.100.44' })
    .execute()
  await app.db
    .insertInto('age_answer')
    .values({ player_id: playerId, at_least: 13, answered_at: now() })
    .execute()
}
