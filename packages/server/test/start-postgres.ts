import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../../scripts/embedded-postgres.ts'
import { makeModels } from './empty-site.ts'

const endings: (() => Promise<void>)[] = []

/**
 * Before the tests: a real PostgreSQL in a temporary folder, its address in TEST_DATABASE_URL, and the
 * databases that stories begin with. Where the variable is set already, the server it names is used.
 */
export async function globalSetup(): Promise<void> {
  if (!process.env.TEST_DATABASE_URL) {
    const folder = mkdtempSync(join(tmpdir(), 'portal-postgres-'))
    const postgres = await startEmbeddedPostgres(folder, ['fsync=off', 'max_connections=300'])
    process.env.TEST_DATABASE_URL = postgres.url
    endings.push(async () => {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    })
  }
  const models = await makeModels()
  endings.push(() => models.remove())
}

export async function globalTeardown(): Promise<void> {
  for (const end of endings.reverse()) await end()
}
