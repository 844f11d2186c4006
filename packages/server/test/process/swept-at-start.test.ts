import { test } from 'node:test'
import { openDatabase } from '../../src/database/open-database.ts'
import { DAY } from '../../src/platform/clock.ts'
import { readConfig } from '../../src/settings/config.ts'
import { upsertSetting } from '../../src/settings/setting-store.ts'
import { newPlace, startPortal } from '../support/server-process.ts'
import { databases, PASSWORD } from '../support/site.ts'
import { waitUntil } from '../support/wait-until.ts'

for (const kind of databases) {
  test(`an account that is overdue for confirmation is deleted soon after a start (${kind})`, async () => {
    await using place = await newPlace(kind, 'set up')
    const { env } = place
    const db = await openDatabase(readConfig(env))
    try {
      await upsertSetting(db, { name: 'emailConfirmation', value: 'on' })
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

      await waitUntil(async () => {
        const rows = await db.selectFrom('player').select('username').execute()
        return !rows.some(({ username }) => username === 'Steve')
      })
    } finally {
      await db.destroy()
    }
  })
}
