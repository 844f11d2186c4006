import assert from 'node:assert/strict'
import { administrator, auditEntries } from '../../support/administrator.ts'
import { bearer, outcome } from '../../support/browser.ts'
import { type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import {
  INVALID_TOKEN,
  launcherPasswordsOf,
  openGame,
  openSteve,
  told,
  WRONG_CREDENTIALS,
} from '../yggdrasil/game-player.ts'

const MAY_REVOKE = ['panel.players.read', 'panel.players.sessions']

/** Makes Steve with two launcher passwords and two games, one of which was opened with a launcher password. */
async function openPlaying(site: Site) {
  const steve = await openSteve(site)
  const passwords = launcherPasswordsOf(steve)
  const { password } = (await passwords.create('HMCL')).body
  await passwords.create('PCL')
  const begun = await steve.game.authenticate('Steve', password)
  return { ...steve, passwords, password, begun }
}

sqliteTest('creating a launcher password notifies the player by mail', async (site) => {
  const steve = await openSteve(site)

  const { password } = (await launcherPasswordsOf(steve).create('HMCL at home')).body

  const [mail, ...others] = await site.mails()
  assert.deepEqual([mail?.to?.[0]?.address, others.length], ['steve@example.org', 0])
  assert.equal(mail?.subject, 'New launcher password: Portal')
  assert.match(mail?.text ?? '', /“HMCL at home”/)
  assert.ok(!mail?.text?.includes(password))
})

sqliteTest('staff can sign a player out of all launchers', async (site) => {
  const { id, browser, game, signedIn, begun, passwords, password } = await openPlaying(site)
  const alex = await administrator(site, MAY_REVOKE)
  const card = async () => {
    const { launcherPasswords, gameSessions } = (await alex.get(`/admin/players/${id}`)).body.player
    return [launcherPasswords, gameSessions]
  }
  const revoke = () => alex.send('DELETE', `/admin/players/${id}/launchers`)

  const before = await card()
  const replies = [await revoke(), await revoke()]
  const after = await card()

  assert.deepEqual(
    [before, after],
    [
      [2, 2],
      [0, 0],
    ],
  )
  assert.deepEqual(replies.map(outcome), ['204', '204'])
  for (const { body } of [signedIn, begun]) {
    assert.equal(told(await game.validate({ accessToken: body.accessToken })), INVALID_TOKEN)
  }
  assert.equal(told(await game.authenticate('Steve', password)), WRONG_CREDENTIALS)
  assert.deepEqual((await passwords.list()).body.items, [])
  assert.equal((await browser.refresh()).status, 200)
  const who = { actor: alex.id, target: id, ip: '127.0.0.1', after: null }
  assert.deepEqual(await auditEntries(site, 'sessions.closed'), [
    { action: 'sessions.closed', ...who, before: '2' },
  ])
  const revoked = await auditEntries(site, 'launcher-password.revoked')
  assert.deepEqual(revoked.map(({ actor, before: name }) => [actor, name]).sort(), [
    [alex.id, 'HMCL'],
    [alex.id, 'PCL'],
  ])
  const subjects = (await site.mails()).map(({ subject }) => subject)
  const mailed = subjects.filter((one) => one === 'Your launcher passwords were revoked: Portal')
  assert.equal(mailed.length, 1)
})

sqliteTest(
  'signing a player out of launchers requires permission to end the player’s sessions',
  async (site) => {
    const { id } = await openPlaying(site)
    const reader = await administrator(site, ['panel.players.read'], { username: 'Reader' })
    const alex = await administrator(site, MAY_REVOKE)
    const boss = await administrator(site, MAY_REVOKE, { username: 'Boss', priority: 20 })
    const path = (player: string) => `/admin/players/${player}/launchers`

    const replies = [
      await site.browser().delete(path(id)),
      await reader.send('DELETE', path(id)),
      await alex.send('DELETE', path(boss.id)),
      await alex.send('DELETE', path('unknown')),
    ]

    assert.deepEqual(replies.map(outcome), [
      '401 auth.unauthorized',
      '403 auth.forbidden',
      '403 auth.forbidden',
      '404 player.notfound',
    ])
    const seen = (await reader.get(`/admin/players/${id}`)).body.player
    assert.deepEqual([seen.launcherPasswords, seen.gameSessions], [2, 2])
  },
)

siteTest(
  'concurrent sign-ins leave no launcher session once staff revoke the launchers',
  async (site) => {
    const steve = await openPlaying(site)
    const alex = await administrator(site, MAY_REVOKE)
    const signIn = (n: number) =>
      openGame(site, { instance: n % 2 }).authenticate('Steve', steve.password)

    await Promise.all([
      ...Array.from({ length: 8 }, (_, n) => signIn(n)),
      alex.send('DELETE', `/admin/players/${steve.id}/launchers`),
      ...Array.from({ length: 8 }, (_, n) => signIn(n)),
    ])

    const sessions = await steve.browser.post(
      '/auth/sessions/me',
      undefined,
      bearer(steve.accessToken),
    )
    const devices = sessions.body.all.map(({ device }: { device: string }) => device)
    assert.ok(!devices.some((device: string) => device.startsWith('HMCL')), String(devices))
  },
  { instances: 2 },
)
