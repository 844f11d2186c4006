import assert from 'node:assert/strict'
import { changeBalance } from '../../src/account/balance/change-balance.ts'
import { banPlayer, unbanPlayer } from '../../src/admin/bans/ban-player.ts'
import { COMMAND_LINE } from '../../src/audit/actor.ts'
import { revokeGrants } from '../../src/permissions/grants/revoke-grants.ts'
import { removeRole } from '../../src/permissions/replace-roles.ts'
import { DONE } from '../cli/command.ts'
import { runInProcess } from '../support/run-in-process.ts'
import { type Site, siteTest } from '../support/site.ts'
import { AHEAD, type Odd, oddPlayers, type Values } from './unicorecms-players.ts'
import { type OldSite, oldFolder, onPostgres } from './unicorecms-source.ts'

const players = await oddPlayers()
const SOONER = '2097-01-01 00:00:00'

/** Makes a player with the given columns, and with the given rows in other tables. */
function having(name: string, row: Values, belongs: Record<string, Values>): Odd {
  const odd = players.find((one) => one.row.username === name)
  if (!odd) throw new Error(`no player ${name}`)
  const rows = Object.entries(belongs).map(([table, values]) => ({
    table: table.replace(/\d$/, ''),
    row: { user_uuid: odd.row.uuid, ...values },
  }))
  return { ...odd, row: { ...odd.row, ...row }, belongs: rows }
}

const MUCH = {
  users_roles: { role_id: 'Moderator' },
  users_donate_groups1: { group_id: 1, expired: AHEAD },
  users_donate_groups2: { group_id: 2, expired: null },
  bans: { reason: 'griefing', expires: null },
  skins: { file: 'skin.png', slim: true },
  cloaks: { file: 'cape.png' },
}
const OTHER = {
  users_donate_groups1: { group_id: 1, expired: SOONER },
  skins: { file: 'news.png', slim: false },
}
const before = (name: string) => having(name, { real: '12.3400' }, MUCH)
const after = (name: string) => having(name, { real: '20.0000' }, OTHER)

async function moveIn(site: Site, old: OldSite, ...args: string[]) {
  using folder = oldFolder()
  const place = ['--from', old.from, '--files', folder.path]
  const given = ['import', 'unicorecms', ...place, '--json', '--no-proof', ...args]
  const { code, stdout, stderr } = await runInProcess(given, site.env)
  assert.equal(code, DONE, stderr)
  return JSON.parse(stdout)
}

/** Returns all related data of a player on this site. */
async function belongingsOf({ app: { db } }: Site, name: string) {
  const of = db.selectFrom('player').selectAll().where('username', '=', name)
  const player = await of.executeTakeFirstOrThrow()
  const mine = <T extends { player_id: string }>(rows: T[]) =>
    rows.filter(({ player_id }) => player_id === player.id)
  const roles = mine(await db.selectFrom('player_role').selectAll().execute())
  const grants = mine(await db.selectFrom('donate_grant').selectAll().execute())
  const bans = mine(await db.selectFrom('ban').selectAll().execute())
  const left = grants.filter(({ taken_at }) => taken_at === null)
  return {
    roles: roles.map(({ role_id }) => role_id),
    groups: left.map(({ group_id, ends_at }) => `${group_id} ${ends_at ?? ''}`).sort(),
    banned: bans.some(({ lifted_at }) => lifted_at === null),
    cents: player.real_cents,
    model: player.skin_model,
    isCaped: player.cape_hash !== null,
  }
}

const at = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`)
const HAS_MUCH = {
  roles: ['moderator'],
  groups: [`vip ${at(AHEAD)}`, 'zoloto '],
  banned: true,
  cents: 1234,
  model: 'slim',
  isCaped: true,
}
const HAS_OTHER = {
  roles: [],
  groups: [`vip ${at(SOONER)}`],
  banned: false,
  cents: 2000,
  model: 'classic',
  isCaped: true,
}

siteTest(
  'an import with --update adds and removes roles, ranks and bans of players',
  async (site) => {
    await using old = await onPostgres([before('Steve'), having('Moder', {}, {})])
    await using changed = await onPostgres([
      after('Steve'),
      having('Moder', { real: '12.34' }, MUCH),
    ])
    await moveIn(site, old)
    const had = await belongingsOf(site, 'Steve')

    const updated = await moveIn(site, changed, '--update')
    const again = await moveIn(site, changed, '--update')

    assert.deepEqual([updated.updated, again.updated], [2, 0])
    assert.deepEqual(had, HAS_MUCH)
    assert.deepEqual(await belongingsOf(site, 'Steve'), HAS_OTHER)
    assert.deepEqual(await belongingsOf(site, 'Moder'), HAS_MUCH)
  },
)

siteTest(
  'an import with --update keeps roles, ranks and bans that were changed on the site',
  async (site) => {
    await using old = await onPostgres([before('Steve'), having('Moder', {}, {})])
    await using changed = await onPostgres([
      after('Steve'),
      having('Moder', { real: '12.34' }, MUCH),
    ])
    await moveIn(site, old)
    const [steve, moder] = players
      .filter(({ row }) => ['Steve', 'Moder'].includes(row.username))
      .map(({ row }) => row.uuid)
    assert.ok(steve && moder)
    const money = { realCents: 1, virtualCents: 0, reason: 'test' }
    await removeRole(site.app, COMMAND_LINE, { id: steve }, 'moderator')
    await revokeGrants(site.app, COMMAND_LINE, { id: steve }, { group: 'vip' })
    for (const id of [steve, moder]) {
      await banPlayer(site.app, COMMAND_LINE, id, { reason: 'here', expiresAt: null })
      await unbanPlayer(site.app, COMMAND_LINE, id)
      await changeBalance(site.app, COMMAND_LINE, id, money)
    }
    await site.app.db
      .updateTable('player')
      .set({ skin_hash: null, skin_model: null, cape_hash: null })
      .where('id', '=', steve)
      .execute()

    await moveIn(site, changed, '--update')
    const again = await moveIn(site, changed, '--update')

    assert.equal(again.updated, 0)
    assert.deepEqual(await belongingsOf(site, 'Steve'), {
      roles: [],
      groups: [],
      banned: false,
      cents: 1235,
      model: null,
      isCaped: false,
    })
    assert.deepEqual(await belongingsOf(site, 'Moder'), { ...HAS_MUCH, banned: false, cents: 1 })
  },
)
