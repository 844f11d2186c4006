import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { bareEnvironment, newFolder, program } from './program.ts'
import { openStandIn, refusal } from './stand-in-site.ts'

/** Starts the program without the cookie of a host. */
async function run(args: string[], more: Record<string, string> = {}) {
  const env = { ...bareEnvironment(newFolder().path, 'en_US.UTF-8'), ...more }
  const child = spawn(await program(), args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { code, stdout, stderr }
}

test('without a host, the program prints one line that describes the program and its installation', async () => {
  const english = await run([])
  const russian = await run([], { LANG: 'ru_RU.UTF-8' })
  const otherCookie = await run([], { LAMINARA_MODULE: 'laminara-module-v2' })

  assert.deepEqual([english.code, english.stdout], [1, ''])
  assert.match(
    english.stderr,
    /^portal is a module for a launcher server.+under the name portal.+\n$/,
  )
  assert.match(russian.stderr, /^portal — это модуль: его запускает лаунчер-сервер.+\n$/)
  assert.deepEqual(otherCookie, english)
})

test('--version and --help work without and with the environment of a host', async () => {
  const version = await run(['--version'], { LAMINARA_MODULE: 'laminara-module-v1' })
  const help = await run(['--help'])

  const { version: expected } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  )
  assert.deepEqual(version, { code: 0, stdout: `portal ${expected}\n`, stderr: '' })
  assert.match(help.stdout, /^usage:\n.+check --url <url> --key <key>/s)
  assert.equal(help.code, 0)
})

test('check reports whether the site answers and accepts the key', async () => {
  await using site = await openStandIn(({ headers }) =>
    headers.authorization === 'Api-Key right'
      ? { json: { name: 'Craftland', version: '1.2.3' } }
      : refusal(401, 'auth.invalidkey'),
  )

  const right = await run(['check', '--url', site.url, '--key', 'right'])
  const wrong = await run(['check', '--url', site.url, '--key', 'wrong'])

  assert.equal(right.code, 0)
  assert.match(right.stdout, /^Project: {5}Craftland\nCMS version: 1\.2\.3$/m)
  assert.deepEqual([wrong.code, wrong.stdout], [1, ''])
  assert.match(wrong.stderr, /refuses the key .+ \(auth\.invalidkey\)/)
})

test('the program exits with status 2 after wrong arguments', async () => {
  const wrong = [
    ['chekc'],
    ['check'],
    ['check', '--url', 'http://x'],
    ['check', '--url', 'http://x', '--key', 'k', '--more'],
    ['check', '--url', 'x', '--key', 'k'],
  ]

  const ends = await Promise.all(wrong.map((args) => run(args)))

  assert.deepEqual(
    ends.map(({ code, stdout }) => [code, stdout]),
    wrong.map(() => [2, '']),
  )
  assert.match(ends[4]?.stderr ?? '', /^url is "x"; it must be an address/)
})

test('the program is one executable file of at most a mebibyte', async () => {
  const file = statSync(await program())

  assert.ok(file.size <= 1024 * 1024, `${file.size} bytes`)
  assert.equal(file.mode & 0o111, 0o111)
  assert.match(readFileSync(await program(), 'utf8'), /^#!\/usr\/bin\/env node\n/)
})
