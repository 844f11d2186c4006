import assert from 'node:assert/strict'
import { DAY, isoInstant } from '../../src/platform/clock.ts'
import { auditEntries } from '../support/administrator.ts'
import { bearer, outcome } from '../support/browser.ts'
import { runPortal } from '../support/server-process.ts'
import { PASSWORD, type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'

const BY_COMMAND = { actor: 'command', ip: null }

/** Runs a command that must succeed. Commands use the clock of the machine, not that of the site. */
async function portal(site: Site, ...args: string[]) {
  const { code, stdout, stderr } = await runPortal([...args, '--json'], site.env)
  assert.deepEqual([code, stderr], [0, ''])
  return JSON.parse(stdout)
}

siteTest('a ban by command applies immediately and can be lifted', async (site) => {
  const steve = await site.player('Steve')
  const me = async () => {
    const { body } = await steve.browser.get('/auth/me', bearer(steve.accessToken))
    return [body.user.banned, body.user.banReason, body.user.banExpiresAt]
  }

  const banned = await portal(site, 'player', 'ban', 'sTEVE', '--reason', ' griefing ')
  const during = await me()
  const shown = await portal(site, 'player', 'show', 'Steve')
  const pardoned = await portal(site, 'player', 'unban', 'steve')
  const after = await me()

  assert.deepEqual(banned, { username: 'Steve', reason: 'griefing', expiresAt: null })
  assert.deepEqual(during, [true, 'griefing', null])
  assert.deepEqual([shown.banned, shown.banReason, shown.roles], [true, 'griefing', ['default']])
  assert.deepEqual(pardoned, { username: 'Steve', done: 'unban' })
  assert.deepEqual(after, [false, '', null])
  assert.equal(outcome(await steve.browser.refresh()), '401 auth.sessionexpired')
  const trail = await auditEntries(site, 'player.banned', 'player.unbanned')
  assert.deepEqual(
    trail.map(({ action, actor, target, ip }) => [action, { actor, ip }, target]),
    [
      ['player.banned', BY_COMMAND, steve.id],
      ['player.unbanned', BY_COMMAND, steve.id],
    ],
  )
})

sqliteTest('a ban by command can end after days or at an instant', async (site) => {
  await site.player('Steve')
  const until = isoInstant(site.now() + DAY)
  const ban = (...period: string[]) =>
    portal(site, 'player', 'ban', 'Steve', '--reason', 'x', ...period)

  const toInstant = await ban('--until', until)
  const before = Date.now()
  const forDays = await ban('--days', '3')
  const after = Date.now()

  assert.equal(toInstant.expiresAt, until)
  const end = Date.parse(forDays.expiresAt) - 3 * DAY
  assert.ok(end >= before && end <= after)
  const rows = await site.app.db.selectFrom('ban').select('lifted_by').execute()
  assert.deepEqual(rows.map(({ lifted_by }) => lifted_by).sort(), ['command', null].sort())
})

sqliteTest('player balance shows and changes balances', async (site) => {
  await site.player('Steve')

  const given = await portal(
    site,
    ...['player', 'balance', 'Steve', '--real', '12.34', '--virtual', '5', '--reason', 'a gift'],
  )
  const taken = await portal(site, 'player', 'balance', 'Steve', '--real', '-2', '--reason', 'x')
  const shown = await portal(site, 'player', 'balance', 'Steve')

  assert.deepEqual(given, { username: 'Steve', real: 12.34, virtual: 5 })
  assert.deepEqual(taken, { username: 'Steve', real: 10.34, virtual: 5 })
  assert.deepEqual(shown, taken)
  assert.equal((await auditEntries(site, 'player.balance')).length, 2)
})

sqliteTest('commands change an account and close its sessions', async (site) => {
  const steve = await site.player('Steve')

  const edited = await portal(
    site,
    ...['player', 'edit', 'Steve', '--username', 'Herobrine', '--email', 'new@example.org'],
    '--superuser',
  )
  const closed = await portal(site, 'player', 'close-sessions', 'Herobrine')

  assert.deepEqual(edited, {
    uuid: steve.id,
    username: 'Herobrine',
    email: 'new@example.org',
    superuser: true,
  })
  assert.deepEqual(closed, { username: 'Herobrine', done: 'close-sessions' })
  assert.equal(outcome(await steve.browser.refresh()), '401 auth.sessionexpired')
  assert.equal((await site.browser().logIn('Herobrine', PASSWORD)).status, 200)
  const trail = await auditEntries(site, 'player.username', 'player.email', 'player.superuser')
  assert.deepEqual(
    trail.map(({ actor }) => actor),
    ['command', 'command', 'command'],
  )
})

const REFUSED = 1
const WRONG_USAGE = 2

sqliteTest('a player command that cannot be executed prints a one-line reason', async (site) => {
  await site.player('Steve')
  const lines: [line: string, code: number, reason: RegExp][] = [
    ['player ban Alex --reason x', REFUSED, /^error: there is no player Alex\n$/],
    [
      'player ban Steve --reason x --until 2020-01-01',
      REFUSED,
      /^error: --until must be in the future\n$/,
    ],
    ['player ban Steve', WRONG_USAGE, /required option '--reason <text>' not specified/],
    ['player ban Steve --reason x --until soon', WRONG_USAGE, /--until must be an instant/],
    ['player ban Steve --reason x --days 0', WRONG_USAGE, /--days must be a whole number/],
    ['player ban Steve --reason x --days 1 --until 2100-01-01', WRONG_USAGE, /give exactly one of/],
    [`player ban Steve --reason ${'x'.repeat(501)}`, WRONG_USAGE, /--reason must have 1 to 500/],
    ['player unban Steve', REFUSED, /^error: ban\.notfound: The player is not banned\.\n$/],
    ['player balance Steve --real -1 --reason x', REFUSED, /^error: balance\.insufficient: /],
    ['player balance Steve --real 0.001 --reason x', WRONG_USAGE, /--real must be an amount/],
    ['player balance Steve --real 1', WRONG_USAGE, /a change needs --reason/],
    ['player edit Steve --username No', WRONG_USAGE, /3 to 16 Latin letters/],
    ['player edit Steve --email nobody', WRONG_USAGE, /not an e-mail address: nobody/],
    ['player edit Alex --superuser', REFUSED, /^error: there is no player Alex\n$/],
  ]

  const ended = await Promise.all(lines.map(([line]) => runPortal(line.split(' '), site.env)))

  for (const [turn, [, code, reason]] of lines.entries()) {
    assert.deepEqual([ended[turn]?.code, ended[turn]?.stdout], [code, ''])
    assert.match(ended[turn]?.stderr ?? '', reason)
  }
  assert.deepEqual(await auditEntries(site, 'player.banned', 'player.balance'), [])
})

sqliteTest('a command cannot remove the last superuser', async (site) => {
  await site.player('Steve')
  await portal(site, 'player', 'edit', 'Steve', '--superuser')

  const { code, stderr } = await runPortal(['player', 'edit', 'Steve', '--no-superuser'], site.env)

  assert.equal(code, REFUSED)
  assert.match(stderr, /^error: player\.lastsuperuser: /)
})
