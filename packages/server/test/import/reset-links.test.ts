import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { COMMAND_LINE } from '../../src/audit/actor.ts'
import { setPassword } from '../../src/credentials/password/set-password.ts'
import { sendResetLinks } from '../../src/import/send-reset-links.ts'
import { consumeMailQuota } from '../../src/mail/mail-rate-limit.ts'
import { DAY } from '../../src/platform/clock.ts'
import { findPlayerByLogin } from '../../src/players/player-store.ts'
import { owner } from '../support/administrator.ts'
import { outcome } from '../support/browser.ts'
import { newFolder } from '../support/server-process.ts'
import { type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { GO, inPhase, looked } from './panel-importer.ts'

const HASH = '$2a$10$EixZaYVK1fsbw1ZfbX3OXePaWxn96p36WQoeG6Lruj3vjPGga31lW'

async function imported(site: Site, rows: readonly string[]) {
  using folder = newFolder()
  const file = join(folder.path, 'players.csv')
  writeFileSync(file, ['username,email,passwordHash', ...rows].join('\n'))
  const notch = await owner(site)
  await looked(site, notch, file, { source: 'csv' })
  await notch.send('POST', '/admin/import/start', GO)
  await inPhase(notch, ['done'])
  const send = () => notch.send('POST', '/admin/import/reset-links')
  return { notch, send }
}

async function linkedTo(site: Site): Promise<string[]> {
  const mails = (await site.mails()).filter(({ subject }) => subject?.startsWith('Choose'))
  return mails.map(({ to }) => to?.[0]?.address ?? '').sort()
}

siteTest('each player imported without a password gets one reset link', async (site) => {
  const rows = [`Old,old@example.org,${HASH}`, 'Steve,steve@example.org,', 'Alex,,']
  const { notch, send } = await imported(site, rows)

  const before = await notch.get('/admin/import/reset-links')
  const [first, second] = await Promise.all([send(), send()])
  const third = await send()

  assert.deepEqual(before.body, { waiting: 1, withoutEmail: 1 })
  assert.equal(first.body.sent + second.body.sent, 1)
  assert.deepEqual(third.body, { sent: 0, waiting: 0, withoutEmail: 1 })
  assert.deepEqual(await linkedTo(site), ['steve@example.org'])
})

sqliteTest(
  'an imported player can set a password by the mailed link within 7 days',
  async (site) => {
    const { send } = await imported(site, ['Steve,steve@example.org,'])
    await send()
    const mail = (await site.mails()).find(({ subject }) => subject?.startsWith('Choose'))
    const hash = /reset\?hash=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''

    site.wait(7 * DAY - 1)
    const body = { hash, password: 'an entirely new one' }
    const reset = await site.browser().send('POST', '/auth/password', body)
    const signedIn = await site.browser().logIn('Steve', 'an entirely new one')
    const again = await site.browser().send('POST', '/auth/password', body)

    assert.deepEqual([reset, signedIn, again].map(outcome), ['204', '200', '400 auth.linkexpired'])
  },
)

siteTest('a player who has set a password since the import gets no link', async (site) => {
  const { send } = await imported(site, ['Steve,steve@example.org,'])
  const steve = await findPlayerByLogin(site.app.db, 'steve')
  assert.ok(steve)
  await setPassword(site.app, COMMAND_LINE, steve, 'an entirely new one')

  const { body } = await send()

  assert.deepEqual(body, { sent: 0, waiting: 0, withoutEmail: 0 })
})

sqliteTest('a player at the mail limit gets the reset link later', async (site) => {
  const rows = ['Steve,steve@example.org,', 'Alex,alex@example.org,']
  const { notch, send } = await imported(site, rows)
  for (let mail = 0; mail < 10; mail += 1) {
    await consumeMailQuota(site.app, 'reset', 'steve@example.org')
  }

  const limited = await send()
  site.wait(DAY)
  const later = await sendResetLinks(site.app, { actor: notch.id, ip: null })

  assert.deepEqual(limited.body, { sent: 1, waiting: 1, withoutEmail: 0 })
  assert.deepEqual(later, { sent: 1, waiting: 0, withoutEmail: 0 })
})

sqliteTest('more than 100 reset links are sent by repeating the request', async (site) => {
  const rows = Array.from({ length: 101 }, (_, place) => `P_${place},p${place}@example.org,`)
  const { send } = await imported(site, rows)

  const replies = [(await send()).body, (await send()).body]

  assert.deepEqual(
    replies.map(({ sent, waiting }) => [sent, waiting]),
    [
      [100, 1],
      [1, 0],
    ],
  )
})

sqliteTest('only superusers can send reset links to imported players', async (site) => {
  await imported(site, ['Steve,steve@example.org,'])
  const alex = await site.player('Alex')
  const refused = await alex.browser.send('POST', '/admin/import/reset-links', undefined, {
    authorization: `Bearer ${alex.accessToken}`,
  })

  assert.equal(refused.status, 403)
})
