import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { accounts } from '../../../../lab/demo/accounts.ts'
import {
  DemoRefused,
  MARKER,
  prepareFolder,
  writeMarker,
} from '../../../../lab/demo/demo-folder.ts'
import { portOf } from '../../../../lab/demo/demo-port.ts'
import { demoConfig, fillFolder, openDemo } from '../../../../lab/demo/open-demo.ts'
import { bearer, openBrowser } from '../support/browser.ts'
import { newFolder } from '../support/server-process.ts'

const CHEAP = { memoryCost: 64, timeCost: 1, parallelism: 1 }
const EN = { locale: 'en', fresh: false } as const

test('the demo refuses the data directory of a real site', () => {
  using folder = newFolder()
  const data = join(folder.path, 'data')
  mkdirSync(data)
  for (const name of ['portal.db', 'encryption.key']) writeFileSync(join(data, name), name)

  for (const fresh of [false, true]) {
    assert.throws(() => prepareFolder(data, { locale: 'en', fresh }), DemoRefused)
  }

  assert.deepEqual(readdirSync(data).sort(), ['encryption.key', 'portal.db'])
})

test('the demo keeps a completely filled folder and empties an incomplete one', () => {
  using folder = newFolder()
  const demo = join(folder.path, 'demo')
  const kept = [prepareFolder(demo, EN)]
  const left = join(demo, 'portal.db')

  writeFileSync(left, 'half')
  kept.push(prepareFolder(demo, EN))
  const afterHalf = readdirSync(demo)
  writeFileSync(left, 'whole')
  writeMarker(demo, { locale: 'en', isFilled: true })
  kept.push(prepareFolder(demo, EN))

  assert.deepEqual(
    kept.map(({ isFilled }) => isFilled),
    [false, false, true],
  )
  assert.deepEqual(afterHalf, [MARKER])
  assert.equal(readFileSync(left, 'utf8'), 'whole')
  assert.throws(() => prepareFolder(demo, { locale: 'ru', fresh: false }), /--fresh/)
  const refilled = prepareFolder(demo, { locale: 'ru', fresh: true })
  assert.deepEqual(refilled, { locale: 'ru', isFilled: false })
  assert.deepEqual(readdirSync(demo), [MARKER])
})

test('the demo listens only on this machine', () => {
  const config = demoConfig({ folder: 'demo', port: 8090 })

  assert.deepEqual([config.host, config.databaseUrl, config.smtpUrl], ['127.0.0.1', '', ''])
})

/** The paths of the lists that pages show. */
const LISTS = [
  ...['/public/news', '/admin/players', '/admin/roles', '/admin/groups', '/admin/api-keys'],
  ...['/admin/news', '/admin/pages', '/admin/mail', '/admin/audit', '/admin/identity-providers'],
]

for (const locale of ['en', 'ru'] as const) {
  test(`every list in the demo has entries (${locale})`, async () => {
    using folder = newFolder()
    const options = { folder: join(folder.path, 'demo'), locale, port: 8090, fresh: false }
    await fillFolder(options, CHEAP)

    const demo = await openDemo(options)
    const browser = openBrowser(demo.server)
    const signIns = []
    for (const { username, password } of Object.values(accounts)) {
      signIns.push((await openBrowser(demo.server).logIn(username, password)).status)
    }
    const { body } = await browser.logIn(accounts.owner.username, accounts.owner.password)
    const read = async (path: string) =>
      (await browser.get(path, bearer(String(body.accessToken)))).body
    const empty = []
    for (const path of LISTS) {
      if (!((await read(path)).items?.length > 0)) empty.push(path)
    }
    const banned = await read('/admin/players?banned=true')
    const home = await read('/public/home')
    await demo.close()

    assert.deepEqual(signIns, [200, 200, 200])
    assert.deepEqual(empty, [])
    assert.equal(banned.items.length, 2)
    assert.equal(home.news.length, 3)
    assert.ok(home.news.every(({ banner }: { banner: string | null }) => banner !== null))
  })
}

const NO_PORT = '--port is a number from 1 to 65535'

test('the demo accepts only ports from 1 to 65535', () => {
  assert.deepEqual(['1', '65535'].map(portOf), [1, 65_535])
  for (const text of ['x', '0', '65536', '80.5', '']) {
    assert.throws(() => portOf(text), new DemoRefused(NO_PORT))
  }
})

test('the demo refuses a wrong port before it creates a folder', () => {
  const demo = join(import.meta.dirname, '../../../../lab/demo/demo.ts')
  using folder = newFolder()
  const options = [`--into=${join(folder.path, 'demo')}`, '--port=0']

  const { status, stderr } = spawnSync(process.execPath, [demo, ...options], { encoding: 'utf8' })

  assert.equal(status, 1)
  assert.ok(stderr.startsWith(`error: ${NO_PORT}\n`), stderr)
  assert.deepEqual(readdirSync(folder.path), [])
})
