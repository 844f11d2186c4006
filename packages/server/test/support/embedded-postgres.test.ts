import assert from 'node:assert/strict'
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../../../scripts/test/embedded-postgres.ts'
import { newFolder } from './server-process.ts'

test('the test PostgreSQL starts even if the folder for temporary files is private', async () => {
  using folder = newFolder() // only its owner may enter, root or not
  const kept = process.env.TMPDIR
  process.env.TMPDIR = folder.path
  const postgres = await startEmbeddedPostgres(['fsync=off']).finally(() => {
    process.env.TMPDIR = kept
  })

  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  const { rows } = await client.query('show data_directory')
  await client.end()
  await postgres.stop()

  const [{ data_directory: data }] = rows
  assert.deepEqual([existsSync(data), globSync(join(folder.path, '*'))], [false, []])
})
