import assert from 'node:assert/strict'
import { reencryptProviderSecrets } from '../../../src/credentials/linked-accounts/reencrypt-providers.ts'
import { MINUTE, SECOND } from '../../../src/platform/clock.ts'
import { administrator, auditEntries, owner } from '../../support/administrator.ts'
import { outcome } from '../../support/browser.ts'
import { siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { CLIENT, openIssuer } from './issuer.ts'
import { outsideTest, sqliteOutsideTest } from './outside.ts'
import {
  addProvider,
  FORUM,
  logInByIdentity,
  ownerWithProvider,
  playerWithIdentity,
} from './with-identity.ts'

const PATH = '/admin/identity-providers'

sqliteTest('no response contains the secret of a provider', async (site) => {
  const notch = await owner(site)
  const { clientSecret: _, ...rest } = FORUM

  const added = await notch.send('POST', PATH, FORUM)
  const listed = await notch.get(PATH)

  const item = {
    ...rest,
    redirectUrl: 'http://localhost:8080/linked/forum',
    linked: 0,
    createdAt: new Date(site.now()).toISOString(),
  }
  assert.deepEqual([added.status, added.body], [201, item])
  assert.deepEqual(listed.body, {
    items: [item],
    redirectBase: 'http://localhost:8080/linked/',
    secure: true,
    editable: true,
  })
  site.wait(2 * SECOND)
  const { identityProviders } = (await site.browser().get('/config')).body
  assert.deepEqual(identityProviders, [{ slug: 'forum', kind: 'oidc', name: 'Our forum' }])
  const told = (await site.mails()).map(({ subject }) => subject)
  assert.ok(told.includes('A new way to sign in: Portal'))
})

siteTest(
  'the secret of a provider is readable neither in the database nor in the logs',
  async (site) => {
    await ownerWithProvider(site)

    const [row] = await site.app.db.selectFrom('identity_provider').selectAll().execute()
    const audits = await site.app.db.selectFrom('audit').selectAll().execute()

    const text = JSON.stringify([row, audits, site.logLines])
    assert.equal(text.includes(CLIENT.clientSecret), false)
    assert.equal(text.includes(Buffer.from(CLIENT.clientSecret).toString('base64url')), false)
  },
)

sqliteTest('only superusers can add, change and remove providers', async (site) => {
  await ownerWithProvider(site)
  const reader = await administrator(site, ['panel.access', 'panel.identities.manage'])
  const panelOnly = await administrator(site, ['panel.access'], {
    username: 'Zed',
    ip: '192.0.2.9',
  })

  const replies = [
    await reader.get(PATH),
    await reader.send('POST', PATH, { ...FORUM, slug: 'wiki' }),
    await reader.send('PATCH', `${PATH}/forum`, { trusted: true }),
    await reader.send('DELETE', `${PATH}/forum`),
    await panelOnly.get(PATH),
  ]

  const no = '403 auth.forbidden'
  assert.deepEqual(replies.map(outcome), ['200', no, no, no, no])
  assert.equal(replies[0]?.body.editable, false)
})

sqliteTest('the refusal of an invalid provider names its field', async (site) => {
  const notch = await ownerWithProvider(site)
  const create = (more: object) => notch.send('POST', PATH, { ...FORUM, slug: 'wiki', ...more })

  const replies = [
    await create({ slug: 'forum' }),
    await create({ slug: 'Forum!' }),
    await create({ issuer: 'http://forum.example.org' }),
    await create({ issuer: 'https://user:word@forum.example.org' }),
    await create({ issuer: undefined }),
    await create({ kind: 'microsoft', issuer: 'a tenant' }),
    await create({ clientSecret: 'with space' }),
    await create({ kind: 'facebook' }),
    await notch.send('PATCH', `${PATH}/nowhere`, { trusted: true }),
    await notch.send('DELETE', `${PATH}/nowhere`),
  ]

  const summary = replies.map((reply) =>
    [outcome(reply), reply.body.fields?.[0]?.field].filter(Boolean).join(' '),
  )
  assert.deepEqual(summary, [
    '409 identity.slugtaken',
    '400 request.invalid slug',
    ...Array(3).fill('400 request.invalid issuer'),
    '400 request.invalid issuer',
    '400 request.invalid clientSecret',
    '400 request.invalid kind',
    ...Array(2).fill('404 identity.providernotfound'),
  ])
})

const SIGNS = [
  '\u0085',
  '\u061c',
  '\u200e',
  '\u200f',
  '\u202a',
  '\u202e',
  '\u2066',
  '\u2069',
  '\u200b',
  '\u2060',
  '\ufeff',
  '\u3164',
]

sqliteTest('a provider name with direction controls is refused', async (site) => {
  const notch = await ownerWithProvider(site)
  const names = ['   ', 'two\nlines', 'x'.repeat(65), ...SIGNS.map((sign) => `For${sign}um`)]

  const replies = [
    await notch.send('POST', PATH, { ...FORUM, slug: 'wiki', name: '  Форум & Ко 👍 ' }),
    ...(await Promise.all(
      names.flatMap((name) => [
        notch.send('POST', PATH, { ...FORUM, slug: 'other', name }),
        notch.send('PATCH', `${PATH}/forum`, { name }),
      ]),
    )),
  ]

  const [added, ...refused] = replies
  assert.deepEqual([added?.status, added?.body.name], [201, 'Форум & Ко 👍'])
  const faults = refused.map((reply) => [outcome(reply), reply.body.fields?.[0]?.field].join(' '))
  assert.deepEqual(faults, Array(2 * names.length).fill('400 request.invalid name'))
})

sqliteTest('a Google provider gets no issuer, even if one is given', async (site) => {
  const notch = await owner(site)
  const create = (kind: string, issuer?: string) =>
    notch.send('POST', PATH, { ...FORUM, slug: `a-${kind}`, kind, issuer })

  const issuers = [await create('microsoft'), await create('google', 'https://evil.example')].map(
    ({ body }) => body.issuer,
  )

  assert.deepEqual(issuers, ['common', null])
})

outsideTest('a new provider secret takes effect immediately', async (site, outside) => {
  await using issuer = await openIssuer(outside)
  const notch = await ownerWithProvider(site, { ...FORUM, clientSecret: 'mistyped' })
  const steve = await site.player('Steve')
  const wrong = await logInByIdentity(steve.browser, issuer, 'steve')

  await notch.send('PATCH', `${PATH}/forum`, { clientSecret: CLIENT.clientSecret })
  const right = await logInByIdentity(steve.browser, issuer, 'steve')

  assert.deepEqual([wrong, right].map(outcome), ['400 identity.wrong', '403 identity.notlinked'])
  const [trace] = await auditEntries(site, 'identity-provider.changed')
  assert.match(trace?.after ?? '', /"clientSecret":"replaced"/)
  const told = (await site.mails()).map(({ subject }) => subject)
  assert.ok(told.includes('Signing in with Our forum was changed: Portal'))
})

sqliteOutsideTest('removing a provider removes its links', async (site, outside) => {
  await using issuer = await openIssuer(outside)
  const notch = await ownerWithProvider(site)
  await playerWithIdentity(site, issuer)
  const [before] = (await notch.get(PATH)).body.items
  const removed = await notch.send('DELETE', `${PATH}/forum`)
  await addProvider(notch)

  const reply = await logInByIdentity(site.browser(), issuer, 'steve')

  assert.equal(before.linked, 1)
  assert.deepEqual([removed, reply].map(outcome), ['204', '403 identity.notlinked'])
})

outsideTest('a linked account still signs in after key rotation', async (site, outside) => {
  await using issuer = await openIssuer(outside)
  await ownerWithProvider(site)
  await playerWithIdentity(site, issuer)
  const { kid } = await site.app.keys.rotate()
  site.wait(MINUTE)

  const counts = [
    await reencryptProviderSecrets(site.app),
    await reencryptProviderSecrets(site.app),
  ]
  const reply = await logInByIdentity(site.browser(), issuer, 'steve')

  assert.deepEqual(counts, [1, 0])
  assert.equal(outcome(reply), '200')
  const [row] = await site.app.db.selectFrom('identity_provider').selectAll().execute()
  assert.ok(row?.secret_sealed.startsWith(`${kid}.`))
})

sqliteOutsideTest(
  'an administrator can test whether a provider is reachable',
  async (site, outside) => {
    const notch = await ownerWithProvider(site)
    const away = await notch.send('POST', `${PATH}/forum/test`)
    await using _issuer = await openIssuer(outside)

    const there = await notch.send('POST', `${PATH}/forum/test`)

    assert.equal(away.body.reached, false)
    assert.match(away.body.reason, /no server at/)
    assert.deepEqual(there.body, { reached: true, reason: null })
  },
)
