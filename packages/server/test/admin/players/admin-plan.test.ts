import assert from 'node:assert/strict'
import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely'
import { listBalanceEntries } from '../../../src/account/balance/balance-store.ts'
import { listInvited } from '../../../src/account/referral-store.ts'
import { listAudit } from '../../../src/admin/audit-log/list-audit.ts'
import { listMail } from '../../../src/admin/mail/list-mail.ts'
import {
  countLogins,
  countPlayers,
  countRegistrations,
  countSessions,
} from '../../../src/admin/overview/overview-store.ts'
import { listPlayers } from '../../../src/admin/players/list-players.ts'
import type { Db } from '../../../src/database/database.ts'
import { leaseMail } from '../../../src/mail/lease-store.ts'
import { insertAccount } from '../../support/insert-account.ts'
import type { Site } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'

const NO_FILTER = {
  banned: undefined,
  activated: undefined,
  superuser: undefined,
  twoFactor: undefined,
  hasEmail: undefined,
  deleting: undefined,
  role: undefined,
  group: undefined,
}

/** Makes a cursor in the format of lists. */
function cursor(...key: unknown[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

const PAGE = cursor(1, 'id')
const BEHIND = cursor('id')

sqliteTest('every query for a list of players uses an index without sorting', async (site) => {
  const id = await insertAccount(site, 'Steve')
  const plans = (asked: object, filters: object = {}) =>
    plansOf(site, (app) => listPlayers(app, asked, { ...NO_FILTER, ...filters }))

  const lists = {
    newest: await plans({}),
    newestOn: await plans({ cursor: PAGE }),
    activatedOn: await plans({ cursor: PAGE }, { activated: true }),
    oldestOn: await plans({ cursor: PAGE, sort: 'oldest' }),
    oldestSuperusersOn: await plans({ cursor: PAGE, sort: 'oldest' }, { superuser: true }),
    seen: await plans({ sort: 'seen' }),
    seenOn: await plans({ cursor: PAGE, sort: 'seen' }),
    unseenOn: await plans({ cursor: PAGE, sort: 'unseen' }, { activated: false }),
    byNameOn: await plans({ cursor: BEHIND, sort: 'name' }),
    superusers: await plans({ cursor: PAGE }, { superuser: true }),
    guarded: await plans({ cursor: PAGE }, { twoFactor: true }),
    unconfirmed: await plans({ cursor: PAGE }, { activated: false }),
    unreachable: await plans({ cursor: PAGE }, { hasEmail: false }),
    banned: await plans({ cursor: PAGE }, { banned: true }),
    ofRole: await plans({ cursor: BEHIND }, { role: 'vip' }),
    ofGroup: await plans({ cursor: BEHIND }, { group: 'gold' }),
    byPrefix: await plans({ query: 'st' }),
    byPrefixOn: await plans({ query: 'st', cursor: cursor('email', 'st') }, { banned: true }),
    byText: await plans({ query: 'steve', cursor: cursor('inside', 1, 'id') }),
    byId: await plans({ query: id }),
    byAddress: await plans({ query: '198.51.100.7' }),
  }

  assertBounded(lists)
  assert.deepEqual(drivers(lists), {
    newest: 'SCAN player USING INDEX player_created_at_id_index',
    newestOn: 'SEARCH player USING INDEX player_created_at_id_index (created_at<?)',
    activatedOn: 'SEARCH player USING INDEX player_created_at_id_index (created_at<?)',
    oldestOn: 'SEARCH player USING INDEX player_created_at_id_index (created_at>?)',
    oldestSuperusersOn: 'SEARCH player USING INDEX player_superusers_index (created_at>?)',
    seen: 'SCAN player USING INDEX player_seen_on_id_index',
    seenOn: 'SEARCH player USING INDEX player_seen_on_id_index ((seen_on,id)<(?,?))',
    unseenOn: 'SEARCH player USING INDEX player_seen_on_id_index ((seen_on,id)>(?,?))',
    byNameOn: 'SEARCH player USING INDEX sqlite_autoindex_player_2 (username_key>?)',
    superusers: 'SEARCH player USING INDEX player_superusers_index (created_at<?)',
    guarded: 'SEARCH player USING INDEX player_guarded_index (created_at<?)',
    unconfirmed: 'SEARCH player USING INDEX player_unconfirmed_index (created_at<?)',
    unreachable: 'SEARCH player USING INDEX player_unreachable_index (created_at<?)',
    banned: 'SEARCH ban USING INDEX ban_unlifted_index (created_at<?)',
    ofRole:
      'SEARCH player_role USING COVERING INDEX player_role_role_id_player_id_index (role_id=? AND player_id>?)',
    ofGroup:
      'SEARCH donate_grant USING INDEX donate_grant_group_id_player_id_ends_at_index (group_id=? AND player_id>?)',
    byPrefix:
      'SEARCH player USING INDEX sqlite_autoindex_player_2 (username_key>? AND username_key<?)',
    byPrefixOn: 'SEARCH player USING INDEX sqlite_autoindex_player_3 (email_key>? AND email_key<?)',
    byText: 'SCAN found VIRTUAL TABLE INDEX 192:M1<',
    byId: 'SEARCH player USING INDEX sqlite_autoindex_player_1 (id=?)',
    byAddress: 'SEARCH audit USING INDEX audit_ip_at_index (ip>? AND ip<?)',
  })
})

sqliteTest(
  'queries for the audit log, the outbox, balances and counts use indexes',
  async (site) => {
    const id = await insertAccount(site, 'Steve')
    const trail = (asked: object) => plansOf(site, (app) => listAudit(app, asked))
    const page = { before: [1, 'id'] as const, limit: 21 }
    const span = { from: 1, until: 2 }
    const slice = { from: '04', until: '08' }

    const lists = {
      trail: await trail({}),
      trailOn: await trail({ cursor: PAGE, from: '2030-01-01' }),
      about: await trail({ player: id, cursor: PAGE }),
      by: await trail({ actor: id, cursor: PAGE }),
      to: await trail({ target: id, cursor: PAGE, from: '2030-01-01', until: '2031-01-01' }),
      from: await trail({ ip: '198.51.100.7', cursor: PAGE }),
      what: await trail({ action: 'player.banned', cursor: PAGE }),
      mail: await plansOf(site, (app) => listMail(app, { cursor: BEHIND }, undefined)),
      waiting: await plansOf(site, (app) => listMail(app, { cursor: BEHIND }, 'waiting')),
      dead: await plansOf(site, (app) => listMail(app, { cursor: BEHIND }, 'dead')),
      held: await plansOf(site, (app) => listMail(app, { cursor: BEHIND }, 'held')),
      next: await plansOf(site, ({ db }) =>
        leaseMail(db, { now: 1, leasedUntil: 2, uncertainUntil: 2 }),
      ),
      ledger: await plansOf(site, ({ db }) =>
        listBalanceEntries(db, id, { beforeId: 'id', limit: 21 }),
      ),
      invited: await plansOf(site, ({ db }) => listInvited(db, id, page)),
      registrations: await plansOf(site, ({ db }) => countRegistrations(db, span)),
      logins: await plansOf(site, ({ db }) => countLogins(db, span)),
      players: await plansOf(site, ({ db }) => countPlayers(db, slice)),
      sessions: (await plansOf(site, ({ db }) => countSessions(db, slice))).filter((step) =>
        step.includes(' session '),
      ),
    }

    assertBounded(lists)
    assert.deepEqual(drivers(lists), {
      trail: 'SEARCH audit USING INDEX audit_at_index (at>? AND at<?)',
      trailOn: 'SEARCH audit USING INDEX audit_at_index (at>? AND at<?)',
      about:
        'SEARCH audit USING INDEX audit_actor_at_index ((actor,at)>(?,?) AND (actor,at)<(?,?))',
      by: 'SEARCH audit USING INDEX audit_actor_at_index ((actor,at)>(?,?) AND (actor,at)<(?,?))',
      to: 'SEARCH audit USING INDEX audit_target_at_index ((target,at)>(?,?) AND (target,at)<(?,?))',
      from: 'SEARCH audit USING INDEX audit_ip_at_index ((ip,at)>(?,?) AND (ip,at)<(?,?))',
      what: 'SEARCH audit USING INDEX audit_action_at_index ((action,at)>(?,?) AND (action,at)<(?,?))',
      mail: 'SEARCH outbox USING INDEX sqlite_autoindex_outbox_1 (id<?)',
      waiting: 'SEARCH outbox USING INDEX outbox_unsent_index (id<?)',
      dead: 'SEARCH outbox USING INDEX outbox_dead_index (id<?)',
      held: 'SEARCH outbox USING INDEX outbox_held_index (id<?)',
      next: 'SEARCH outbox USING INDEX sqlite_autoindex_outbox_1 (id=?)',
      ledger:
        'SEARCH balance_entry USING INDEX balance_entry_player_id_id_index (player_id=? AND id<?)',
      invited:
        'SEARCH player USING INDEX player_inviter_id_index (inviter_id>? AND (inviter_id,created_at,id)<(?,?,?))',
      registrations:
        'SEARCH player USING COVERING INDEX player_created_at_id_index (created_at>? AND created_at<?)',
      logins:
        'SEARCH audit USING COVERING INDEX audit_action_at_index (action=? AND at>? AND at<?)',
      players: 'SEARCH player USING COVERING INDEX sqlite_autoindex_player_1 (id>? AND id<?)',
      sessions:
        'SEARCH session USING COVERING INDEX session_player_id_index (player_id>? AND player_id<?)',
    })
  },
)

type Plans = Record<string, string[]>

/** Checks that no list scans a table, or sorts more than the rows of one instant. */
function assertBounded(lists: Plans): void {
  const { byAddress = [], ...others } = lists // may sort: at most 5,000 sign-ins of an address
  const offences = [
    ...Object.values(others).flat(),
    ...byAddress.filter((step) => step !== 'SCAN last' && !step.startsWith('USE TEMP B-TREE')),
  ].filter(
    (step) =>
      /^SCAN \w+$/.test(step) || /^USE TEMP B-TREE FOR (GROUP BY|ORDER BY|DISTINCT)/.test(step),
  )
  assert.deepEqual(offences, [])
}

/** Returns the first step of each plan, which shows the index that the list uses. */
function drivers(lists: Plans): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(lists).map(([name, [first]]) => [name, first]))
}

type App = Pick<Site['app'], 'db' | 'clock'>

/** Returns SQLite's plan for each statement of `work`. */
async function plansOf(site: Site, work: (app: App) => Promise<unknown>): Promise<string[]> {
  const { db, clock } = site.app
  const nodes: RootOperationNode[] = []
  const record: KyselyPlugin = {
    transformQuery: ({ node }) => {
      nodes.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await work({ db: db.withPlugin(record), clock })

  const plans: string[] = []
  for (const node of nodes) plans.push(...(await planOf(db, node)))
  return plans
}

async function planOf(db: Db, node: RootOperationNode): Promise<string[]> {
  const { sql, parameters } = db.getExecutor().compileQuery(node, { queryId: 'plan' })
  const explain = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters])
  const { rows } = await db.executeQuery<{ detail: string }>(explain)
  return rows.map(({ detail }) => detail)
}
