import assert from 'node:assert/strict'
import { banPlayer } from '../../../src/admin/bans/ban-player.ts'
import { MINUTE } from '../../../src/platform/clock.ts'
import { type Reply, tally } from '../../support/browser.ts'
import { siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { openLauncher } from './launcher-server.ts'

const BY_OWNER = { actor: 'command', ip: null }

siteTest('a launcher server finds a player by name or by UUID in any notation', async (site) => {
  const steve = await site.player('Steve_1')
  const launcher = await openLauncher(site)
  const bare = steve.id.replaceAll('-', '')

  const replies = await Promise.all([
    ...['Steve_1', 'steve_1', 'STEVE_1'].map((username) => launcher.user({ username })),
    ...[steve.id, steve.id.toUpperCase(), bare, bare.toUpperCase()].map((uuid) =>
      launcher.user({ uuid }),
    ),
    launcher.user({ username: 'Steve_1', more: 'x' }),
  ])

  const profile = {
    uuid: steve.id,
    username: 'Steve_1',
    roles: ['default'],
    groups: [],
    permissions: ['player.cape.upload', 'player.skin.upload'],
    banned: false,
    banReason: '',
    textures: {},
  }
  assert.deepEqual(
    replies.map(({ status, body }) => [status, body]),
    replies.map(() => [200, profile]),
  )
})

sqliteTest('exactly one of name and UUID is required', async (site) => {
  const { id } = await site.player('Steve')
  const launcher = await openLauncher(site)
  const wrong = [
    '',
    `?username=Steve&uuid=${id}`,
    '?username=',
    '?uuid=',
    '?username=Steve&username=Steve',
    '?uuid=junk',
    `?uuid=${id}x`,
    `?uuid=${id.slice(1)}`,
    `?uuid=${id.replace('-', '')}`,
    '?username=%00',
    `?username=${'x'.repeat(255)}`,
    '?Username=Steve',
  ]

  const replies: Reply[] = []
  for (const query of wrong) replies.push(await launcher.send('GET', `user${query}`))

  assert.deepEqual(tally(replies), { '400 request.invalid': wrong.length })
})

siteTest('an unknown player returns 404, and an e-mail address is not a name', async (site) => {
  const steve = await site.player('Steve')
  const launcher = await openLauncher(site)
  const asked: Record<string, string>[] = [
    { username: 'Nobody' },
    { username: steve.email },
    { username: 'Steve ' },
    { username: 'Стив' },
    { username: 'Ste%' },
    { username: "' or 1=1 --" },
    { username: 'x'.repeat(254) },
    { uuid: '00000000-0000-4000-8000-000000000000' },
  ]

  const replies = await Promise.all(asked.map((query) => launcher.user(query)))

  assert.deepEqual(tally(replies), { '404 auth.usernotfound': asked.length })
  assert.deepEqual(replies[0]?.body, { error: 'auth.usernotfound' })
})

sqliteTest('the profile of a banned player shows the ban', async (site) => {
  const steve = await site.player('Steve')
  const launcher = await openLauncher(site)
  await banPlayer(site.app, BY_OWNER, steve.id, {
    reason: 'Griefing',
    expiresAt: site.now() + MINUTE,
  })

  const during = await launcher.user({ username: 'Steve' })
  site.wait(MINUTE)
  const after = await launcher.user({ username: 'Steve' })

  const banOf = ({ status, body }: Reply) => [status, body.banned, body.banReason, body.permissions]
  assert.deepEqual(banOf(during), [200, true, 'Griefing', []])
  assert.deepEqual(banOf(after), [200, false, '', ['player.cape.upload', 'player.skin.upload']])
})

siteTest(
  'an unconfirmed player and one who must change their password have profiles',
  async (site) => {
    await site.player('Steve')
    const launcher = await openLauncher(site)
    await site.app.db
      .updateTable('player')
      .set({ activated_at: null, password_change_required_at: site.now() })
      .execute()

    const reply = await launcher.user({ username: 'Steve' })

    assert.deepEqual([reply.status, reply.body.banned], [200, false])
  },
)

sqliteTest('HEAD returns the headers of GET without a body', async (site) => {
  await site.player('Steve')
  const launcher = await openLauncher(site)
  const paths = ['ping', 'news', 'user?username=Steve', 'user?username=Nobody', 'user']

  for (const path of paths) {
    const got = await launcher.send('GET', path)
    const head = await launcher.send('HEAD', path)

    const visible = ({ status, headers }: Reply) => [
      status,
      ...['etag', 'content-type', 'content-length', 'cache-control'].map((name) => headers[name]),
    ]
    assert.deepEqual(visible(head), visible(got))
    assert.deepEqual(
      [head.text, Number(head.headers['content-length'])],
      ['', Buffer.byteLength(got.text)],
    )
  }
  const tag = String((await launcher.user({ username: 'Steve' })).headers.etag)
  const unchanged = { 'if-none-match': tag }
  const head = await launcher.send('HEAD', 'user?username=Steve', undefined, unchanged)
  const anonymous = await site.browser().send('HEAD', '/auth/launcher/user?username=Steve')
  assert.deepEqual([head.status, head.headers.etag, anonymous.status], [304, tag, 401])
})

siteTest(
  'a ban on one instance takes effect on the other with the next request',
  async (site) => {
    const steve = await site.player('Steve')
    const launchers = [
      await openLauncher(site, { instance: 0 }),
      await openLauncher(site, { instance: 1 }),
    ]
    const seen = async () => {
      const replies = launchers.map((launcher) => launcher.user({ username: 'Steve' }))
      return (await Promise.all(replies)).map(({ body }) => body.banned)
    }

    const before = await seen()
    await banPlayer(site.app, BY_OWNER, steve.id, { reason: 'x', expiresAt: null })
    const after = await seen()

    assert.deepEqual(
      [before, after],
      [
        [false, false],
        [true, true],
      ],
    )
  },
  { instances: 2 },
)
