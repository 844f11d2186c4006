import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { waitUntil } from '../../server/test/support/wait-until.ts'
import { openHost } from './host.ts'
import { bareEnvironment, installProgram, newFolder } from './program.ts'
import { openStandIn, STEVE } from './stand-in-site.ts'

/** A host that starts a module, prints its process id and waits. */
const HOST = `
  const { spawn } = require('node:child_process')
  const child = spawn(process.argv[1], { stdio: [process.argv[2], 'pipe', 'inherit'] })
  child.stdout.once('data', () => console.log(child.pid))
  setInterval(() => {}, 1000)
`

/** Makes the module fail on SIGUSR2 as if it had a bug: it prints, rejects and throws. */
const FAULT = `
  process.on('SIGUSR2', () => {
    console.log('noise')
    Promise.reject(new Error('stray'))
    setImmediate(() => { throw new Error('thrown') })
  })
`

// A module must not wait for the end of stdin, which is the host's own console or nothing at all.
for (const stdin of ['ignore', 'inherit', 'pipe']) {
  test(`a module exits and leaves no files when its host is killed (stdin: ${stdin})`, async () => {
    const [folder, temp] = [newFolder(), newFolder()]
    const file = await installProgram(folder.path)
    const env = { ...bareEnvironment(temp.path, 'C'), LAMINARA_MODULE: 'laminara-module-v1' }
    const host = spawn(process.execPath, ['-e', HOST, file, stdin], { env, stdio: 'pipe' })
    const [line] = await once(createInterface(host.stdout), 'line')
    const module = Number(line)
    assert.doesNotThrow(() => process.kill(module, 0))
    const placesBefore = readdirSync(temp.path).length

    host.kill('SIGKILL')
    await once(host, 'close') // the module holds the other end of its stderr

    assert.deepEqual([placesBefore, readdirSync(temp.path)], [1, []])
  })
}

test('an uncaught error is logged and does not reach stdout', async () => {
  const folder = newFolder()
  const preload = join(folder.path, 'fault.cjs')
  writeFileSync(preload, FAULT)
  await using site = await openStandIn(() => ({ json: {} }))
  await using host = await openHost({
    config: { portal: { url: site.url, apiKey: 'key' } },
    env: { NODE_OPTIONS: `--require ${preload}` },
  })
  const { portal } = host

  portal.kill('SIGUSR2')
  await waitUntil(() => portal.output.stderr.includes('thrown'))
  await waitUntil(() => portal.output.stderr.includes('stray'))

  assert.equal((await portal.call('Check', { service: 'plugin' })).status, 1)
  assert.equal(portal.output.stdout, `${portal.handshake}\n`)
  assert.match(portal.output.stderr, /^noise$/m)
})

test('no failure of the site or of a caller ends the module', async () => {
  await using site = await openStandIn(() => (_, socket) => socket.destroy())
  await using host = await openHost({ config: { portal: { url: site.url, apiKey: 'key' } } })
  const { portal } = host
  const skin = await portal.open('skin')

  const storm = Array.from({ length: 200 }, (_, n) =>
    portal.call('Textures', { handle: n % 2 === 0 ? skin : 77, uuid: STEVE }).catch(() => 'failed'),
  )
  const outcomes = new Set(await Promise.all(storm))

  assert.deepEqual(outcomes, new Set(['failed']))
  assert.equal((await portal.call('Check', { service: 'plugin' })).status, 1)
  assert.match(portal.output.stderr, /^\[WARN\] portal: the site cannot be reached: .+\n$/)
})
