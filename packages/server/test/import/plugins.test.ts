import assert from 'node:assert/strict'
import { DONE } from '../cli/command.ts'
import { fromBase32, stepAt, totpCode } from '../credentials/two-factor/authenticator.ts'
import { outcome } from '../support/browser.ts'
import { runInProcess } from '../support/run-in-process.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { type OldDatabase, placesOf } from './old-database.ts'
import { librelogin } from './plugins/librelogin.ts'
import { limboauth } from './plugins/limboauth.ts'
import { loginsecurity } from './plugins/loginsecurity.ts'
import { nlogin } from './plugins/nlogin.ts'
import { type OldPlugin, REGISTERED_AT, SECRET } from './plugins/old-plugin.ts'
import { openlogin } from './plugins/openlogin.ts'

process.env.TZ = 'Asia/Vladivostok' // instants of old databases are read as UTC in any time zone

const plugins: readonly OldPlugin[] = [nlogin, librelogin, limboauth, openlogin, loginsecurity]

for (const { source, table, nameColumn, players, registeredAt = REGISTERED_AT } of plugins) {
  const rows = players.map(({ row }) => row)
  for (const [place, open] of Object.entries(placesOf({ ...table, rows }))) {
    sqliteTest(`players of ${source} sign in with their old passwords (${place})`, async (site) => {
      await using old = await open()
      const coming = players.filter(({ comesAs }) => comesAs !== undefined)
      const staying = players.filter(({ refused }) => refused !== undefined)

      const moved = await moveIn(source, old, site.env)

      const { read, imported, skipped, withoutEmail, stderr } = moved.report
      assert.equal(stderr, undefined) // the reason if nothing was imported
      assert.deepEqual([moved.code, read, imported], [DONE, players.length, coming.length])
      assert.equal(withoutEmail, coming.filter(({ email }) => email === undefined).length)
      assert.equal(skipped.length, staying.length)
      for (const { row, refused } of staying) {
        const named = skipped.filter(
          ({ name }: { name: string }) => name === (row[nameColumn] ?? ''),
        )
        assert.match(named[0]?.reason ?? 'came', refused ?? /^$/, named[0]?.name)
      }
      const stored = await site.app.db.selectFrom('player').selectAll().execute()
      const isStrong = /^$|\$argon2id\$|^\$2a\$10\$/
      assert.deepEqual(
        stored.filter(({ password_hash }) => !isStrong.test(password_hash)),
        [],
      )
      for (const [n, { comesAs = '', password, email, uuid, totp }] of coming.entries()) {
        const player = stored.find(({ username }) => username === comesAs)
        assert.deepEqual(
          [player?.email ?? null, player?.created_at, uuid ?? player?.id],
          [email ?? null, registeredAt, player?.id],
          comesAs,
        )
        const browser = site.browser({ ip: `10.0.0.${n + 1}` })
        const signedIn = await browser.post('/auth/login', {
          username_or_email: comesAs,
          password: password ?? 'nobody knows it',
          ...(totp && { totp: totpCode(fromBase32(SECRET), stepAt(site.now())) }),
        })
        const expected = password === undefined ? '401 auth.wrongcredentials' : '200'
        assert.equal(outcome(signedIn), expected, comesAs)
      }
    })
  }
}

async function moveIn(source: string, old: OldDatabase, env: Record<string, string>) {
  const given = ['import', source, '--from', old.from, '--json', '--no-proof', '--skip-faulty']
  const { code, stdout, stderr } = await runInProcess(given, env)
  return { code, report: JSON.parse(stdout || `{"stderr": ${JSON.stringify(stderr)}}`) }
}
