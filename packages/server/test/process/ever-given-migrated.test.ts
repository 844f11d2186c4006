import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { migrate } from '../../src/database/migrations/migrate-store.ts'
import { migrations } from '../../src/database/migrations/migrations.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { findPlayerWithRows } from '../../src/permissions/effective/effective-store.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { readConfig } from '../../src/settings/config.ts'
import { newPlace } from '../support/server-process.ts'
import { databases } from '../support/site.ts'

const before = migrations.filter(({ name }) => name < '023')

/** Statements that add a row of each kind to a player of that name. */
const given: Record<string, string> = {
  role: `insert into player_role (player_id, role_id) values ('role', 'unactivated')`,
  node: `insert into player_node (player_id, node) values ('node', 'a.b')`,
  grant: `insert into donate_grant (id, player_id, node, starts_at, created_at, author)
    values ('grant', 'grant', 'a.b', 0, 0, 'command')`,
  ban: `insert into ban (id, player_id, reason, author, created_at) values ('ban', 'ban', 'x', '', 0)`,
}

for (const kind of databases) {
  test(`players keep their roles, nodes, ranks and bans after an update (${kind})`, async () => {
    await using place = await newPlace(kind)
    const db = await openDatabase(readConfig(place.env))
    try {
      await migrate(db, systemClock, before)
      for (const id of ['nobody', ...Object.keys(given)]) {
        await sql
          .raw(`insert into player
            (id, username, username_key, email, email_key, password_hash, locale, created_at)
            values ('${id}', '${id}', '${id}', '${id}', '${id}', '', 'en', 0)`)
          .execute(db)
      }
      for (const statement of Object.values(given)) await sql.raw(statement).execute(db)

      await migrate(db, systemClock)

      const held = async (id: string) =>
        JSON.parse((await findPlayerWithRows(db, { id }, 1))?.rowsJson ?? '').length
      assert.equal(await held('nobody'), 3) // the system roles
      for (const id of Object.keys(given)) assert.equal(await held(id), 4, id)
    } finally {
      await db.destroy()
    }
  })
}
