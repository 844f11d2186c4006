import assert from 'node:assert/strict'
import { DONE, REFUSED } from '../cli/command.ts'
import { fromBase32, stepAt, totpCode } from '../credentials/two-factor/authenticator.ts'
import { outcome } from '../support/browser.ts'
import { runInProcess } from '../support/run-in-process.ts'
import { type Site, siteTest } from '../support/site.ts'
import { hasMariadb } from './start-mariadb.ts'
import { AHEAD, FORMER_KEY, KEY, type Odd, oddPlayers, SECRET } from './unicorecms-players.ts'
import { oldFolder, onMariadb, onPostgres } from './unicorecms-source.ts'

const all = await oddPlayers()
const players = all.filter(({ row }) => row.username !== 'Kernel')
const coming = players.filter(({ leftOut }) => !leftOut)
const places = { PostgreSQL: onPostgres, ...(hasMariadb && { MariaDB: onMariadb }) }

for (const [place, open] of Object.entries(places)) {
  siteTest(`a site of UnicoreCMS is imported completely (${place})`, async (site) => {
    await using old = await open(all)
    using folder = oldFolder()
    const bundle = { kind: 'role', name: 'Helper', priority: 1, permissions: '[]', created_at: 0 }
    await site.app.db
      .insertInto('bundle')
      .values({ id: 'helper', ...bundle })
      .execute()

    const looked = await moveIn(site, old, '--files', folder.path, '--dry-run')
    const refused = await moveIn(site, old, '--files', folder.path, '--no-proof')
    const before = await site.app.db.selectFrom('bundle').select('id').execute()
    const moved = await moveIn(site, old, '--files', folder.path, '--no-proof', '--skip-faulty')
    const again = await moveIn(
      site,
      old,
      ...['--files', folder.path, '--no-proof', '--skip-faulty', '--update'],
    )

    assert.deepEqual([looked.code, refused.code, moved.code], [DONE, REFUSED, DONE])
    assert.ok(!before.some(({ id }) => id === 'moderator'))
    assert.deepEqual(
      [looked.report.read, looked.report.importable, looked.report.imported],
      [players.length, coming.length, 0],
    )
    for (const { row, leftOut } of players.filter((one) => one.leftOut)) {
      assert.match(reasonOf(looked.report.skipped, row.username), leftOut ?? /^$/)
    }
    assert.equal(moved.report.imported, coming.length)
    assert.deepEqual([again.report.imported, again.report.present], [0, coming.length])
    for (const [n, odd] of coming.entries()) await signsIn(site, odd, `10.0.0.${n + 1}`)
    await checkBundles(site)
    await checkBelongings(site, moved.stderr)
    await checkNews(site)
  })
}

siteTest('encrypted passwords are imported only with a key of the old site', async (site) => {
  await using old = await onPostgres(all)

  const without = await moveIn(site, old, '--dry-run')
  const present = await moveIn(site, old, '--dry-run', '--key', KEY)
  const both = await moveIn(site, old, '--dry-run', '--key', `${KEY},${FORMER_KEY}`)

  assert.equal(without.report.importable, 1) // the player Unsealed
  assert.equal(present.report.importable, coming.length - 1)
  assert.equal(both.report.importable, coming.length)
})

async function signsIn(site: Site, { row, password, totp }: Odd, ip: string): Promise<void> {
  const signedIn = await site.browser({ ip }).post('/auth/login', {
    username_or_email: row.username,
    password,
    ...(totp && { totp: totpCode(fromBase32(SECRET), stepAt(site.now())) }),
  })
  assert.equal(outcome(signedIn), '200', row.username)
  const { user } = signedIn.body
  assert.deepEqual(
    [user.uuid, user.email, user.createdAt, user.activated],
    [row.uuid, row.email, '2019-06-01T00:00:00.000Z', row.activated],
  )
}

async function checkBundles({ app: { db } }: Site): Promise<void> {
  const rows = await db
    .selectFrom('bundle')
    .select(['id', 'kind', 'name', 'priority', 'permissions'])
    .execute()
  const found = Object.fromEntries(rows.map(({ id, ...rest }) => [id, Object.values(rest)]))
  const moderator = [
    '-player.cape.upload',
    'launcher.build.test',
    'panel.access',
    'panel.players.ban',
  ]
  assert.deepEqual(found.moderator, ['role', 'Moderator', 30, JSON.stringify(moderator)])
  assert.deepEqual(found.vip, ['group', 'VIP', 0, '["player.skin.hd"]'])
  assert.deepEqual(found.zoloto, ['group', 'Золото', 0, '[]'])
  assert.deepEqual(found.helper, ['role', 'Helper', 1, '[]'])
  assert.notEqual(found.default?.[1], 'Everybody')
}

async function checkBelongings({ app: { db } }: Site, stderr: string): Promise<void> {
  const people = await db.selectFrom('player').selectAll().execute()
  const named = (name: string) => people.find(({ username }) => username === name)
  const grants = await db.selectFrom('donate_grant').select(['group_id', 'ends_at']).execute()
  const roles = await db.selectFrom('player_role').selectAll().execute()
  const bans = await db.selectFrom('ban').select(['player_id', 'reason', 'expires_at']).execute()
  assert.deepEqual(
    new Map(grants.map(({ group_id, ends_at }) => [group_id, ends_at])),
    new Map([
      ['vip', Date.parse(`${AHEAD.replace(' ', 'T')}Z`)],
      ['zoloto', null],
    ]),
  )
  assert.deepEqual(roles, [{ player_id: named('Moder')?.id, role_id: 'moderator' }])
  assert.deepEqual(bans, [
    { player_id: named('Griefer')?.id, reason: 'griefing', expires_at: null },
  ])
  const rich = named('Rich')
  assert.deepEqual([rich?.real_cents, rich?.virtual_cents], [1234, 500])
  assert.deepEqual(
    people.flatMap((one) => (one.superuser_at === null ? [] : one.username)),
    ['Owner'],
  )
  const withApp = people.filter(({ totp_enabled_at }) => totp_enabled_at !== null)
  assert.deepEqual(withApp.map(({ username }) => username).sort(), [
    'OldPhone',
    'OpenPhone',
    'Phone',
  ])
  const dressed = named('Dressed')
  assert.deepEqual([dressed?.skin_model, dressed?.cape_hash?.length], ['slim', 64])
  assert.equal(named('Owner')?.skin_twin_hash?.length, 64)
  assert.deepEqual([named('NoFile')?.skin_hash, named('Climber')?.skin_hash], [null, null])
  assert.match(stderr, /Moder: imported without the permissions of the player: panel\.news\.create/)
  assert.match(stderr, /NoFile: imported without the skin: no file gone\.png/)
}

async function checkNews({ app: { db } }: Site): Promise<void> {
  const rows = await db.selectFrom('news').selectAll().orderBy('title').execute()
  assert.deepEqual(
    rows.map(({ title, published_at, link }) => [title, published_at, link]),
    [
      ['Only a text', Date.UTC(2019, 5, 1), null],
      ['Opening', Date.UTC(2019, 5, 1), 'https://example.org/'],
      ['Secret', null, null],
    ],
  )
  assert.match(rows[1]?.banner ?? '', /^\/pictures\/[0-9a-f]{64}\.png$/)
  assert.doesNotMatch(rows[1]?.html ?? '', /script/)
  const pictures = await db.selectFrom('picture').select('released_at').execute()
  assert.deepEqual(pictures, [{ released_at: null }])
}

function reasonOf(skipped: readonly { name: string; reason: string }[], name: string): string {
  return skipped.find((one) => one.name === name)?.reason ?? ''
}

async function moveIn(site: Site, old: { from: string }, ...args: string[]) {
  const given = ['import', 'unicorecms', '--from', old.from, '--json', ...args]
  const { code, stdout, stderr } = await runInProcess(given, site.env)
  return { code, stderr, report: JSON.parse(stdout) }
}
