import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { COMMAND_LINE } from '../../src/audit/actor.ts'
import { cleanupJobs } from '../../src/jobs.ts'
import { rotateProviderKeys } from '../../src/openid/rotate-provider-keys.ts'
import { MINUTE, SECOND } from '../../src/platform/clock.ts'
import { command } from '../cli/command.ts'
import { type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { authorize, exchange, newRelyingParty, userinfo } from './relying-party.ts'

type Jwk = { kid: string; kty: string }

async function keysAt(site: Site, instance: number): Promise<Jwk[]> {
  return (await site.browser({ instance }).get('/oidc/jwks')).body.keys
}

/** Returns the id of the key that verifies a token. */
function signerOf(token: string, keys: readonly Jwk[]): string | undefined {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString())
  const key = keys.find((listed) => listed.kid === kid)
  const bytes = Buffer.from(signature, 'base64url')
  const text = Buffer.from(`${header}.${payload}`)
  return key && verify('sha256', text, createPublicKey({ key, format: 'jwk' }), bytes)
    ? kid
    : undefined
}

siteTest(
  'a new key signs only once every instance lists it',
  async (site) => {
    const client = await newRelyingParty(site, { accessToken: 'jwt', trusted: true })
    const steve = await site.player('Steve')
    const signIn = async () =>
      (await exchange(site, client, (await authorize(steve, client)).get('code') ?? '')).body
    const [old, oldEd25519] = await keysAt(site, 1)
    const before = await signIn()

    const { kids } = await rotateProviderKeys(site.app, COMMAND_LINE)
    const early = await signIn()
    site.wait(10 * SECOND)
    const [atFirst, atSecond] = [await keysAt(site, 0), await keysAt(site, 1)]
    const late = await signIn()
    const player = await userinfo(
      { browser: () => site.browser({ instance: 1 }) },
      before.access_token,
    )
    site.wait(61 * MINUTE)
    await cleanupJobs(site.app).deleteRetiredKeys()
    const stored = await site.app.db.selectFrom('signing_key').select('name').execute()

    assert.deepEqual(
      atFirst.map(({ kid }) => kid),
      [...kids, old?.kid, oldEd25519?.kid],
    )
    assert.deepEqual(atSecond, atFirst)
    const tokens = [before, early, late].flatMap((body) => [body.id_token, body.access_token])
    assert.deepEqual(
      tokens.map((token) => signerOf(token, atSecond)),
      [old?.kid, old?.kid, old?.kid, old?.kid, kids[0], kids[0]],
    )
    assert.equal(player.status, 200)
    assert.deepEqual(
      (await keysAt(site, 1)).map(({ kid }) => kid),
      kids,
    )
    assert.deepEqual(stored.map(({ name }) => name).sort(), ['openid-ed25519', 'openid-rsa'])
  },
  { instances: 2 },
)

siteTest(
  'concurrent key rotations lose no key',
  async (site) => {
    await newRelyingParty(site)
    await keysAt(site, 0)
    const rsa = site.instances.map(({ app }) => app.keys.openid.rsa)

    const rotated = await Promise.all([...rsa, ...rsa].map((keys) => keys.rotate()))

    site.wait(5 * SECOND)
    const listed = (await keysAt(site, 0)).map(({ kid }) => kid)
    assert.deepEqual(
      rotated.filter(({ kid }) => !listed.includes(kid)),
      [],
    )
  },
  { instances: 2 },
)

sqliteTest(
  'keys rotate replaces the keys of the provider and names the programs to restart',
  async (site) => {
    const first = await command(site, ['keys', 'rotate', '--json'])
    await newRelyingParty(site, { name: 'Forum' })
    await keysAt(site, 0)
    const quiet = await command(site, ['keys', 'rotate', '--json'])
    await newRelyingParty(site, { name: 'GravitLauncher', accessToken: 'jwt' })
    const warned = await command(site, ['keys', 'rotate', '--json'])

    const counts = [first, quiet, warned].map(({ stdout }) => JSON.parse(stdout).openid.length)
    assert.deepEqual(counts, [0, 2, 2])
    assert.deepEqual([first.stderr, quiet.stderr], ['', ''])
    assert.match(warned.stderr, /^warning: GravitLauncher: .*restart/)
  },
)
