import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openHost, startModule } from './host.ts'
import { bareEnvironment } from './program.ts'
import { openStandIn, profileOf, refusal, STEVE } from './stand-in-site.ts'

const settings = (url: string) => ({ portal: { url, apiKey: 'key' } })

test('OpenProvider refuses unknown providers and invalid settings', async () => {
  await using site = await openStandIn(() => ({ json: profileOf() }))
  await using host = await openHost({ config: settings(site.url) })
  const { portal } = host
  const refused = (work: Promise<unknown>) =>
    work.then(
      () => 'accepted',
      (error: { code: number; details: string }) => [error.code, error.details],
    )

  assert.deepEqual(await refused(portal.open('auth', { url: 'x' })), [
    3,
    'unknown field "url"; known fields: type',
  ])
  assert.deepEqual(await refused(portal.open('news', { limit: 'all' })), [
    3,
    'limit is "all"; it must be a whole number from 1',
  ])
  const open = (kind: number, name: string) => refused(portal.call('OpenProvider', { kind, name }))
  assert.deepEqual(await open(5, 'portal'), [5, 'unknown kind of provider: 5'])
  assert.deepEqual(await open(1, 'other'), [5, 'unknown provider "other", expected "portal"'])
  const skin = await portal.open('skin')
  assert.deepEqual(await refused(portal.call('Allows', { handle: skin, build: 'x' })), [
    5,
    `no access provider has handle ${skin}`,
  ])
  assert.deepEqual(await refused(portal.call('NewsItems', { handle: 99 })), [
    5,
    'no news provider has handle 99',
  ])
})

test('a call before Configure fails and does not end the module', async () => {
  await using host = await openHost({ config: settings('https://example.org') })
  const env = { ...bareEnvironment(host.temp, 'C'), LAMINARA_MODULE: 'laminara-module-v1' }
  const module = await startModule(join(host.folder, 'portal'), env)

  await assert.rejects(module.open('auth'), /Configure must be called first/)
  await assert.rejects(module.command('portal'), /Configure must be called first/)
  const { name } = await module.call('Info')
  await module.stop()

  assert.equal(name, 'portal')
})

test('new settings take effect for providers that are already open', async () => {
  await using one = await openStandIn(() => ({ json: profileOf() }))
  await using two = await openStandIn(() => refusal(404, 'auth.usernotfound'))
  await using host = await openHost({ config: settings(one.url) })
  const { portal } = host
  const handle = await portal.open('access')
  const ask = () => portal.call('Allows', { handle, build: 'survival', subject: { uuid: STEVE } })
  const configure = (config: object) =>
    portal.call('Configure', { config: Buffer.from(JSON.stringify(config)) })

  const before = await ask()
  await assert.rejects(configure({ url: 'nonsense' }), /url is "nonsense"/)
  const unchanged = await ask()
  await configure({ url: two.url, apiKey: 'key' })
  const after = await ask()

  assert.deepEqual(
    [before, unchanged, after],
    [{ allowed: true }, { allowed: true }, { allowed: false }],
  )
})

test('an invalid call is refused and does not end the module', async () => {
  await using site = await openStandIn(() => ({ json: profileOf() }))
  await using host = await openHost({ config: settings(site.url) })
  const { portal } = host

  await assert.rejects(portal.command('nonsense'), /unknown command nonsense/)
  await assert.rejects(portal.call('Check', { service: 'other' }), /unknown service other/)
  assert.deepEqual(await portal.call('Emit', { topic: 't', data: { a: 'b' } }), {})
  assert.deepEqual((await portal.call('Check', { service: '' })).status, 1)
  assert.ok(existsSync(portal.handshake.split('|')[3] ?? ''))
})
