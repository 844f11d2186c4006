import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { listHeadlines, listPublished } from '../../src/content/news/news-store.ts'
import { migrate } from '../../src/database/migrations/migrate-store.ts'
import { migrations } from '../../src/database/migrations/migrations.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { readConfig } from '../../src/settings/config.ts'
import { newPlace } from '../support/server-process.ts'
import { databases } from '../support/site.ts'

const COUNT = 120
const before = migrations.filter(({ name }) => name < '010')
const idOf = (n: number): string => `news-${String(n).padStart(3, '0')}`

for (const kind of databases) {
  test(`migrated news is complete and has summaries (${kind})`, async () => {
    await using place = await newPlace(kind)
    const db = await openDatabase(readConfig(place.env))
    try {
      await migrate(db, systemClock, before)
      const old = Array.from({ length: COUNT }, (_, n) => ({
        id: idOf(n),
        title: `News ${n}`,
        title_key: `news ${n}`,
        body: `**body** ${n}`,
        format: 'markdown',
        html: `<b>body</b> ${n}`,
        plain_text: n === 0 ? 'word\n\n'.repeat(500) : `body\n${n}`,
        tag: 'Tag',
        link: n % 2 ? '/shop' : null,
        banner: null,
        author: 'command',
        created_at: 1,
        updated_at: 2,
        published_at: n % 3 ? n : null,
      }))
      for (const row of old) {
        const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)))
        await sql`insert into news (${columns}) values (${sql.join(Object.values(row))})`.execute(
          db,
        )
      }

      await migrate(db, systemClock)
      const kept = await db.selectFrom('news').selectAll().orderBy('id').execute()
      const headlines = await listHeadlines(db, { now: 1000, limit: COUNT })
      const published = await listPublished(db, { now: 1000, limit: 1 })
      const { summary } = await db
        .selectFrom('news')
        .select('summary')
        .where('id', '=', idOf(0))
        .executeTakeFirstOrThrow()

      const isOld = ([name]: [string, unknown]) => !/^(summary|translation_.*)$/.test(name)
      const rows = kept.map((row) => Object.fromEntries(Object.entries(row).filter(isOld)))
      assert.deepEqual(rows, old)
      assert.equal(summary, `${'word '.repeat(48).trimEnd()}…`)
      assert.equal(headlines.length, 80)
      assert.equal(headlines[0]?.summary, 'body 119')
      assert.equal(published[0]?.plainText, 'body\n119')
    } finally {
      await db.destroy()
    }
  })
}
