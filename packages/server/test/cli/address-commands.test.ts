import assert from 'node:assert/strict'
import { auditEntries } from '../support/administrator.ts'
import { bearer, outcome } from '../support/browser.ts'
import { PASSWORD, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { command, disableBreachCheck, json, WRONG_USAGE } from './command.ts'

siteTest('a player created without an address can sign in by name immediately', async (site) => {
  await disableBreachCheck(site)
  await json(site, ['settings', 'set', 'emailConfirmation', 'on'])

  const made = await json(site, ['player', 'create', 'Nobody'])
  const shown = await json(site, ['player', 'show', 'Nobody'])
  const login = await site.browser().logIn('nobody', made.password)
  const empty = await command(site, ['player', 'create', 'Other', ''])

  assert.deepEqual([made.username, made.email], ['Nobody', null])
  assert.deepEqual([shown.email, shown.activated], [null, true])
  assert.equal(outcome(login), '200')
  assert.equal(empty.code, WRONG_USAGE)
})

sqliteTest(
  'removing a player’s address by command invalidates codes and links sent there',
  async (site) => {
    const steve = await site.player('Steve')
    const auth = bearer(steve.accessToken)
    const wanted = { email: 'new@example.org', password: PASSWORD }
    await steve.browser.post('/cabinet/email', wanted, auth)
    await steve.browser.post('/auth/reset', { email: steve.email })
    const before = await site.mails()
    const code = before
      .find(({ to }) => to?.[0]?.address === 'new@example.org')
      ?.subject?.slice(0, 6)
    const hash = /hash=([\w-]+)/.exec(before.map(({ text }) => text).join())?.[1]

    const edited = await json(site, ['player', 'edit', 'Steve', '--no-email'])
    const again = await json(site, ['player', 'edit', 'Steve', '--no-email'])
    const told = await site.mails()

    assert.deepEqual([edited.email, again.email], [null, null])
    assert.deepEqual(
      told
        .filter(({ text }) => text?.includes('removed this e-mail address'))
        .map(({ to }) => to?.[0]?.address),
      [steve.email],
    )
    const replies = [
      await steve.browser.post('/cabinet/email/verify', { code: code ?? '' }, auth),
      await steve.browser.post('/auth/password', { hash: hash ?? '' }),
      await site.browser().logIn(steve.email, PASSWORD),
      await site.browser().logIn('Steve', PASSWORD),
    ]
    assert.deepEqual(replies.map(outcome), [
      '400 auth.codeexpired',
      '400 auth.linkexpired',
      '401 auth.wrongcredentials',
      '200',
    ])
    const trail = await auditEntries(site, 'player.email')
    assert.deepEqual(
      trail.map(({ before, after }) => [before, after]),
      [[steve.email, null]],
    )
    const freed = await json(site, ['player', 'edit', 'Steve', '--email', steve.email])
    assert.equal(freed.email, steve.email)
    assert.equal((await site.mails()).length, before.length + 1) // one mail to the new address: there was no old one
  },
)
