import assert from 'node:assert/strict'
import { DONE } from '../cli/command.ts'
import { fromBase32, stepAt, totpCode } from '../credentials/two-factor/authenticator.ts'
import { outcome } from '../support/browser.ts'
import { runInProcess } from '../support/run-in-process.ts'
import type { Site } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { type OldTable, onSqlite, placesOf } from './old-database.ts'

/** A player of an old site, and the expected result of the import. */
export type OldPlayer = {
  name: string
  email: string
  hash: string
  /** The old password; undefined if it is unknown. */
  password?: string
  /** The expected reason if the player is skipped. */
  leftOut?: RegExp
  withoutEmail?: true | undefined
  banned?: true | undefined
  /** The expected ban reason: `import` if the old site stores none. */
  banReason?: string
  withApp?: true | undefined
  hasRole?: true | undefined
  unconfirmed?: true | undefined
  uuid?: string | undefined
}

export const SECRET = 'JBSWY3DPEHPK3PXP'
export const UUID = '0b3f2a54-7c1d-4e8f-9a6b-1c2d3e4f5a6b'
/** 1 June 2019, in seconds. */
export const REGISTERED = Date.UTC(2019, 5, 1) / 1000
export const BAN_REASON = 'griefing'
/** The name of the role `helper` at old sites. */
export const ROLE = 'Helper'

const LEFT_OUT = {
  name: /--rename '.*' imports this player$/,
  hash: /not a known password hash format/,
  twin: /username: also the name of/,
}

/** Players with the oddities that every site may have, with the hash of a 5-character password. */
export function oddPlayers(
  hash: string,
  password: string,
  others: readonly (readonly [hash: string, password: string])[],
): OldPlayer[] {
  const player = (name: string, more: Partial<OldPlayer> = {}): OldPlayer => {
    return { name, email: `${name.toLowerCase()}@example.org`, hash, password, ...more }
  }
  return [
    player('Steve'),
    player('Ingame', { uuid: UUID }),
    player('Griefer', { banned: true }),
    player('Phone', { withApp: true }),
    player('Helpful', { hasRole: true }),
    player('Newcomer', { unconfirmed: true }),
    player('NoMail', { email: '', withoutEmail: true }),
    player('NotMail', { email: 'не почта', withoutEmail: true }),
    player('SteveTwo', { email: 'STEVE@example.org', withoutEmail: true }),
    ...others.map(([other, typed], n) => player(`Hash_${n}`, { hash: other, password: typed })),
    player('Иван', { email: 'ivan@example.org', leftOut: LEFT_OUT.name }),
    player('dash-er', { leftOut: LEFT_OUT.name }),
    player('ab', { leftOut: LEFT_OUT.name }),
    player('seventeen_letters', { leftOut: LEFT_OUT.name }),
    player('Plain', { hash: 'swordfish', leftOut: LEFT_OUT.hash }),
    player('Twin', { leftOut: LEFT_OUT.twin }),
    player('TWIN', { email: 'other@example.org', leftOut: LEFT_OUT.twin }),
  ]
}

/** An old site as its program creates it, with odd players. */
export type OldSite = {
  source: string
  players: readonly OldPlayer[]
  tables: readonly OldTable[]
  args?: readonly string[]
  schemes: Readonly<Record<string, number>>
}

/**
 * Tests that players who were imported from SQLite can sign in, and that the other databases of the old site can be
 * read. The rows that an import writes do not depend on the source: azuriom.test.ts and authme.test.ts run on both
 * databases of this site.
 */
export function moveInTest(old: OldSite): void {
  sqliteTest(`players of ${old.source} sign in with their old passwords`, async (site) => {
    await using database = await onSqlite(...old.tables)
    await site.app.db
      .insertInto('bundle')
      .values({
        id: 'helper',
        kind: 'role',
        name: 'Helper',
        priority: 1,
        permissions: '[]',
        created_at: 0,
      })
      .execute()

    const { code, report, stderr } = await moveIn(site, old, database.from, '--no-proof')

    assert.equal(code, DONE, stderr)
    checkReport(report, old)
    for (const [n, player] of old.players.entries()) {
      if (!player.leftOut) await checkPlayer(site, player, `10.0.0.${n + 1}`)
    }
  })

  const [, ...others] = Object.entries(placesOf(...old.tables))
  for (const [place, open] of others) {
    sqliteTest(`${old.source} is read from ${place}`, async (site) => {
      await using database = await open()

      const { code, report, stderr } = await moveIn(site, old, database.from, '--dry-run')

      assert.equal(code, DONE, stderr)
      checkReport(report, old)
    })
  }
}

function checkReport(report: Report, { players, schemes }: OldSite): void {
  const leftOut = players.filter((player) => player.leftOut)
  assert.equal(report.read, players.length)
  assert.equal(report.importable, players.length - leftOut.length)
  assert.equal(report.withoutEmail, players.filter((player) => player.withoutEmail).length)
  assert.deepEqual(report.schemes, schemes)
  assert.deepEqual(
    report.skipped.map(({ name }) => name).toSorted(),
    leftOut.map(({ name }) => name).toSorted(),
  )
  for (const { name, leftOut: why = /^$/ } of leftOut) {
    assert.match(report.skipped.find((one) => one.name === name)?.reason ?? '', why)
  }
}

async function checkPlayer(site: Site, player: OldPlayer, ip: string): Promise<void> {
  const totp = player.withApp && totpCode(fromBase32(SECRET), stepAt(site.now()))
  const { name, password } = player
  const signedIn = await site.browser({ ip }).post('/auth/login', {
    username_or_email: name,
    password: password ?? 'nobody knows it',
    ...(totp && { totp }),
  })
  assert.equal(
    outcome(signedIn),
    password === undefined ? '401 auth.wrongcredentials' : '200',
    name,
  )
  if (password === undefined) return
  const { user } = signedIn.body
  assert.equal(user.email === null, player.withoutEmail ?? false, name)
  assert.equal(user.twoFactorEnabled, player.withApp ?? false, name)
  assert.equal(user.banned, player.banned ?? false, name)
  assert.equal(user.createdAt, new Date(REGISTERED * 1000).toISOString())
  if (player.banned) assert.equal(user.banReason, player.banReason ?? BAN_REASON)
  if (player.uuid) assert.equal(user.uuid, player.uuid)
  const held = site.app.db.selectFrom('player_role').select('role_id')
  const roles = await held.where('player_id', '=', user.uuid).execute()
  assert.deepEqual(roles, player.hasRole ? [{ role_id: 'helper' }] : [], name)
}

type Report = {
  read: number
  importable: number
  withoutEmail: number
  schemes: Record<string, number>
  skipped: { name: string; reason: string }[]
}

async function moveIn(site: Site, old: OldSite, from: string, ...args: string[]) {
  const given = ['import', old.source, '--from', from, '--json', '--skip-faulty']
  const { code, stdout, stderr } = await runInProcess(
    [...given, ...(old.args ?? []), ...args],
    site.env,
  )
  const report: Report = JSON.parse(stdout || '{}')
  return { code, stderr, report }
}
