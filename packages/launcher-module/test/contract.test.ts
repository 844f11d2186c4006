import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Profile as ContractProfile,
  endpoints,
  type NewsItem,
  refusalsOf,
  statusOf,
} from '@portal/contract'
import type { Profile } from '../src/player/profile.ts'
import { readNews, readProfile, readState } from '../src/site/parse-responses.ts'
import { SiteError } from '../src/site/site-error.ts'
import { openLibrary, openStandIn, profileOf, refusal } from './stand-in-site.ts'

test('the module parses every reply of the contract', () => {
  const textures = { skin: { url: 'u', slim: true }, cape: { url: 'v' } }
  const profile: ContractProfile = profileOf({ textures })
  const item: NewsItem = {
    id: '1',
    title: 'T',
    body: 'B',
    publishedAt: '2030-01-01T12:00:00.000Z',
    link: 'https://l',
  }
  const read: Profile | undefined = readProfile(profile)

  assert.deepEqual(read, profile)
  assert.equal(readNews({ items: [item] })?.items.length, 1)
  assert.deepEqual(readState({ name: 'n', version: 'v' }), { name: 'n', version: 'v' })
})

test('the module maps every sign-in refusal of the contract to an outcome', async () => {
  const row = endpoints.launcherAuthenticate
  await using site = await openStandIn(() => ({ json: {} }))
  const signIn = openLibrary(site).signIn()

  const outcomes: Record<string, string> = {}
  for (const code of refusalsOf(row)) {
    site.answers(() => refusal(statusOf(row, code), code))
    outcomes[code] = await signIn.authenticate({ login: 'Steve', password: code }).then(
      (verdict) => verdict.outcome,
      (error: unknown) => (error instanceof SiteError ? error.trouble.kind : String(error)),
    )
  }

  assert.deepEqual(outcomes, {
    'auth.toomanyattempts': 'pause',
    'auth.usernotfound': 'invalid-credentials',
    'auth.wrongpassword': 'invalid-credentials',
    'auth.require2fa': 'two-factor-required',
    'auth.wrong2fa': 'invalid-credentials',
    'auth.usernotactivated': 'refusal',
    'auth.userblocked': 'refusal',
    'auth.passwordchangerequired': 'refusal',
    'auth.consentrequired': 'refusal',
    'auth.invalidkey': 'key',
    'auth.untrustedaddress': 'key',
    'auth.forbidden': 'key',
    'request.invalid': 'refusal',
    'request.mediatype': 'refusal',
    'request.toolarge': 'refusal',
    internal: 'unreachable',
    unavailable: 'unreachable',
    overloaded: 'unreachable',
  })
})
