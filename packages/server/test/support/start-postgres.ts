import { buildServerIfOutdated } from '../../../../scripts/build/server.ts'
import { startEmbeddedPostgres } from '../../../../scripts/test/embedded-postgres.ts'
import { makeModels, makeSqliteModel } from './empty-site.ts'

const open = new AsyncDisposableStack()

/**
 * Before the tests: builds the server that they start as a program, starts a real PostgreSQL, stores its address in
 * TEST_DATABASE_URL, and makes the model databases. If the variable is set already, that server is used. A quick run
 * has no PostgreSQL.
 */
export async function globalSetup(): Promise<void> {
  await buildServerIfOutdated()
  if (process.env.TEST_QUICK) {
    const model = await makeSqliteModel()
    open.defer(() => model.remove())
    return
  }
  if (!process.env.TEST_DATABASE_URL) {
    const postgres = await startEmbeddedPostgres(['fsync=off', 'max_connections=400'])
    open.defer(() => postgres.stop())
    process.env.TEST_DATABASE_URL = postgres.url
  }
  const models = await makeModels()
  open.defer(() => models.remove())
}

export async function globalTeardown(): Promise<void> {
  await open.disposeAsync()
}
