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

const CREATED = 7
const before = migrations.filter(({ name }) => name < '040')

/** Players of an older site: when they were activated, and their audit actions. */
const players: Record<string, { activatedAt: number | null; trail: string[] }> = {
  registered: { activatedAt: CREATED, trail: ['player.registered', 'login.succeeded'] },
  confirmed: { activatedAt: CREATED + 1, trail: ['player.registered', 'player.activated'] },
  reset: { activatedAt: CREATED, trail: ['player.registered', 'password.reset'] },
  moved: { activatedAt: CREATED, trail: ['player.registered', 'player.email'] },
  deactivated: { activatedAt: null, trail: ['player.registered', 'player.activated'] },
  made: { activatedAt: CREATED, trail: ['player.created'] },
  imported: { activatedAt: CREATED, trail: [] },
}

for (const kind of databases) {
  test(`only players who registered without confirmation count as unconfirmed after an update (${kind})`, async () => {
    await using place = await newPlace(kind)
    const db = await openDatabase(readConfig(place.env))
    try {
      await migrate(db, systemClock, before)
      for (const [id, { activatedAt, trail }] of Object.entries(players)) {
        const names = `'${id}', '${id}', '${id}', '${id}', '${id}'`
        await sql
          .raw(`insert into player
            (id, username, username_key, email, email_key, password_hash, locale, activated_at, created_at)
            values (${names}, '', 'en', ${activatedAt}, ${CREATED})`)
          .execute(db)
        for (const [n, action] of trail.entries()) {
          const entry = { id: `${id}${n}`, at: n, action, target: id }
          await db.insertInto('audit').values(entry).execute()
        }
      }

      await migrate(db, systemClock)

      const marked = await db
        .selectFrom('player')
        .select(['id', 'unconfirmed_since as since'])
        .where('unconfirmed_since', 'is not', null)
        .execute()
      assert.deepEqual(marked, [{ id: 'registered', since: CREATED }])
    } finally {
      await db.destroy()
    }
  })
}
