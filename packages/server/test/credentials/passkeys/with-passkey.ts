import { type Browser, bearer, type Reply } from '../../support/browser.ts'
import type { Site } from '../../support/site.ts'
import { newAuthenticator, type Twist } from './authenticator.ts'

export type Authenticator = ReturnType<typeof newAuthenticator>

type Owner = { browser: Browser; accessToken: string }

/** Adds a passkey to a signed-in player. */
export async function addPasskey(
  { browser, accessToken }: Owner,
  authenticator: Authenticator,
  twist: Twist = {},
): Promise<Reply> {
  const headers = bearer(accessToken)
  const { body } = await browser.post('/passkeys/options', undefined, headers)
  const { attempt, options } = body
  const credential = authenticator.make(options, twist)
  return browser.post('/passkeys/register', { attempt, credential }, headers)
}

/** Begins a passkey sign-in and returns the signed request. */
export async function signedAttempt(
  browser: Browser,
  authenticator: Authenticator,
  twist: Twist = {},
) {
  const { body } = await browser.post('/auth/passkey/options')
  const { attempt, options } = body
  return { attempt, credential: authenticator.sign(options, twist) }
}

export async function logInByPasskey(
  browser: Browser,
  authenticator: Authenticator,
  twist: Twist = {},
): Promise<Reply> {
  return browser.post('/auth/passkey/login', await signedAttempt(browser, authenticator, twist))
}

/** Creates a player with one passkey. */
export async function playerWithPasskey(site: Site, username = 'Steve') {
  const player = await site.player(username)
  const authenticator = newAuthenticator()
  const added = await addPasskey(player, authenticator)
  if (added.status !== 201) throw new Error(`register: ${JSON.stringify(added.body)}`)
  return { ...player, authenticator, passkey: added.body.passkey }
}
