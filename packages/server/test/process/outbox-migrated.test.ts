import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { migrate } from '../../src/database/migrations/migrate-store.ts'
import { migrations } from '../../src/database/migrations/migrations.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { leaseMail } from '../../src/mail/lease-store.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { readConfig } from '../../src/settings/config.ts'
import { newPlace } from '../support/server-process.ts'
import { databases } from '../support/site.ts'

const before = migrations.filter(({ name }) => name < '006')

/** Older mails, oldest first: kind, last error, and when they were sent or died. */
const OLD: [string, string | null, number | null, number | null][] = [
  ['new-device', '451 later', null, null],
  ['new-device', null, null, null],
  ['activation', '451 later', null, null],
  ['reset', null, 5, null],
  ['reset', '550 never', null, 5],
  ['reset', null, null, null],
]

for (const kind of databases) {
  test(`mails that wait during an update are sent in order (${kind})`, async () => {
    await using place = await newPlace(kind)
    const db = await openDatabase(readConfig(place.env))
    try {
      await migrate(db, systemClock, before)
      for (const [at, [what, error, sentAt, deadAt]] of OLD.entries()) {
        await sql`insert into outbox (id, kind, recipient, sealed_mail, created_at, tries, next_try_at,
            leased_until, last_error, sent_at, dead_at)
          values (${`${at}`}, ${what}, 'steve@example.org', '', ${at}, 0, ${at},
            0, ${error}, ${sentAt}, ${deadAt})`.execute(db)
      }

      await migrate(db, systemClock)

      const left: string[] = []
      for (;;) {
        const mail = await leaseMail(db, { now: 10, leasedUntil: 20, uncertainUntil: 15 })
        if (!mail) break
        left.push(`${mail.id} ${mail.kind}`)
      }
      assert.deepEqual(left, ['5 reset', '2 activation', '1 new-device', '0 new-device'])
    } finally {
      await db.destroy()
    }
  })
}
