import assert from 'node:assert/strict'
import { banPlayer, unbanPlayer } from '../../../src/admin/bans/ban-player.ts'
import { changeSetting } from '../../../src/admin/settings/change-setting.ts'
import { MINUTE, SECOND } from '../../../src/platform/clock.ts'
import { capeFile, putCape, putSkin, skinFile } from '../../profiles/textures/texture-requests.ts'
import { signIn } from '../../sessions/signed-in.ts'
import { outcome } from '../../support/browser.ts'
import { type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { type Launcher, openLauncher } from './launcher-server.ts'

const BY_OWNER = { actor: 'command', ip: null }

sqliteTest('a launcher server that knows the current profile gets 304', async (site) => {
  const steve = await site.player('Steve')
  const launcher = await openLauncher(site)
  const first = await launcher.user({ username: 'Steve' })
  const tag = String(first.headers.etag)
  const known = [
    ...[tag, `W/${tag}`, '*', ' * ', `"other", ${tag}`, `W/"other",W/${tag} , "a,b"`],
    ...[`"a\\", ${tag}`, `"",${tag}`],
  ]
  const unknown = [
    ...['"other"', `W/"other", "another"`, tag.slice(1, -1), `"${tag}"`, `x${tag.slice(1)}`],
    ...[tag.toLowerCase(), '', ' ', '"*"', `"x${tag.slice(1)}`, `${tag.slice(0, -1)}x"`],
  ]
  const ask = (header: string) => launcher.user({ uuid: steve.id }, { 'if-none-match': header })

  const unchanged = await Promise.all(known.map(ask))
  const sent = await Promise.all(unknown.map(ask))

  assert.match(tag, /^"[\w-]{27}"$/)
  assert.equal(first.headers['cache-control'], 'no-store')
  for (const { status, text, headers } of unchanged) {
    assert.deepEqual([status, text, headers.etag], [304, '', tag])
    assert.deepEqual([headers['content-type'], headers['content-length']], [undefined, undefined])
    assert.equal(headers['cache-control'], 'no-store')
  }
  for (const { status, body, headers } of sent) {
    assert.deepEqual([status, body, headers.etag], [200, first.body, tag])
    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  }
})

sqliteTest('a refused request returns its refusal even if its ETag matches', async (site) => {
  await site.player('Steve')
  const launcher = await openLauncher(site)
  const anything = { 'if-none-match': '*' }

  const replies = [
    await launcher.user({ username: 'Nobody' }, anything),
    await launcher.user({}, anything),
    await site.browser().get('/auth/launcher/user?username=Steve', anything),
    await launcher.send('GET', 'ping', undefined, anything),
  ]

  assert.deepEqual(replies.map(outcome), [
    '404 auth.usernotfound',
    '400 request.invalid',
    '401 auth.invalidkey',
    '200',
  ])
})

sqliteTest('every change visible to launchers changes the ETag immediately', async (site) => {
  const steve = await site.player('Steve')
  const launcher = await openLauncher(site)
  const changes: Record<string, () => Promise<unknown>> = {
    ban: () => banPlayer(site.app, BY_OWNER, steve.id, { reason: 'x', expiresAt: null }),
    'another reason': () =>
      banPlayer(site.app, BY_OWNER, steve.id, { reason: 'y', expiresAt: site.now() + MINUTE }),
    'no ban': () => unbanPlayer(site.app, BY_OWNER, steve.id),
    role: () => giveRole(site, steve.id),
    permission: () => giveNode(site, steve.id, 'essentials.fly', site.now() + MINUTE),
    skin: async () => putSkin(await signIn(site), skinFile(1)), // the ban closed the first session
    slim: async () => putSkin(await signIn(site), skinFile(1), { slim: 'true' }),
    cape: async () => putCape(await signIn(site), capeFile(1)),
    name: () => change(site, steve.id, { username: 'Herobrine', username_key: 'herobrine' }),
    'a node of a build that is none yet': () =>
      giveNode(site, steve.id, 'launcher.build.main', null),
    build: () => changeSetting(site.app, BY_OWNER, { name: 'launcherBuilds', text: 'main' }),
    'an end that is reached': async () => site.wait(MINUTE),
  }

  const before = await tagOf(launcher, steve.id)
  const tags: Record<string, string> = {}
  for (const [what, act] of Object.entries(changes)) {
    await act()
    tags[what] = await tagOf(launcher, steve.id)
  }

  const { 'no ban': unbanned, 'a node of a build that is none yet': unheard, ...others } = tags
  assert.equal(unbanned, before)
  assert.equal(unheard, tags.name)
  assert.equal(new Set([before, ...Object.values(others)]).size, 1 + Object.keys(others).length)
})

siteTest('other players and changes invisible to launchers keep the ETag', async (site) => {
  const steve = await site.player('Steve')
  const launcher = await openLauncher(site)
  const before = await tagOf(launcher, steve.id)

  const alex = await site.player('Alex')
  await giveRole(site, alex.id)
  await steve.browser.logIn('Steve', 'wrong guess')
  site.wait(10 * SECOND)
  await change(site, steve.id, { locale: 'ru', real_cents: 5 })

  assert.equal(await tagOf(launcher, steve.id), before)
  assert.notEqual(await tagOf(launcher, alex.id), before)
})

async function tagOf(launcher: Launcher, uuid: string): Promise<string> {
  const { status, headers } = await launcher.user({ uuid })
  assert.equal(status, 200)
  return String(headers.etag)
}

async function giveRole(site: Site, playerId: string): Promise<void> {
  const role = { id: 'vip', kind: 'role', name: 'VIP', priority: 5, permissions: '[]' }
  await site.app.db
    .insertInto('bundle')
    .values({ ...role, created_at: 0 })
    .execute()
  await site.app.db
    .insertInto('player_role')
    .values({ player_id: playerId, role_id: 'vip' })
    .execute()
}

async function giveNode(
  site: Site,
  playerId: string,
  node: string,
  expiresAt: number | null,
): Promise<void> {
  const held = { player_id: playerId, node, expires_at: expiresAt }
  await site.app.db.insertInto('player_node').values(held).execute()
}

async function change(
  site: Site,
  playerId: string,
  columns: Record<string, string | number>,
): Promise<void> {
  await site.app.db.updateTable('player').set(columns).where('id', '=', playerId).execute()
}
