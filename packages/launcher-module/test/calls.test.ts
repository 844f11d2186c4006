import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openHost, startModule } from './host.ts'
import { bareEnvironment } from './program.ts'
import { openStandIn, profileOf, refusal, STEVE } from './stand-in-site.ts'

const settings = (url: string) => ({ portal: { url, apiKey: 'key' } })

test('providers judge their own settings, and only known ones are opened', async () => {
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
    'limit holds "all"; it may hold a whole number from 1',
  ])
  const open = (kind: number, name: string) => refused(portal.call('OpenProvider', { kind, name }))
  assert.deepEqual(await open(5, 'portal'), [5, 'no provider of the kind 5'])
  assert.deepEqual(await open(1, 'other'), [5, 'no provider "other", only "portal"'])
  const skin = await portal.open('skin')
  assert.deepEqual(await refused(portal.call('Allows', { handle: skin, build: 'x' })), [
    5,
    `the handle ${skin} is of no access provider`,
  ])
  assert.deepEqual(await refused(portal.call('NewsItems', { handle: 99 })), [
    5,
    'the handle 99 is of no news provider',
  ])
})

test('nothing works before Configure, and the module survives being asked', async () => {
  await using host = await openHost({ config: settings('https://example.org') })
  const env = { ...bareEnvironment(host.temp, 'C'), LAMINARA_MODULE: 'laminara-module-v1' }
  const module = await startModule(join(host.folder, 'portal'), env)

  await assert.rejects(module.open('auth'), /Configure has to come first/)
  await assert.rejects(module.command('portal'), /Configure has to come first/)
  const { name } = await module.call('Info')
  await module.stop()

  assert.equal(name, 'portal')
})

test('new settings reach providers that are open; wrong ones change nothing', async () => {
  await using one = await openStandIn(() => ({ json: profileOf() }))
  await using two = await openStandIn(() => refusal(404, 'auth.usernotfound'))
  await using host = await openHost({ config: settings(one.url) })
  const { portal } = host
  const handle = await portal.open('access')
  const ask = () => portal.call('Allows', { handle, build: 'survival', subject: { uuid: STEVE } })
  const configure = (config: object) =>
    portal.call('Configure', { config: Buffer.from(JSON.stringify(config)) })

  const before = await ask()
  await assert.rejects(configure({ url: 'nonsense' }), /url holds "nonsense"/)
  const unchanged = await ask()
  await configure({ url: two.url, apiKey: 'key' })
  const after = await ask()

  assert.deepEqual(
    [before, unchanged, after],
    [{ allowed: true }, { allowed: true }, { allowed: false }],
  )
})

test('calls that mean nothing are refused one by one and end nothing', async () => {
  await using site = await openStandIn(() => ({ json: profileOf() }))
  await using host = await openHost({ config: settings(site.url) })
  const { portal } = host

  await assert.rejects(portal.command('nonsense'), /no command nonsense/)
  await assert.rejects(portal.call('Check', { service: 'other' }), /no service other/)
  assert.deepEqual(await portal.call('Emit', { topic: 't', data: { a: 'b' } }), {})
  assert.deepEqual((await portal.call('Check', { service: '' })).status, 1)
  assert.ok(existsSync(portal.handshake.split('|')[3] ?? ''))
})
