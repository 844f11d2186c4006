import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hash as bcrypt } from '@node-rs/bcrypt'
import { editPlayer } from '../../src/admin/players/edit-player.ts'
import { COMMAND_LINE } from '../../src/audit/actor.ts'
import { removeTwoFactor } from '../../src/credentials/two-factor/remove-two-factor.ts'
import { MINUTE } from '../../src/platform/clock.ts'
import { DONE } from '../cli/command.ts'
import { fromBase32, stepAt, totpCode } from '../credentials/two-factor/authenticator.ts'
import { outcome } from '../support/browser.ts'
import { runInProcess } from '../support/run-in-process.ts'
import { newFolder } from '../support/server-process.ts'
import { type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'

const [OLD, NEW] = ['JBSWY3DPEHPK3PXP', 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU']

const hashes = new Map<string, string>()

/** Hashes a password once, so that equal passwords have the same hash. */
async function hashOf(typed: string): Promise<string> {
  const hash = hashes.get(typed) ?? (await bcrypt(typed, 4))
  hashes.set(typed, hash)
  return hash
}

/** Imports rows of name, address, password and secret. */
async function moveIn(site: Site, rows: readonly (readonly string[])[], ...args: string[]) {
  using folder = newFolder()
  const from = join(folder.path, 'players.csv')
  const lines: string[] = []
  for (const [name, email, typed = '', totp] of rows) {
    lines.push([name, email, await hashOf(typed), totp].join(','))
  }
  writeFileSync(from, ['username,email,passwordHash,totp', ...lines].join('\n'))
  const given = ['import', 'csv', '--from', from, '--json', '--no-proof', ...args]
  const { code, stdout, stderr } = await runInProcess(given, site.env)
  assert.equal(code, DONE, stderr)
  return { stderr, report: JSON.parse(stdout) }
}

async function idOf({ app }: Site, name: string): Promise<string> {
  const asked = app.db.selectFrom('player').select('id').where('username', '=', name)
  return (await asked.executeTakeFirstOrThrow()).id
}

async function addresses({ app }: Site) {
  const rows = await app.db.selectFrom('player').select(['username', 'email']).execute()
  return Object.fromEntries(rows.map(({ username, email }) => [username, email]))
}

async function signIn(site: Site, name: string, typed: string, secret?: string): Promise<string> {
  const totp = secret && totpCode(fromBase32(secret), stepAt(site.now()))
  const given = { username_or_email: name, password: typed, ...(totp && { totp }) }
  return outcome(await site.browser().post('/auth/login', given))
}

siteTest('an import with --update changes addresses and 2FA secrets', async (site) => {
  const before = [
    ['Steve', 'steve@old.example.org', 'old one', OLD],
    ['Late', '', 'old one', ''],
    ['Less', 'less@example.org', 'old one', OLD],
  ]
  const after = [
    ['Steve', 'steve@new.example.org', 'new one', NEW],
    ['Late', 'late@example.org', 'old one', NEW],
    ['Less', '', 'old one', ''],
  ]
  await moveIn(site, before)

  const updated = await moveIn(site, after, '--update')
  const again = await moveIn(site, after, '--update')
  const back = await moveIn(site, before, '--update')
  const forth = await moveIn(site, after, '--update')

  const counts = [updated, again, back, forth].map(({ report }) => report.updated)
  assert.deepEqual(counts, [2, 0, 1, 1])
  assert.deepEqual(await addresses(site), {
    Steve: 'steve@new.example.org',
    Late: 'late@example.org',
    Less: 'less@example.org', // the source has no address now: the address here stays
  })
  assert.equal(await signIn(site, 'Steve', 'new one', OLD), '401 auth.wrong2fa')
  assert.equal(await signIn(site, 'Steve', 'new one', NEW), '200')
  assert.equal(await signIn(site, 'Late', 'old one', NEW), '200')
  assert.equal(await signIn(site, 'Less', 'old one', OLD), '200')
})

siteTest(
  'an import with --update keeps values that were changed on the site since the first import',
  async (site) => {
    const names = ['Mailed', 'Emptied', 'Phone', 'Signed']
    const rows = (typed: string, secret: string) =>
      names.map((name) => [name, `${name.toLowerCase()}@${typed}.example.org`, typed, secret])
    await moveIn(site, rows('old', OLD))
    const edit = async (name: string, email: string | null) =>
      editPlayer(site.app, COMMAND_LINE, await idOf(site, name), { email })
    await edit('Mailed', 'mailed@example.org')
    await edit('Emptied', null)
    await removeTwoFactor(site.app, COMMAND_LINE, { id: await idOf(site, 'Phone') })
    await signIn(site, 'Signed', 'old', OLD)

    await moveIn(site, rows('new', NEW), '--update')
    const again = await moveIn(site, rows('new', NEW), '--update')

    site.wait(MINUTE)
    assert.equal(again.report.updated, 0)
    assert.deepEqual(await addresses(site), {
      Mailed: 'mailed@example.org',
      Emptied: null,
      Phone: 'phone@new.example.org',
      Signed: 'signed@new.example.org',
    })
    assert.equal(await signIn(site, 'Phone', 'new'), '200')
    assert.equal(await signIn(site, 'Signed', 'new', NEW), '401 auth.wrongcredentials')
    assert.equal(await signIn(site, 'Signed', 'old', NEW), '200')
  },
)

sqliteTest(
  'an import with --update keeps the old address if another player has the new one',
  async (site) => {
    await moveIn(site, [['Steve', 'steve@example.org', 'old one', '']])
    await site.player('Alex')
    const rows = [['Steve', 'ALEX@example.org', 'new one', '']]

    const updated = await moveIn(site, rows, '--update')
    const again = await moveIn(site, rows, '--update')

    assert.match(updated.stderr, /Steve keeps the old address: Alex has ALEX@example\.org here/)
    assert.deepEqual([updated.report.updated, again.report.updated], [1, 0])
    assert.equal((await addresses(site)).Steve, 'steve@example.org')
    assert.equal(await signIn(site, 'Steve', 'new one'), '200')
  },
)

siteTest('an import with --update invalidates links sent to the old address', async (site) => {
  await moveIn(site, [['Steve', 'steve@old.example.org', 'old one', '']])
  await site.browser().post('/auth/reset', { email: 'steve@old.example.org' })
  const links = () => site.app.db.selectFrom('reset_link').select('hash').execute()
  await site.mails()
  const before = await links()

  await moveIn(site, [['Steve', 'steve@new.example.org', 'old one', '']], '--update')

  assert.deepEqual([before.length, (await links()).length], [1, 0])
})

siteTest('an import with --update can exchange addresses between players', async (site) => {
  const rows = (addresses: Record<string, string>) =>
    Object.entries(addresses).map(([name, address]) => [name, `${address}@example.org`, 'old', ''])
  const before = { Ann: 'a', Ben: 'b', Cat: 'c', Dan: 'd', Eve: 'e', Fay: 'f', Gus: 'g', Hal: 'h' }
  await moveIn(site, rows(before))
  await site.player('Alex')
  // Ann and Ben exchange addresses, Cat, Dan and Eve form a cycle, and Hal gets a free address. Fay would get the
  // address of Gus, and Gus that of Alex, who keeps it: so Fay and Gus keep theirs.
  const after = {
    Ann: 'b',
    Ben: 'a',
    Cat: 'd',
    Dan: 'e',
    Eve: 'c',
    Fay: 'g',
    Gus: 'alex',
    Hal: 'i',
  }

  const updated = await moveIn(site, rows(after), '--update')
  const again = await moveIn(site, rows(after), '--update')
  const chained = await moveIn(site, rows({ Ben: 'b', Ann: 'h', Hal: 'j' }), '--update')

  assert.deepEqual(
    [updated, again, chained].map(({ report }) => report.updated),
    [6, 0, 3],
  )
  assert.match(updated.stderr, /Gus keeps the old address: Alex has alex@example\.org here/)
  assert.match(updated.stderr, /Fay keeps the old address: Gus has g@example\.org here/)
  const { Alex: _, ...moved } = await addresses(site)
  const now = { ...after, Ann: 'h', Ben: 'b', Fay: 'f', Gus: 'g', Hal: 'j' }
  assert.deepEqual(moved, Object.fromEntries(rows(now).map(([name, address]) => [name, address])))
  assert.equal(await signIn(site, 'Cat', 'old'), '200')
})
