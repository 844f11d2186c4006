import assert from 'node:assert/strict'
import { MINUTE, SECOND } from '../../src/platform/clock.ts'
import { openIssuer } from '../credentials/linked-accounts/issuer.ts'
import { type Outside, sqliteOutsideTest } from '../credentials/linked-accounts/outside.ts'
import {
  FORUM,
  logInByIdentity,
  ownerWithProvider,
  playerWithIdentity,
} from '../credentials/linked-accounts/with-identity.ts'
import { logInByPasskey, playerWithPasskey } from '../credentials/passkeys/with-passkey.ts'
import { playerWithTwoFactor } from '../sign-in/sign-in-surfaces.ts'
import type { Browser } from '../support/browser.ts'
import { PASSWORD, type Site } from '../support/site.ts'
import { authorizeUrl, exchange, follow, newRelyingParty } from './relying-party.ts'

type Way = {
  amr: string[]
  acr: 'sfa' | 'mfa'
  signIn(site: Site, outside: Outside): Promise<Browser>
}

const WAYS: Record<string, Way> = {
  'a registration': {
    amr: ['pwd'],
    acr: 'sfa',
    signIn: async (site) => (await site.player('Steve')).browser,
  },
  'a password': {
    amr: ['pwd'],
    acr: 'sfa',
    signIn: async (site) => {
      await site.player('Steve')
      return logIn(site, {})
    },
  },
  'a password and a code': {
    amr: ['pwd', 'otp', 'mfa'],
    acr: 'mfa',
    signIn: async (site) => logIn(site, { totp: (await playerWithTwoFactor(site)).totp() }),
  },
  'a passkey': {
    amr: ['pop', 'mfa'],
    acr: 'mfa',
    signIn: async (site) => {
      const browser = site.browser()
      await logInByPasskey(browser, (await playerWithPasskey(site)).authenticator)
      return browser
    },
  },
  'a linked account': {
    amr: ['fed'],
    acr: 'sfa',
    signIn: async (site, outside) => {
      await using issuer = await openIssuer(outside)
      await ownerWithProvider(site, FORUM)
      await playerWithIdentity(site, issuer)
      const browser = site.browser()
      await logInByIdentity(browser, issuer, 'steve')
      return browser
    },
  },
}

for (const [name, { amr, acr, signIn }] of Object.entries(WAYS)) {
  sqliteOutsideTest(
    `acr, amr and auth_time are correct after a sign-in by ${name}`,
    async (site, outside) => {
      const client = await newRelyingParty(site, { trusted: true })
      const browser = await signIn(site, outside)
      const signedInAt = Math.floor(site.now() / SECOND)
      const ask = (query: Record<string, string>) => follow(browser, authorizeUrl(client, query))
      site.wait(2 * MINUTE)

      const end = await ask({})
      const { body } = await exchange(site, client, end.searchParams.get('code') ?? '')
      const outcomes = {
        silent: outcomeOf(await ask({ prompt: 'none' })),
        fresh: outcomeOf(await ask({ max_age: '180' })),
        stale: outcomeOf(await ask({ max_age: '60' })),
        silentStale: outcomeOf(await ask({ max_age: '60', prompt: 'none' })),
        login: outcomeOf(await ask({ prompt: 'login' })),
        twoFactors: outcomeOf(await ask({ acr_values: 'mfa' })),
        silentTwoFactors: outcomeOf(await ask({ acr_values: 'mfa', prompt: 'none' })),
        either: outcomeOf(await ask({ acr_values: 'mfa sfa', prompt: 'none' })),
      }

      const claims = JSON.parse(
        Buffer.from(body.id_token.split('.')[1] ?? '', 'base64url').toString(),
      )
      assert.deepEqual([claims.amr, claims.acr, claims.auth_time], [amr, acr, signedInAt])
      assert.deepEqual(outcomes, {
        silent: 'code',
        fresh: 'code',
        stale: 'page',
        silentStale: 'login_required',
        login: 'page',
        twoFactors: acr === 'mfa' ? 'code' : 'page',
        silentTwoFactors: acr === 'mfa' ? 'code' : 'login_required',
        either: 'code',
      })
    },
  )
}

function outcomeOf({ pathname, searchParams }: URL): string | null {
  if (pathname.startsWith('/authorize/')) return 'page'
  return searchParams.has('code') ? 'code' : searchParams.get('error')
}

async function logIn(site: Site, factor: { totp?: string }): Promise<Browser> {
  const browser = site.browser()
  const body = { username_or_email: 'Steve', password: PASSWORD, ...factor }
  const { status, text } = await browser.post('/auth/login', body)
  assert.equal(status, 200, text)
  return browser
}
