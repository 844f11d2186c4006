import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TELEGRAM, TOKEN } from '../credentials/linked-accounts/by-telegram.ts'
import { siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { command, DONE, json, REFUSED, WRONG_USAGE } from './command.ts'

const TOPIC = 'identity-providers'
const DETAILS = ['--kind', 'telegram', '--name', 'Telegram', '--client-id', TELEGRAM.clientId]

siteTest('a provider created by command is offered by the running site', async (site) => {
  const file = join(site.dataDir, 'secret')
  writeFileSync(file, `${TOKEN}\n`)

  const added = await json(site, [TOPIC, 'add', 'telegram', ...DETAILS, '--secret-file', file])
  const begun = await site.browser().post('/auth/identity/telegram/options')
  const changed = await json(site, [TOPIC, 'change', 'telegram', '--trusted', 'yes'])
  const listed = await command(site, [TOPIC, 'list'])
  const removed = await json(site, [TOPIC, 'remove', 'telegram'])
  const after = await site.browser().post('/auth/identity/telegram/options')

  assert.equal(added.redirectUrl, 'http://localhost:8080/linked/telegram')
  assert.deepEqual([added.trusted, added.enabled, changed.trusted], [false, true, true])
  assert.deepEqual([begun.status, after.status], [200, 404])
  assert.equal(`${listed.stdout}${listed.stderr}`.includes(TOKEN), false)
  assert.deepEqual(removed, { slug: 'telegram', done: 'removed' })
})

sqliteTest(
  'a client secret is read from standard input or a file, not from an argument',
  async (site) => {
    const piped = await command(
      site,
      [TOPIC, 'add', 'one', ...DETAILS, '--secret-stdin'],
      `${TOKEN}\n`,
    )
    const without = await command(site, [TOPIC, 'add', 'two', ...DETAILS])
    const missing = await command(site, [
      TOPIC,
      'add',
      'two',
      ...DETAILS,
      '--secret-file',
      '/nowhere',
    ])

    assert.deepEqual(
      [piped, without, missing].map(({ code }) => code),
      [DONE, WRONG_USAGE, WRONG_USAGE],
    )
    assert.match(without.stderr, /--secret-file or --secret-stdin/)
  },
)

sqliteTest('invalid providers are refused with a sentence', async (site) => {
  const add = (more: string[]) =>
    command(site, [TOPIC, 'add', 'one', ...DETAILS, '--secret-stdin', ...more], TOKEN)

  const bot = await add(['--client-id', '1'])
  const trust = await add(['--trusted', 'maybe'])
  const nothing = await command(site, [TOPIC, 'change', 'one'])
  const unknown = await command(site, [TOPIC, 'remove', 'nowhere'])

  assert.deepEqual(
    [bot, trust, nothing, unknown].map(({ code }) => code),
    [REFUSED, WRONG_USAGE, WRONG_USAGE, REFUSED],
  )
  assert.match(bot.stderr, /number of the Telegram bot/)
  assert.match(unknown.stderr, /Signing in with this service is not available/)
})
