import { startEmbeddedPostgres } from '../../../scripts/embedded-postgres.ts'
import { makeModels } from './empty-site.ts'

const open = new AsyncDisposableStack()

/**
 * Before the tests: a real PostgreSQL, its address in TEST_DATABASE_URL, and the
 * databases that stories begin with. Where the variable is set already, the server it names is used.
 */
export async function globalSetup(): Promise<void> {
  if (!process.env.TEST_DATABASE_URL) {
    const postgres = await startEmbeddedPostgres(['fsync=off', 'max_connections=300'])
    open.defer(() => postgres.stop())
    process.env.TEST_DATABASE_URL = postgres.url
  }
  const models = await makeModels()
  open.defer(() => models.remove())
}

export async function globalTeardown(): Promise<void> {
  await open.disposeAsync()
}
