import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../../scripts/embedded-postgres.ts'

let stop: (() => Promise<void>) | undefined

/**
 * Before the tests: a real PostgreSQL in a temporary folder, its address in TEST_DATABASE_URL. Where
 * that is set already, the server it names is used.
 */
export async function globalSetup(): Promise<void> {
  if (process.env.TEST_DATABASE_URL) return

  const folder = mkdtempSync(join(tmpdir(), 'portal-postgres-'))
  const postgres = await startEmbeddedPostgres(folder, ['fsync=off', 'max_connections=300'])
  process.env.TEST_DATABASE_URL = postgres.url
  stop = async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function globalTeardown(): Promise<void> {
  await stop?.()
}
