import { writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { migrations } from '../../src/database/migrations/migrations.ts'
import { calls } from '../contract/contract-calls.ts'
import { type DatabaseKind, databases, openSite, type Site } from '../support/site.ts'
import { evening } from './evening.ts'
import { FIRST_EVENING, fileOf, type Release, SECOND_EVENING } from './recorded.ts'
import { type Recorded, record } from './recorder.ts'

/*
 * Not a test: `npm run record-release` runs it for a release, so that the next version is tested with the statements of
 * this one. Then set LAST_RELEASE in migrations.ts to the newest migration.
 */
for (const kind of databases) {
  test(`the SQL statements of this version are recorded (${kind})`, async () => {
    const evenings: Recorded[][] = []
    await withSite(kind, async (site) => {
      for (const who of [FIRST_EVENING, SECOND_EVENING]) {
        evenings.push(await record(() => evening(site, who)))
      }
    })
    const asked = new Set<string>()
    for (const { happy, refused } of Object.values(calls)) {
      for (const call of [happy, refused]) {
        if (call === 'never') continue
        for (const { sql } of await recordSite(kind, call)) asked.add(sql)
      }
    }
    const texts = new Set([...asked, ...evenings.flat().map(({ sql }) => sql)])
    const places = new Map([...texts].map((sql, place) => [sql, place]))
    const release: Release = {
      newest: migrations.at(-1)?.name ?? '',
      texts: [...texts],
      evenings: evenings.map((statements) =>
        statements.map(({ sql, ...rest }) => ({ text: places.get(sql) ?? 0, ...rest })),
      ),
    }
    writeFileSync(fileOf(kind), toLines(release))
  })
}

async function recordSite(
  kind: DatabaseKind,
  call: (site: Site) => Promise<unknown>,
): Promise<Recorded[]> {
  return record(() => withSite(kind, call))
}

async function withSite(kind: DatabaseKind, work: (site: Site) => Promise<unknown>): Promise<void> {
  const site = await openSite(kind)
  try {
    await work(site)
  } finally {
    await site.close()
  }
}

/** Formats the statements as JSON with one statement per line, for readable diffs. */
function toLines({ newest, texts, evenings }: Release): string {
  const lines = (values: readonly unknown[]) =>
    `[\n${values.map((value) => JSON.stringify(value)).join(',\n')}\n]`
  const parts = evenings.map(lines).join(',\n')
  return `{"newest":${JSON.stringify(newest)},"texts":${lines(texts)},"evenings":[${parts}]}\n`
}
