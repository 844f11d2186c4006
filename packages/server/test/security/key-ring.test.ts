import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KyselyPlugin } from 'kysely'
import { SECOND } from '../../src/platform/clock.ts'
import { readEncryptionKey } from '../../src/security/keys/encryption-key.ts'
import { KeyRing } from '../../src/security/keys/key-ring.ts'
import { listGenerations } from '../../src/security/keys/key-store.ts'
import { openSite } from '../support/site.ts'
import { waitUntil } from '../support/wait-until.ts'

test('a rotation returns its new key while the old keys are being read', async () => {
  await using opened = new AsyncDisposableStack()
  const site = await openSite('PostgreSQL') // a read on SQLite cannot overlap with a rotation
  opened.defer(() => site.close())
  const { app } = site
  const slow = Promise.withResolvers<void>()
  let isHeld = false
  const holdResult: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!isHeld) return result
      isHeld = false // holds only one result
      await slow.promise
      return result
    },
  }
  const encryptionKey = readEncryptionKey(app.config.dataDir) ?? Buffer.alloc(0)
  const keys = await KeyRing.open({ ...app, db: app.db.withPlugin(holdResult) }, encryptionKey)
  const old = await keys.newest()
  site.wait(5 * SECOND) // after this time the keys are read again

  isHeld = true
  const read = keys.list()
  await waitUntil(() => !isHeld)
  const rotated = keys.rotate()
  await waitUntil(async () => (await listGenerations(app.db)).length === 2)
  slow.resolve()
  const { kid } = await rotated
  await read

  assert.notEqual(kid, old.kid)
  assert.deepEqual(
    (await listGenerations(app.db)).filter((key) => key.retiredAt === null).map((key) => key.kid),
    [kid],
  )
})
