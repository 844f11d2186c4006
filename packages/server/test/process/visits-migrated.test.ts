import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrate } from '../../src/database/migrations/migrate-store.ts'
import { migrations } from '../../src/database/migrations/migrations.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { DAY, systemClock } from '../../src/platform/clock.ts'
import { readConfig } from '../../src/settings/config.ts'
import { newPlace } from '../support/server-process.ts'
import { databases } from '../support/site.ts'

const before = migrations.filter(({ name }) => name < '072')

for (const kind of databases) {
  test(`updating the site stores the day of each player’s last visit (${kind})`, async () => {
    await using place = await newPlace(kind)
    const db = await openDatabase(readConfig(place.env))
    try {
      await migrate(db, systemClock, before)
      const ids = Array.from({ length: 1500 }, (_, turn) => `player-${turn}`)
      for (const some of [ids.slice(0, 750), ids.slice(750)]) {
        const rest = { password_hash: '', locale: 'en', created_at: 0 }
        const players = some.map((id) => ({ id, username: id, username_key: id, ...rest }))
        await db.insertInto('player').values(players).execute()
        const devices = some.map((id) => ({ player_id: id, mark: 'cookie:x', first_seen_at: 0 }))
        await db
          .insertInto('device')
          .values(devices.map((device) => ({ ...device, last_seen_at: 3 * DAY + 5 })))
          .execute()
      }
      const session = { device: '', agent: '', ip: '', counter: 0, replacements: '[]' }
      const times = { created_at: 0, updated_at: 7 * DAY - 1, expires_at: 0 }
      await db
        .insertInto('session')
        .values({ id: 's', player_id: 'player-1', ...session, ...times })
        .execute()
      await db.deleteFrom('device').where('player_id', '=', 'player-2').execute()

      await migrate(db, systemClock)

      const rows = await db
        .selectFrom('player')
        .select(['seen_on as day', ({ fn }) => fn.countAll<number>().as('count')])
        .groupBy('seen_on')
        .orderBy('seen_on')
        .execute()
      assert.deepEqual(
        rows.map(({ day, count }) => [day / DAY, Number(count)]),
        [
          [0, 1],
          [3, 1498],
          [6, 1],
        ],
      )
    } finally {
      await db.destroy()
    }
  })
}
