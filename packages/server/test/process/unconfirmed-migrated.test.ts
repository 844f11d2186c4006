import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { migrate } from '../../src/database/migrations/migrate-store.ts'
import { migrations } from '../../src/database/migrations/migrations.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { readConfig } from '../../src/settings/config.ts'
import { newPlace } from '../support/server-process.ts'
import { databases } from '../support/site.ts'

const UPDATED = Date.UTC(2030, 0, 1)
const before = migrations.filter(({ name }) => name < '009')

/** Players of an older site: when they were confirmed, and their audit actions. */
const of: Record<string, { activatedAt: number | null; trail: string[] }> = {
  waiting: { activatedAt: null, trail: ['player.registered', 'login.succeeded'] },
  confirmed: { activatedAt: 1, trail: ['player.registered', 'player.activated'] },
  deactivated: { activatedAt: null, trail: ['player.registered', 'player.activated'] },
  made: { activatedAt: null, trail: ['player.created'] },
  imported: { activatedAt: null, trail: [] },
}

for (const kind of databases) {
  test(`after an update, the time to confirm starts again for unconfirmed players (${kind})`, async () => {
    await using place = await newPlace(kind)
    const db = await openDatabase(readConfig(place.env))
    try {
      await migrate(db, systemClock, before)
      for (const [id, { activatedAt, trail }] of Object.entries(of)) {
        const names = `'${id}', '${id}', '${id}', '${id}', '${id}'`
        await sql
          .raw(`insert into player
            (id, username, username_key, email, email_key, password_hash, locale, activated_at, created_at)
            values (${names}, '', 'en', ${activatedAt}, 0)`)
          .execute(db)
        for (const [n, action] of trail.entries()) {
          const entry = { id: `${id}${n}`, at: n, action, target: id }
          await db.insertInto('audit').values(entry).execute()
        }
      }

      await migrate(db, { now: () => UPDATED })

      const waiting = await db
        .selectFrom('player')
        .select(['id', 'unconfirmed_since as since'])
        .where('unconfirmed_since', 'is not', null)
        .execute()
      assert.deepEqual(
        waiting.map(({ id, since }) => [id, since]),
        [['waiting', UPDATED]],
      )
    } finally {
      await db.destroy()
    }
  })
}
