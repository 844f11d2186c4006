import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hash as bcrypt } from '@node-rs/bcrypt'
import { DONE } from '../cli/command.ts'
import { outcome } from '../support/browser.ts'
import { runInProcess } from '../support/run-in-process.ts'
import { newFolder } from '../support/server-process.ts'
import { type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'

const FIRST = '0b3f2a54-7c1d-4e8f-9a6b-000000000001'
const SECOND = '0b3f2a54-7c1d-4e8f-9a6b-000000000002'
const PREMIUM = '0b3f2a54-7c1d-4e8f-9a6b-000000000003'
const [OLD, NEW] = ['JBSWY3DPEHPK3PXP', 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU']

type Row = { name: string; typed: string } & {
  [column in 'uuid' | 'premium' | 'totp']?: string | undefined
}

async function moveIn(site: Site, rows: readonly Row[], ...args: string[]) {
  using folder = newFolder()
  const from = join(folder.path, 'players.csv')
  const lines: string[] = []
  for (const { name, uuid, premium, typed, totp } of rows) {
    const email = `${typed}@example.org`
    lines.push([name, email, await bcrypt(typed, 4), uuid, premium, totp].join(','))
  }
  const head = 'username,email,passwordHash,uuid,premiumUuid,totp'
  writeFileSync(from, [head, ...lines].join('\n'))
  const given = ['import', 'csv', '--from', from, '--json', '--no-proof', ...args]
  const { code, stdout, stderr } = await runInProcess(given, site.env)
  assert.equal(code, DONE, stderr)
  return { stderr, report: JSON.parse(stdout) }
}

async function signIn(site: Site, name: string, typed: string): Promise<string> {
  return outcome(await site.browser().logIn(name, typed))
}

siteTest(
  'an import with --update does not overwrite a player whose name now belongs to another person',
  async (site) => {
    await moveIn(site, [
      { name: 'Steve', uuid: FIRST, typed: 'first' },
      { name: 'Alex', typed: 'alex' },
      { name: 'Bought', premium: PREMIUM, typed: 'bought' },
    ])

    const { stderr, report } = await moveIn(
      site,
      [
        { name: 'Steve', uuid: SECOND, typed: 'second', totp: NEW },
        { name: 'Steve_2', uuid: FIRST, typed: 'first' },
        { name: 'Alex', uuid: FIRST.replace(/1$/, '9'), typed: 'other' },
        { name: 'Bought', uuid: FIRST.replace(/1$/, '8'), premium: PREMIUM, typed: 'newer' },
      ],
      '--update',
    )

    assert.deepEqual([report.imported, report.present, report.updated], [0, 4, 1])
    assert.match(
      stderr,
      /Steve: not imported: .* has another uuid, so the name belongs to another player by now/,
    )
    assert.match(stderr, /Steve_2: not imported: Steve has this uuid here/)
    assert.match(stderr, /Alex: not imported: .* has another uuid/)
    assert.equal(await signIn(site, 'Steve', 'first'), '200')
    assert.equal(await signIn(site, 'Steve', 'second'), '401 auth.wrongcredentials')
    assert.equal(await signIn(site, 'Alex', 'alex'), '200')
    assert.equal(await signIn(site, 'Bought', 'newer'), '200')
    const emails = await site.app.db.selectFrom('player').select('email').execute()
    assert.deepEqual(emails.map(({ email }) => email).toSorted(), [
      'alex@example.org',
      'first@example.org',
      'newer@example.org',
    ])
  },
)

siteTest(
  'an import with --update imports the new owner of a name that is free on this site',
  async (site) => {
    await moveIn(site, [{ name: 'Steve', uuid: FIRST, typed: 'first' }])
    await site.app.db.updateTable('player').set({ username: 'Old', username_key: 'old' }).execute()
    const rows = [{ name: 'Steve', uuid: SECOND, typed: 'second' }]

    const moved = await moveIn(site, rows, '--update')
    const signedIn = await signIn(site, 'Steve', 'second') // from now on the password of this site counts
    const again = await moveIn(site, rows, '--update')

    assert.deepEqual([moved.report.imported, moved.report.updated], [1, 0])
    assert.deepEqual([again.report.imported, again.report.updated], [0, 0])
    assert.deepEqual([signedIn, await signIn(site, 'Old', 'first')], ['200', '200'])
  },
)

sqliteTest('invalid and short 2FA secrets are not imported', async (site) => {
  const totps = {
    Short: 'JBSWY3DPEHPK3',
    Digits: '0189',
    Spaced: 'jbsw y3dp ehpk 3pxp',
    Whole: OLD,
  }
  const rows = Object.entries(totps).map(([name, totp]) => ({ name, typed: name, totp }))

  const { stderr } = await moveIn(site, rows)

  const why = 'imported without 2FA: its secret is not base32, or shorter than 10 bytes'
  assert.match(stderr, new RegExp(`Short: ${why}`))
  assert.match(stderr, new RegExp(`Digits: ${why}`))
  assert.doesNotMatch(stderr, /Spaced|Whole/)
  assert.equal(await signIn(site, 'Short', 'Short'), '200')
  assert.equal(await signIn(site, 'Digits', 'Digits'), '200')
  assert.equal(await signIn(site, 'Spaced', 'Spaced'), '401 auth.require2fa')
  assert.equal(await signIn(site, 'Whole', 'Whole'), '401 auth.require2fa')
})
