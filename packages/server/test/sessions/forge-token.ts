import { createPublicKey, type KeyObject } from 'node:crypto'
import {
  decodeJwt,
  decodeProtectedHeader,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
} from 'jose'
import { bearer, type Reply } from '../support/browser.ts'
import type { Site } from '../support/site.ts'

/** The differences between a forged token and a valid one. */
export type Forgery = {
  header?: Record<string, unknown>
  claims?: Record<string, unknown>
  key?: { privateKey: KeyObject }
}

/** Changes a token and signs it again, with the site's key unless another key is given. */
export async function forge(site: Site, token: string, forgery: Forgery = {}): Promise<string> {
  const { privateKey } = forgery.key ?? (await siteKey(site))
  const header = { ...decodeProtectedHeader(token), ...forgery.header }
  const claims = { ...decodeJwt(token), ...forgery.claims }
  return new SignJWT(claims as JWTPayload)
    .setProtectedHeader(header as JWTHeaderParameters)
    .sign(privateKey)
}

/** Returns the site's current signing key. */
export async function siteKey(
  site: Site,
): Promise<{ privateKey: KeyObject; publicKey: KeyObject }> {
  const { privateKey } = await site.app.keys.newest()
  return { privateKey, publicKey: createPublicKey(privateKey) }
}

/** Requests the account with this access token. */
export function me(site: Site, accessToken: string): Promise<Reply> {
  return site.browser().get('/auth/me', bearer(accessToken))
}
