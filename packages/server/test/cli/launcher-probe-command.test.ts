import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPlace, runPortal, startPortal } from '../support/server-process.ts'
import { databases } from '../support/site.ts'

for (const database of databases) {
  test(`launcher probe signs in through the running site (${database})`, async () => {
    await using place = await newPlace(database)
    await using server = await startPortal(place.env)
    const env = { ...place.env, HOST: '127.0.0.1', PUBLIC_URL: server.url }
    const probe = (product: string) => runPortal(['launcher', 'probe', product], env)

    const [gml, authlib, unknown] = [
      await probe('gml'),
      await probe('authlib'),
      await probe('nonsense'),
    ]
    const key = await runPortal(['api-key', 'list', '--json'], env)

    assert.deepEqual([gml.code, authlib.code, unknown.code], [0, 1, 2])
    assert.match(gml.stdout, /^good +Sign-in: The right password is accepted\.$/m)
    assert.match(authlib.stdout, /^bad +Yggdrasil: .*\n +→ Turn on/m)
    assert.deepEqual(JSON.parse(key.stdout), [])
  })
}
