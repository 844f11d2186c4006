import assert from 'node:assert/strict'
import { COMMAND_LINE } from '../../src/audit/actor.ts'
import { changeClient, replaceSecret } from '../../src/openid/clients/change-client.ts'
import { alertOnStaffGuessing } from '../../src/permissions/superusers/alert-on-staff-guessing.ts'
import { changeSource } from '../../src/purchases/change-source.ts'
import { json } from '../cli/command.ts'
import { FORUM } from '../credentials/linked-accounts/with-identity.ts'
import { NEW_KEY } from '../integrations/api-keys/key-manager.ts'
import { set } from '../mail/mail-site.ts'
import { NEW_CLIENT, newRelyingParty } from '../openid/relying-party.ts'
import { enableTwoFactor, WRONG } from '../sign-in/sign-in-surfaces.ts'
import { outcome } from '../support/browser.ts'
import type { Site } from '../support/site.ts'
import { openOwner, openStaff, type Staff, sqliteStaffTest, staffTest } from '../support/staff.ts'

const LOGINS = '/panel/audit?action=login.missed'
const ANYWHERE = { ...NEW_KEY, name: 'Everywhere', addresses: ['0.0.0.0/0'] }

sqliteStaffTest(
  'every superuser is notified of a new superuser in their own language',
  async (site) => {
    const { owner } = await openOwners(site)
    const steve = await openStaff(site, 'Steve')
    await openStaff(site, 'Mod', { nodes: ['panel.*'] })

    await owner.patch(`/admin/players/${steve.id}`, { superuser: true })
    const notices = await mailsOf(site)
    await owner.patch(`/admin/players/${steve.id}`, { superuser: true })
    await owner.patch(`/admin/players/${steve.id}`, { superuser: false })
    const again = await mailsOf(site)

    assert.deepEqual(
      notices.map(({ to, subject }) => [to, subject]),
      [
        ['jeb@example.org', 'Новый суперпользователь: Portal'],
        ['notch@example.org', 'A new superuser: Portal'],
        ['steve@example.org', 'A new superuser: Portal'],
      ],
    )
    assert.deepEqual(
      notices.slice(0, 2).map(({ text }) => text.split('\n\n').at(1)),
      [
        'Игрок Steve стал суперпользователем и может делать на сайте всё. Это сделал игрок Notch с адреса 127.0.0.1, 1 января 2030 г. в 12:00 UTC.',
        'Steve was made a superuser and can do everything on the site. It was done by Notch from the address 127.0.0.1, January 1, 2030 at 12:00 PM UTC.',
      ],
    )
    assert.equal(again.length, notices.length)
  },
)

sqliteStaffTest('a refused attempt to make a superuser sends no notice', async (site) => {
  const { owner } = await openOwners(site)
  const mod = await openStaff(site, 'Mod', { nodes: ['panel.*'] })
  const steve = await openStaff(site, 'Steve')
  const path = `/admin/players/${steve.id}`

  const replies = [
    await mod.patch(path, { superuser: true }),
    await owner.patch(path, { superuser: true, roles: ['nowhere'] }),
  ]

  assert.deepEqual(replies.map(outcome), ['403 auth.forbidden', '404 role.notfound'])
  assert.deepEqual(await mailsOf(site), [])
})

sqliteStaffTest('every superuser is notified when staff turn off their own 2FA', async (site) => {
  await openOwners(site)
  const mod = await openStaff(site, 'Mod', { nodes: ['panel.access'] })
  const steve = await openStaff(site, 'Steve')
  const codes = [await enableTwoFactor(site, mod), await enableTwoFactor(site, steve)]

  const replies = [
    await mod.post('/cabinet/2fa/disable', { code: codes[0]?.() }),
    await steve.post('/cabinet/2fa/disable', { code: codes[1]?.() }),
  ]
  const notices = (await mailsOf(site)).filter(({ subject }) => !/ is (on|off): /.test(subject))

  assert.deepEqual(replies.map(outcome), ['204', '204'])
  assert.deepEqual(
    notices.map(({ to, subject }) => [to, subject]),
    [
      ['jeb@example.org', 'Двухфакторная защита игрока Mod снята: Portal'],
      ['notch@example.org', 'Two-factor authentication of Mod was removed: Portal'],
    ],
  )
  assert.match(notices[1]?.text ?? '', /It was done by Mod from the address 127\.0\.0\.1, /)
})

sqliteStaffTest(
  "every superuser is notified when an administrator removes a player's 2FA",
  async (site) => {
    const { owner } = await openOwners(site)
    await owner.role('mod', 5)
    const mod = await openStaff(site, 'Mod', { roles: ['mod'], nodes: ['panel.players.2fa'] })
    const steve = await openStaff(site, 'Steve')
    await enableTwoFactor(site, steve)

    const replies = [
      await mod.delete(`/admin/players/${steve.id}/2fa`),
      await mod.delete(`/admin/players/${steve.id}/2fa`), // no 2FA left
    ]
    const notices = await mailsOf(site)

    assert.deepEqual(replies.map(outcome), ['204', '204'])
    assert.deepEqual(
      notices.map(({ to, subject }) => [to, subject]),
      [
        ['jeb@example.org', 'Двухфакторная защита игрока Steve снята: Portal'],
        ['notch@example.org', 'Two-factor authentication of Steve was removed: Portal'],
        ['steve@example.org', 'Two-factor authentication is off: Portal'],
        ['steve@example.org', 'Two-factor authentication is on: Portal'],
      ],
    )
    assert.match(notices[1]?.text ?? '', /It was done by Mod from the address 127\.0\.0\.1, /)
  },
)

sqliteStaffTest(
  'every superuser is notified of an API key that trusts every address',
  async (site) => {
    const { owner } = await openOwners(site)
    const count = async () =>
      (await mailsOf(site)).filter(({ subject }) => /any address|любого адреса/.test(subject))
        .length / 2
    const counts: number[] = []

    const { body: some } = await owner.post('/admin/api-keys', NEW_KEY)
    counts.push(await count())
    const { body: open } = await owner.post('/admin/api-keys', ANYWHERE)
    counts.push(await count())
    for (const [id, changes] of [
      [some.id, { addresses: ['198.51.100.0/24', '::/1'] }],
      [some.id, { addresses: ['198.51.100.7', '2001:db8::/0'] }],
      [some.id, { name: 'Renamed' }],
      [some.id, { addresses: ['::/0'] }],
      [some.id, { addresses: ['::/0', '::ffff:0:0/96'] }],
      [open.id, { addresses: [] }],
      [open.id, { addresses: ['203.0.113.5/0'] }],
    ] as const) {
      const reply = await owner.patch(`/admin/api-keys/${id}`, changes)
      assert.equal(reply.status, 200)
      counts.push(await count())
    }

    assert.deepEqual(counts, [0, 1, 1, 2, 2, 2, 3, 3, 4])
    const [first] = await mailsOf(site)
    assert.equal(first?.subject, 'Ключ API действует с любого адреса: Portal')
    assert.match(first?.text ?? '', /Ключ API «Everywhere» действует с любого адреса/)
  },
)

sqliteStaffTest('every superuser is notified of a change by the command line', async (site) => {
  await openOwners(site)
  const steve = await openStaff(site, 'Steve')
  await enableTwoFactor(site, steve)

  await json(site, ['player', '2fa-off', 'Steve'])
  await json(site, ['player', 'edit', 'Steve', '--superuser'])
  await json(site, ['player', 'edit', 'Steve', '--no-superuser'])
  await json(site, ['player', 'create', 'Alex', 'alex@example.org', '--superuser'])
  const notices = (await mailsOf(site)).filter(({ to }) => to.startsWith('notch'))

  assert.deepEqual(
    notices.map(({ subject }) => subject),
    [
      'A new superuser: Portal',
      'A new superuser: Portal',
      'Two-factor authentication of Steve was removed: Portal',
    ],
  )
  for (const { text } of notices) assert.match(text, /It was done at the server's command line, /)
})

staffTest('banned and unconfirmed superusers receive no notices', async (site) => {
  const { owner, jeb } = await openOwners(site)
  const alex = await openOwner(site, 'Alex')
  await owner.patch(`/admin/players/${alex.id}`, { activated: false })
  await owner.post(`/admin/players/${jeb.id}/ban`, { reason: 'away' })

  await owner.post('/admin/api-keys', ANYWHERE)

  const notices = await mailsOf(site)
  assert.deepEqual(
    notices.map(({ to }) => to),
    ['notch@example.org'],
  )
})

sqliteStaffTest('each notice to superusers links to the panel page of the change', async (site) => {
  const { owner } = await openOwners(site)
  const steve = await openStaff(site, 'Steve')
  const alex = await openStaff(site, 'Alex')
  await enableTwoFactor(site, steve)

  await owner.patch(`/admin/players/${steve.id}`, { superuser: true })
  await owner.delete(`/admin/players/${steve.id}/2fa`)
  await owner.post('/admin/api-keys', NEW_KEY)
  await owner.post('/admin/api-keys', ANYWHERE)
  await owner.post('/admin/identity-providers', FORUM)
  await owner.patch('/admin/identity-providers/forum', { trusted: true })
  await owner.post(`/admin/players/${alex.id}/delete`, { username: 'Alex', reason: 'A bot' })
  await changeSource(site.app, COMMAND_LINE, 'tebex', { isEnabled: true })
  await newRelyingParty(site, { name: 'Our wiki' })
  for (let turn = 0; turn < 20; turn += 1) await site.browser().logIn('Notch', WRONG)
  await alertOnStaffGuessing(site.app)

  const notices = (await mailsOf(site)).filter(({ to }) => /^(notch|jeb)@/.test(to))
  const buttons = notices.map(({ to, subject, text }) => {
    const [, label, path] = /^(.+):\nhttp:\/\/localhost:8080(.+)$/m.exec(text) ?? []
    return [to.split('@')[0], subject.replace(': Portal', ''), label, path]
  })
  const player = ['Open the player’s page', `/panel/players/${steve.id}`]
  const keys = ['Open the API keys', '/panel/keys']
  const services = ['Open the sign-in services', '/panel/providers']
  const english = [
    ['A new API key', ...keys],
    ['A new superuser', ...player],
    ['A new way to sign in', ...services],
    ['An API key works from any address', ...keys],
    ['Signing in with Our forum was changed', ...services],
    ['Somebody is trying to sign in as staff', 'Open the audit log', LOGINS],
    ['The account Alex was deleted', 'Open the backups', '/panel/system'],
    ['The application Our wiki was changed', 'Open the applications', '/panel/applications'],
    ['The shop Tebex was changed', 'Open the purchases', '/panel/purchases'],
    ['Two-factor authentication of Steve was removed', ...player],
  ]
  assert.deepEqual(
    buttons.filter(([to]) => to === 'notch').map(([, ...rest]) => rest),
    english,
  )
  const paths = (rows: (string | undefined)[][]) => rows.map((row) => row.at(-1)).sort()
  const russian = buttons.filter(([to]) => to === 'jeb')
  assert.deepEqual(paths(russian), paths(english))
  assert.ok(russian.every(([, , label]) => /^Открыть [а-я ]+( API)?$/.test(label ?? '')))
})

sqliteStaffTest(
  'superusers are notified when a shop is turned on or its key is replaced',
  async (site) => {
    await openOwners(site)
    const { app } = site
    const subjects = async (): Promise<string[]> =>
      (await mailsOf(site)).filter(({ to }) => to.startsWith('notch')).map(({ subject }) => subject)

    await changeSource(app, COMMAND_LINE, 'tebex', { isEnabled: true, secret: 'a'.repeat(32) })
    await changeSource(app, COMMAND_LINE, 'tebex', { isEnabled: true })
    await changeSource(app, COMMAND_LINE, 'tebex', { isEnabled: false })
    assert.deepEqual(await subjects(), ['The shop Tebex was changed: Portal'])

    await changeSource(app, COMMAND_LINE, 'easydonate', { secret: 'b'.repeat(32) })
    assert.deepEqual(await subjects(), [
      'The shop EasyDonate was changed: Portal',
      'The shop Tebex was changed: Portal',
    ])
  },
)

sqliteStaffTest(
  'superusers are notified when an application is created, changed or has a new secret',
  async (site) => {
    await openOwners(site)
    const { app } = site
    const count = async (): Promise<number> =>
      (await mailsOf(site)).filter(
        ({ to, subject }) =>
          to.startsWith('notch') && subject === 'The application Our wiki was changed: Portal',
      ).length
    const { clientId } = await newRelyingParty(site, { name: 'Our wiki' })
    const counts = [await count()]
    for (const redirectUris of [NEW_CLIENT.redirectUris, ['https://other.example.org/callback']]) {
      await changeClient(app, COMMAND_LINE, clientId, { redirectUris })
      counts.push(await count())
    }
    await replaceSecret(app, COMMAND_LINE, clientId)
    counts.push(await count())

    assert.deepEqual(counts, [1, 1, 2, 3])
  },
)

/** Creates two superusers: Notch reads English, Jeb reads Russian. */
async function openOwners(site: Site): Promise<{ owner: Staff; jeb: Staff }> {
  await set(site, 'leakCheck', 'off')
  const owner = await openOwner(site, 'Notch')
  const jeb = await openOwner(site, 'Jeb')
  const russian = { locale: 'ru' }
  await site.app.db.updateTable('player').set(russian).where('id', '=', jeb.id).execute()
  return { owner, jeb }
}

async function mailsOf(site: Site) {
  const mails = await site.mails()
  return mails
    .map(({ to, subject = '', text = '' }) => ({ to: to?.[0]?.address ?? '', subject, text }))
    .sort((a, b) => (Object.values(a).join() < Object.values(b).join() ? -1 : 1))
}
