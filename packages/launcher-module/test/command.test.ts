import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCommand } from '../src/command.ts'
import { openLibrary, openStandIn, profileOf, refusal, STEVE } from './stand-in-site.ts'

test('the console command user shows a player in the server’s language, with dashes for empty values', async () => {
  const textures = { skin: { url: 'https://s/a', slim: true } }
  await using site = await openStandIn(() => ({ json: profileOf({ textures, permissions: [] }) }))
  const portal = openLibrary(site, {}, { language: 'ru' })

  const { output, error } = await runCommand(portal, ['user', 'Steve'])

  assert.equal(error, '')
  assert.equal(
    output,
    [
      'Имя:        Steve',
      `UUID:       ${STEVE}`,
      'Роли:       default',
      'Группы:     —',
      'Права:      —',
      'Блокировка: —',
      'Скин:       https://s/a (slim)',
      'Плащ:       —\n',
    ].join('\n'),
  )
})

test('the console command user requests even a cached player from the site', async () => {
  await using site = await openStandIn(() => ({ json: profileOf() }))
  const portal = openLibrary(site)
  await portal.findPlayer({ username: 'Steve' })
  site.answers(() => ({ json: profileOf({ banned: true, banReason: '' }) }))

  const { output } = await runCommand(portal, ['user', 'Steve'])

  assert.match(output, /^Ban: {9}yes$/m)
})

test('control characters from the site do not reach the terminal', async () => {
  const banReason = 'griefing\u001b[2J\u202e\r\nBan: —'
  await using site = await openStandIn(() => ({ json: profileOf({ banned: true, banReason }) }))

  const { output } = await runCommand(openLibrary(site), ['user', 'Steve'])

  assert.match(output, /^Ban: {9}griefing \[2J Ban: —$/m)
})

test('a console command shows the cause of an error', async () => {
  await using site = await openStandIn(() => refusal(403, 'auth.untrustedaddress'))
  const portal = openLibrary(site)

  const refused = await runCommand(portal, [])
  site.answers(() => (response) => response.end('<html>'))
  const unreadable = await runCommand(portal, ['user', 'Steve'])

  assert.match(refused.output, /^Connection: .+auth\.untrustedaddress/m)
  assert.equal(
    unreadable.error,
    'The site cannot be reached right now. Please try again later. (HTTP 200, 6 bytes of no content type)',
  )
})

test('a console command with wrong arguments prints the usage', async () => {
  await using site = await openStandIn(() => ({ json: profileOf() }))
  const portal = openLibrary(site)
  const wrong = [['user'], ['user', 'Steve', 'Alex'], ['forget', 'Steve'], ['help'], ['']]

  const results = await Promise.all(wrong.map((args) => runCommand(portal, args)))

  const usage = 'usage: portal | portal user <username> | portal forget'
  assert.deepEqual(
    results,
    wrong.map(() => ({ output: '', error: usage })),
  )
  assert.deepEqual(site.asked, [])
})
