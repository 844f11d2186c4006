import assert from 'node:assert/strict'
import type { ClientChanges } from '@portal/contract'
import { COMMAND_LINE } from '../../src/audit/actor.ts'
import {
  changeClient,
  existingClient,
  revokeClient,
} from '../../src/openid/clients/change-client.ts'
import { MINUTE } from '../../src/platform/clock.ts'
import { administrator, auditEntries, owner } from '../support/administrator.ts'
import { outcome, type Reply } from '../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { openOwner, sqliteStaffTest } from '../support/staff.ts'
import { basic, NEW_CLIENT, newRelyingParty, post } from './relying-party.ts'

const PATH = '/admin/clients'

/** Whether a secret of a client is accepted. */
async function isAccepted(site: Site, clientId: string, clientSecret: string): Promise<boolean> {
  const headers = basic({ clientId, clientSecret })
  return (await post(site, '/oidc/token/introspection', { token: 'x' }, headers)).status === 200
}

sqliteTest('a new client is listed without its secret', async (site) => {
  const notch = await owner(site)

  const created = await notch.send('POST', PATH, { ...NEW_CLIENT, name: ' Wiki ' })
  const { body } = await notch.get(PATH)

  const { clientId, clientSecret } = created.body
  assert.deepEqual([created.status, created.body.name], [201, 'Wiki'])
  assert.equal(await isAccepted(site, clientId, clientSecret), true)
  assert.deepEqual([body.issuer, body.editable], ['http://localhost:8080', true])
  assert.deepEqual(
    body.items.map((item: Reply['body']) => [item.clientId, item.author]),
    [[clientId, notch.id]],
  )
  assert.equal(JSON.stringify(body).includes('ecret":"'), false)
})

sqliteTest('only superusers create, change and revoke clients', async (site) => {
  const { clientId } = await newRelyingParty(site)
  const alex = await administrator(site, ['panel.access', 'panel.clients.manage'])
  const brian = await administrator(site, ['panel.access', 'panel.keys.manage'], {
    username: 'Brian',
  })

  const read = await alex.get(PATH)
  const unread = await brian.get(PATH)
  const changes = [
    await alex.send('POST', PATH, NEW_CLIENT),
    await alex.send('PATCH', `${PATH}/${clientId}`, { trusted: true }),
    await alex.send('POST', `${PATH}/${clientId}/secret`),
    await alex.send('DELETE', `${PATH}/${clientId}`),
  ]

  assert.deepEqual([read.status, read.body.editable, read.body.items.length], [200, false, 1])
  assert.equal(outcome(unread), '403 auth.forbidden')
  assert.deepEqual(changes.map(outcome), Array(4).fill('403 auth.forbidden'))
})

sqliteStaffTest('clients and secrets require a recent re-authentication', async (site) => {
  const { clientId } = await newRelyingParty(site)
  const notch = await openOwner(site)
  const replies = async () => {
    const created = await notch.post(PATH, NEW_CLIENT)
    const changed = await notch.patch(`${PATH}/${clientId}`, { trusted: true })
    const replaced = await notch.post(`${PATH}/${clientId}/secret`)
    return [created, changed, replaced].map(outcome)
  }
  site.wait(10 * MINUTE)

  const before = await replies()
  await notch.post('/auth/prove', { password: PASSWORD })
  const after = await replies()

  assert.deepEqual(before, Array(3).fill('403 auth.proofrequired'))
  assert.deepEqual(after, ['201', '200', '200'])
})

siteTest('after a new secret was made, the old secret stays valid for seven days', async (site) => {
  const notch = await owner(site)
  const { clientId, clientSecret } = await newRelyingParty(site)

  const { status, body } = await notch.send('POST', `${PATH}/${clientId}/secret`)

  const works = await Promise.all(
    [clientSecret, body.clientSecret].map((secret) => isAccepted(site, clientId, secret)),
  )
  assert.deepEqual([status, works], [200, [true, true]])
  assert.ok(body.oldSecretUntil)
})

sqliteTest('a public client never has a secret', async (site) => {
  const notch = await owner(site)

  const { body } = await notch.send('POST', PATH, { ...NEW_CLIENT, public: true, pkce: false })
  const replaced = await notch.send('POST', `${PATH}/${body.clientId}/secret`)

  assert.deepEqual([body.clientSecret, body.pkce], [null, true])
  assert.equal(outcome(replaced), '404 openid.clientnotfound')
})

sqliteTest('a revoked client stays in the list and cannot be changed', async (site) => {
  const notch = await owner(site)
  const { clientId } = await newRelyingParty(site)

  const revoked = await notch.send('DELETE', `${PATH}/${clientId}`)
  const later = [
    await notch.send('PATCH', `${PATH}/${clientId}`, { trusted: true }),
    await notch.send('POST', `${PATH}/${clientId}/secret`),
    await notch.send('DELETE', `${PATH}/${clientId}`),
  ]

  const { body } = await notch.get(PATH)
  const entries = await auditEntries(site, 'openid-client.revoked')
  assert.equal(revoked.status, 204)
  assert.deepEqual(later.map(outcome), Array(3).fill('404 openid.clientnotfound'))
  assert.ok(body.items[0].revokedAt)
  assert.deepEqual(
    entries.map(({ actor, target }) => [actor, target]),
    [[notch.id, clientId]],
  )
})

siteTest('concurrent changes of different fields of a client are all kept', async (site) => {
  const { clientId } = await newRelyingParty(site)
  const change = (changes: ClientChanges) => changeClient(site.app, COMMAND_LINE, clientId, changes)

  for (let round = 0; round < 5; round += 1) {
    const isOn = round % 2 === 0
    const wanted = {
      name: `Wiki ${round}`,
      trusted: isOn,
      permission: `wiki.${round}`,
      accessToken: isOn ? ('jwt' as const) : ('opaque' as const),
      pkce: !isOn,
      device: isOn,
    }

    await Promise.all([
      change({ name: wanted.name }),
      change({ trusted: wanted.trusted }),
      change({ permission: wanted.permission }),
      change({ accessToken: wanted.accessToken }),
      change({ pkce: wanted.pkce }),
      change({ device: wanted.device }),
    ])

    const { name, trusted, permission, accessToken, pkce, device } = await existingClient(
      site.app,
      clientId,
    )
    assert.deepEqual({ name, trusted, permission, accessToken, pkce, device }, wanted)
  }
})

siteTest('only one of ten concurrent revocations of a client succeeds', async (site) => {
  const { clientId } = await newRelyingParty(site)

  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, () => revokeClient(site.app, COMMAND_LINE, clientId)),
  )

  const entries = await auditEntries(site, 'openid-client.revoked')
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.equal(entries.length, 1)
})

siteTest('repeated requests with one idempotency key create one client', async (site) => {
  const notch = await owner(site)
  const headers = {
    authorization: `Bearer ${notch.accessToken}`,
    'idempotency-key': 'a-key-of-a-new-client',
  }

  const replies = await Promise.all(
    Array.from({ length: 5 }, () => site.browser().post(PATH, NEW_CLIENT, headers)),
  )
  const again = await site.browser().post(PATH, NEW_CLIENT, headers)

  const { body } = await notch.get(PATH)
  assert.equal(body.items.length, 1)
  assert.equal(
    again.body.clientSecret,
    replies.find(({ status }) => status === 201)?.body.clientSecret,
  )
})

for (const name of [
  'CraftLand',
  'craft land',
  'СrаftLаnd', // with Cyrillic letters
  'CRAFT-LAND!',
  'Cràftländ',
  'Craft1and',
  'CraftLand Panel',
  'Support of CraftLand'.replace(' of', ''),
  'Admin panel',
  'Аdmіn',
  'Панель управления',
  'Администрация CraftLand',
]) {
  sqliteTest(`a client cannot imitate the site with the name ${name}`, async (site) => {
    const notch = await owner(site)
    await notch.send('PATCH', '/admin/settings', { siteName: 'CraftLand' })
    const { clientId } = await newRelyingParty(site)

    const created = await notch.send('POST', PATH, { ...NEW_CLIENT, name })
    const changed = await notch.send('PATCH', `${PATH}/${clientId}`, { name })

    assert.deepEqual([created, changed].map(outcome), Array(2).fill('400 openid.imitation'))
  })
}

sqliteTest('the name of a client may contain the name of the site', async (site) => {
  const notch = await owner(site)
  await notch.send('PATCH', '/admin/settings', { siteName: 'CraftLand' })

  const replies = []
  for (const name of ['CraftLand Wiki', 'Форум CraftLand', 'Staff wiki', 'Grafana']) {
    replies.push(await notch.send('POST', PATH, { ...NEW_CLIENT, name }))
  }

  assert.deepEqual(replies.map(outcome), Array(4).fill('201'))
})

sqliteTest('a client that has the site’s new name can still be changed', async (site) => {
  const notch = await owner(site)
  const { clientId } = await newRelyingParty(site, { name: 'CraftLand' })
  await notch.send('PATCH', '/admin/settings', { siteName: 'CraftLand' })

  const changed = await notch.send('PATCH', `${PATH}/${clientId}`, { trusted: true })

  assert.deepEqual([changed.status, changed.body.name], [200, 'CraftLand'])
})

sqliteTest('the refusal of a malformed redirect address names the field', async (site) => {
  const notch = await owner(site)

  const { status, body } = await notch.send('POST', PATH, {
    ...NEW_CLIENT,
    redirectUris: ['http://forum.example.org/callback'],
  })

  assert.deepEqual([status, body.fields[0].field], [400, 'redirectUris'])
  assert.match(body.fields[0].message, /^An address begins with https/)
})
