import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseEnv } from 'node:util'
import { parse } from 'yaml'
import { readConfig } from '../../src/settings/config.ts'
import { newFolder } from '../support/server-process.ts'

const DEPLOYED = join(import.meta.dirname, '../../../../deploy/several-machines')
const KEY = Buffer.alloc(32, 7).toString('base64')

/** Fills in machine.env and runs the script that writes the other files, as the owners' page describes. */
function fill(to: string, secrets: Record<string, string>) {
  const values = readFileSync(join(DEPLOYED, 'machine.env'), 'utf8')
  const given = join(to, 'machine.env')
  const filled = values.replaceAll(
    /^(\w+)=$/gm,
    (_, name: string) => `${name}=${secrets[name] ?? ''}`,
  )
  writeFileSync(given, filled)
  const out = join(to, 'filled')
  const { status, stderr } = spawnSync('sh', [join(DEPLOYED, 'fill.sh'), given, out], {
    encoding: 'utf8',
  })
  const read = (name: string): string => readFileSync(join(out, name), 'utf8')
  return { status, stderr, names: () => readdirSync(out), read }
}

const SECRETS = {
  POSTGRES_PASSWORD: 'aaa',
  REPLICATION_PASSWORD: 'bbb',
  PORTAL_PASSWORD: 'ccc',
  PATRONI_PASSWORD: 'ddd',
  ENCRYPTION_KEY: KEY,
}

test('one script fills in the configuration files for a deployment on several machines', () => {
  using folder = newFolder()

  const { status, stderr, names, read } = fill(folder.path, SECRETS)

  assert.deepEqual([status, stderr], [0, ''])
  assert.equal(names().length, 7)
  const { databaseUrl, encryptionKey, host, trustProxy } = readConfig(parseEnv(read('portal.env')))
  assert.equal(databaseUrl, 'postgres://portal:ccc@127.0.0.1:5000/portal')
  assert.equal(encryptionKey?.toString('base64'), KEY)
  assert.equal(host, '10.0.0.1')
  assert.deepEqual(trustProxy, ['127.0.0.1', '10.0.0.1', '10.0.0.2'])
  const { name, bootstrap, postgresql } = parse(read('patroni.yml'))
  assert.deepEqual([name, postgresql.listen], ['one', '10.0.0.1:5432'])
  assert.equal(postgresql.authentication.superuser.password, 'aaa')
  // Every acknowledged change is on both machines, and Patroni accepts `ttl`, the length of its lease.
  assert.equal(bootstrap.dcs.synchronous_mode, true)
  assert.equal(bootstrap.dcs.postgresql.parameters.synchronous_commit, 'on')
  assert.ok(bootstrap.dcs.loop_wait + 2 * bootstrap.dcs.retry_timeout <= bootstrap.dcs.ttl)
})

test('a missing value for a deployment on several machines is reported', () => {
  using folder = newFolder()

  const { status, stderr, names } = fill(folder.path, { ...SECRETS, PORTAL_PASSWORD: '' })

  assert.equal(status, 1)
  assert.match(stderr, /PORTAL_PASSWORD=/)
  assert.throws(names)
})
