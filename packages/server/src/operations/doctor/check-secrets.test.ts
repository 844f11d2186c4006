import assert from 'node:assert/strict'
import { test } from 'node:test'
import { weakSecrets } from './check-secrets.ts'

const none = { metricsToken: '', databaseUrl: '', encryptionKey: undefined }
const RANDOM = Buffer.from(
  '8f1c0a55d27be934a610ff42c3987d5e0b61247caa83de19457f02b6c8915ed3',
  'hex',
)

test('weak secrets are named, but not shown', () => {
  const database = (password: string, host = 'db.example.org') =>
    weakSecrets({ ...none, databaseUrl: `postgres://portal:${password}@${host}/portal` })

  assert.deepEqual(weakSecrets(none), [])
  assert.deepEqual(
    weakSecrets({ ...none, metricsToken: 'aaaaaaaaaaaaaaaa', encryptionKey: Buffer.alloc(32, 7) }),
    ['METRICS_TOKEN', 'ENCRYPTION_KEY'],
  )
  assert.deepEqual(
    weakSecrets({ ...none, metricsToken: 'kD93nfPq0sLm2xVb', encryptionKey: RANDOM }),
    [],
  )
  assert.deepEqual(database('portal'), ['DATABASE_URL'])
  assert.deepEqual(database('kD93nfPq0sL'), ['DATABASE_URL'])
  assert.deepEqual(database('121212121212'), ['DATABASE_URL'])
  assert.deepEqual(database('portal', '127.0.0.1'), [])
  assert.deepEqual(database('kD93nfPq0sLm'), [])
})
