import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrate } from '../../src/database/migrations/migrate-store.ts'
import { migrations } from '../../src/database/migrations/migrations.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { deleteDeviceOf } from '../../src/sessions/device-store.ts'
import { deleteSession } from '../../src/sessions/session-store.ts'
import { readConfig } from '../../src/settings/config.ts'
import { newPlace } from '../support/server-process.ts'
import { databases } from '../support/site.ts'

const before = migrations.filter(({ name }) => name < '008')

for (const kind of databases) {
  test(`updating the site keeps the ten last seen devices of each kind (${kind})`, async () => {
    await using place = await newPlace(kind)
    const db = await openDatabase(readConfig(place.env))
    try {
      await migrate(db, systemClock, before)
      for (const player of ['steve', 'alex']) {
        const names = { username: player, username_key: player, email: player, email_key: player }
        const rest = { password_hash: '', locale: 'en', created_at: 0 }
        await db
          .insertInto('player')
          .values({ id: player, ...names, ...rest })
          .execute()
        const session = { id: player, player_id: player, device: '', agent: '', ip: '', counter: 0 }
        const times = { created_at: 0, updated_at: 0, expires_at: 0 }
        const values = { ...session, ...times, replacements: '[]' }
        await db.insertInto('session').values(values).execute()
        const marks = ['cookie', 'place'].flatMap((type) =>
          Array.from({ length: 13 }, (_, seen) => ({ mark: `${type}:${seen}`, seen })),
        )
        for (const { mark, seen } of marks) {
          const at = { first_seen_at: seen, last_seen_at: seen }
          await db
            .insertInto('device')
            .values({ player_id: player, mark, ...at })
            .execute()
        }
      }

      await migrate(db, systemClock)
      const kept = await db.selectFrom('device').select(['player_id', 'last_seen_at']).execute()
      const closed = await deleteSession(db, 'steve')
      assert.ok(closed)
      await deleteDeviceOf(db, closed)
      const left = await db.selectFrom('device').select('player_id').distinct().execute()

      assert.equal(kept.length, 40)
      assert.equal(Math.min(...kept.map((device) => device.last_seen_at)), 3)
      assert.deepEqual(
        left.map((device) => device.player_id),
        ['alex'],
      )
    } finally {
      await db.destroy()
    }
  })
}
