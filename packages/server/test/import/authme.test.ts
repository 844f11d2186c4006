import assert from 'node:assert/strict'
import { DONE, REFUSED } from '../cli/command.ts'
import { fromBase32, stepAt, totpCode } from '../credentials/two-factor/authenticator.ts'
import { outcome } from '../support/browser.ts'
import { runInProcess } from '../support/run-in-process.ts'
import { type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { IN_GAME, oddPlayers, PREMIUM, SECRET, withoutEmail } from './authme-players.ts'
import { authmeTable } from './authme-source.ts'
import { type OldDatabase, onSqlite, placesOf } from './old-database.ts'

const all = [...oddPlayers, ...withoutEmail]
const rows = all.map(({ row }) => row)
const coming = all.filter(({ comesAs }) => comesAs !== undefined)

for (const [place, open] of Object.entries(placesOf(authmeTable(rows)))) {
  siteTest(`players of AuthMe sign in with their old passwords (${place})`, async (site) => {
    await using old = await open()

    const looked = await moveIn(site, old, '--dry-run')
    const moved = await moveIn(site, old, '--no-proof', '--skip-faulty')
    const again = await moveIn(site, old, '--no-proof', '--skip-faulty')

    const { read, importable, skipped, withoutEmail: without } = looked.report
    assert.deepEqual([looked.code, read, importable], [DONE, rows.length, coming.length])
    assert.equal(without, withoutEmail.length)
    assert.deepEqual([looked.report.imported, looked.report.dryRun], [0, true])
    assert.match(reasonOf(skipped, 'Иван'), /--rename 'Иван=ivan2' imports this player$/)
    assert.match(
      reasonOf(skipped, 'Bare'),
      /formats are possible: double-md5, md5; --scheme selects one$/,
    )
    assert.match(reasonOf(skipped, 'Twin'), /username: also the name of TWIN \(#\d+\); rename one/)
    assert.deepEqual([moved.code, moved.report.imported], [DONE, coming.length])
    assert.deepEqual(
      [again.code, again.report.imported, again.report.present],
      [DONE, 0, coming.length],
    )
    const stored = await site.app.db.selectFrom('player').selectAll().execute()
    assert.ok(
      stored.every(({ password_hash }) => !/\$SHA\$|\$MD5vb\$|\$2y\$05/.test(password_hash)),
    )
    for (const [n, { comesAs = '', password, row }] of coming.entries()) {
      const totp = row.totp && totpCode(fromBase32(SECRET), stepAt(site.now()))
      const browser = site.browser({ ip: `10.0.0.${n + 1}` })
      const hasEmail = !withoutEmail.some((odd) => odd.comesAs === comesAs)
      const signedIn = await browser.post('/auth/login', {
        username_or_email: comesAs,
        password: password ?? 'nobody knows it',
        ...(totp && { totp }),
      })
      const expected = password === undefined ? '401 auth.wrongcredentials' : '200'
      assert.equal(outcome(signedIn), expected, comesAs)
      if (expected === '200') assert.equal(signedIn.body.user.email !== null, hasEmail)
      if (row.playerUUID) assert.equal(signedIn.body.user.uuid, IN_GAME)
      if (comesAs === 'Bob') assert.equal(signedIn.body.user.uuid.replaceAll('-', ''), PREMIUM)
      if (row.regdate) assert.equal(signedIn.body.user.createdAt, '2019-06-01T00:00:00.000Z')
    }
  })
}

sqliteTest('an import is refused without a password test or --no-proof', async (site) => {
  await using old = await onSqlite(authmeTable(coming.map(({ row }) => row)))

  const unproved = await moveIn(site, old)

  assert.equal(unproved.code, REFUSED)
  assert.match(unproved.stderr, /--prove <name> --password-stdin\), or add --no-proof/)
  assert.equal(unproved.report.imported, 0)
  assert.deepEqual(await site.app.db.selectFrom('player').select('id').execute(), [])
})

sqliteTest('an AuthMe table larger than a batch is read completely', async (site) => {
  const many = Array.from({ length: 2_001 }, (_, n) => ({
    username: `steve_${n}`,
    realname: `Steve_${n}`,
    password: '',
    email: null,
  }))
  await using old = await onSqlite(authmeTable(many))

  const { report } = await moveIn(site, old, '--dry-run')

  assert.deepEqual([report.read, report.importable], [many.length, many.length])
})

function reasonOf(skipped: readonly { name: string; reason: string }[], name: string): string {
  return skipped.find((one) => one.name === name)?.reason ?? ''
}

async function moveIn(site: Site, old: OldDatabase, ...args: string[]) {
  const given = ['import', 'authme', '--from', old.from, '--json', ...args]
  const { code, stdout, stderr } = await runInProcess(given, site.env)
  return { code, stderr, report: JSON.parse(stdout) }
}
