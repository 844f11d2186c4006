import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DAY } from '../../../src/platform/clock.ts'
import { administrator, auditEntries, owner } from '../../support/administrator.ts'
import { bearer, outcome } from '../../support/browser.ts'
import { runPortal } from '../../support/server-process.ts'
import { PASSWORD, type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { playersAndTombstones, requestDeletion, setEverywhere } from './leaver.ts'

siteTest(
  'an administrator can delete a player immediately by giving the name and a reason',
  async (site) => {
    const notch = await owner(site)
    const steve = await site.player('Steve')
    mkdirSync(join(site.dataDir, 'backups'), { recursive: true })
    writeFileSync(join(site.dataDir, 'backups', 'monday.backup'), '')
    const path = `/admin/players/${steve.id}/delete`

    const wrong = await notch.send('POST', path, { username: 'Stefan', reason: 'A bot' })
    const blank = await notch.send('POST', path, { username: 'Steve', reason: ' ' })
    const done = await notch.send('POST', path, { username: 'steve', reason: 'A bot, Steve' })
    const again = await notch.send('POST', path, { username: 'steve', reason: 'A bot' })

    assert.deepEqual([wrong, blank, done, again].map(outcome), [
      '400 player.wrongname',
      '400 request.invalid',
      '204',
      '404 player.notfound',
    ])
    assert.deepEqual(await playersAndTombstones(site), {
      players: ['Notch'],
      tombstones: [steve.id],
    })
    const [entry] = await auditEntries(site, 'player.deleted')
    assert.deepEqual(
      [entry?.actor, entry?.target, entry?.before, entry?.after],
      [notch.id, steve.id, null, 'A bot, …'],
    )
    const mails = await site.mails()
    const to = (address: string) => mails.findLast((mail) => mail.to?.[0]?.address === address)
    assert.match(
      to(steve.email)?.text ?? '',
      /An administrator deleted your account. Reason: A bot/,
    )
    const noticeText = to(notch.email)?.text ?? ''
    assert.match(noticeText, /Notch deleted the account Steve/)
    assert.match(noticeText, /Every backup made before that still contains.*monday\.backup/s)
  },
)

sqliteTest(
  'staff can delete players only with the permission and only players below them',
  async (site) => {
    const notch = await owner(site)
    const steve = await site.player('Steve', { ip: '192.0.2.9' })
    const alex = await administrator(site, ['panel.players.read', 'panel.players.ban'])
    const ari = await administrator(site, ['panel.players.delete'], {
      username: 'Ari',
      priority: 5,
      ip: '192.0.2.3',
    })
    const deleting = (by: typeof alex, whom: { id: string; username: string }) =>
      by.send('POST', `/admin/players/${whom.id}/delete`, { username: whom.username, reason: 'x' })

    const replies = [
      await deleting(alex, steve),
      await deleting(ari, notch),
      await deleting(ari, alex),
      await deleting(ari, steve),
      await deleting(notch, notch),
    ]

    assert.deepEqual(replies.map(outcome), [
      '403 auth.forbidden',
      '403 auth.forbidden',
      '403 auth.forbidden',
      '204',
      '409 player.lastsuperuser',
    ])
  },
)

siteTest('the panel can list the players whose deletion is scheduled', async (site) => {
  const notch = await owner(site)
  const steve = await site.player('Steve')
  const { body } = await requestDeletion(steve)

  const leaving = await notch.get('/admin/players', { deleting: true })
  const staying = await notch.get('/admin/players', { deleting: false })
  const card = await notch.get(`/admin/players/${steve.id}`)

  const shown = (items: { username: string; deletesAt?: string }[]) =>
    items.map(({ username, deletesAt }) => [username, deletesAt])
  assert.deepEqual(shown(leaving.body.items), [['Steve', body.deletesAt]])
  assert.deepEqual(shown(staying.body.items), [['Notch', undefined]])
  assert.equal(card.body.player.deletesAt, body.deletesAt)
})

siteTest(
  'a deleted player is signed out immediately at every instance',
  async (site) => {
    const notch = await owner(site)
    const steve = await site.player('Steve')
    const headers = bearer(steve.accessToken)
    const me = () => site.browser({ instance: 1 }).get('/auth/me', headers)
    const before = await me()

    const body = { username: 'Steve', reason: 'A bot' }
    await notch.send('POST', `/admin/players/${steve.id}/delete`, body)
    const after = await me()
    const login = await site.browser({ instance: 1 }).logIn('Steve', PASSWORD)

    assert.deepEqual([before, after, login].map(outcome), [
      '200',
      '401 auth.unauthorized',
      '401 auth.wrongcredentials',
    ])
  },
  { instances: 2 },
)

sqliteTest('commands can delete a player and cancel a scheduled deletion', async (site) => {
  const [steve, alex] = [await site.player('Steve'), await site.player('Alex')]
  await requestDeletion(alex)

  const unasked = await runPortal(['player', 'delete', 'Steve'], site.env)
  const done = await runPortal(
    ['player', 'delete', 'sTEVE', '--reason', 'A bot', '--json'],
    site.env,
  )
  const kept = await runPortal(['player', 'keep', 'Alex', '--json'], site.env)
  const again = await runPortal(['player', 'keep', 'Alex'], site.env)
  site.wait(30 * DAY)

  assert.notEqual(unasked.code, 0)
  assert.deepEqual(JSON.parse(done.stdout), { uuid: steve.id, username: 'Steve', done: 'delete' })
  assert.deepEqual(JSON.parse(kept.stdout), { username: 'Alex', done: 'keep' })
  assert.equal(again.code, 1)
  assert.deepEqual(await playersAndTombstones(site), { players: ['Alex'], tombstones: [steve.id] })
  const [entry] = await auditEntries(site, 'player.deleted')
  assert.deepEqual([entry?.actor, entry?.after], ['command', 'A bot'])
})

siteTest(
  'deleting a player keeps mails to an address that now belongs to another player',
  async (site) => {
    await setEverywhere(site, 'deletionDays', '0')
    const steve = await site.player('Steve')
    const wanted = { email: 'Alex@example.org', password: PASSWORD }
    await steve.browser.post('/cabinet/email', wanted, bearer(steve.accessToken))
    const alex = await site.player('Alex')
    await site.browser().post('/auth/reset', { email: alex.email })
    const before = await mailsTo(site, alex.email)

    await requestDeletion(steve)

    assert.deepEqual(await playersAndTombstones(site), {
      players: ['Alex'],
      tombstones: [steve.id],
    })
    assert.deepEqual(before.files, before.rows)
    assert.deepEqual(await mailsTo(site, alex.email), before)
    assert.equal((await mailsTo(site, steve.email)).files.length, 1)
  },
)

/** Returns the mails to an address: their rows in the outbox, and their files. */
async function mailsTo(site: Site, address: string) {
  const files = (await site.mails()).filter(({ to }) => to?.[0]?.address?.toLowerCase() === address)
  const rows = await site.app.db
    .selectFrom('outbox')
    .select((eb) => eb.fn<string>('lower', ['recipient']).as('to'))
    .execute()
  return {
    files: files.map(() => address),
    rows: rows.map(({ to }) => to).filter((to) => to === address),
  }
}
