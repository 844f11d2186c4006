import { test } from 'node:test'
import { openDatabase } from '../../src/database/open-database.ts'
import { DAY } from '../../src/platform/clock.ts'
import { readConfig } from '../../src/settings/config.ts'
import { newPlace, startPortal } from '../support/server-process.ts'
import { databases, PASSWORD } from '../support/site.ts'
import { until } from '../support/wait-until.ts'

for (const kind of databases) {
  test(`an unconfirmed account past its time is deleted soon after a start (${kind})`, async () => {
    await using place = await newPlace(kind, 'set up')
    const env = { ...place.env, SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'portal@example.org' }
    const db = await openDatabase(readConfig(env))
    try {
      const steve = { username: 'Steve', email: 'steve@example.org', password: PASSWORD }
      await using first = await startPortal(env)
      await first.send('POST', '/auth/register', steve)
      first.kill('SIGTERM')
      await first.ended()
      await db
        .updateTable('player')
        .set({ unconfirmed_since: Date.now() - 15 * DAY })
        .where('username', '=', 'Steve')
        .executeTakeFirstOrThrow()

      await using _second = await startPortal(env)

      await until(async () => {
        const rows = await db.selectFrom('player').select('username').execute()
        return !rows.some(({ username }) => username === 'Steve')
      })
    } finally {
      await db.destroy()
    }
  })
}
