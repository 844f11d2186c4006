import type { App } from '../../app.ts'
import { beginCeremony, CEREMONY_TTL } from './ceremony.ts'
import { requireRelyingParty } from './require-relying-party.ts'

/**
 * Makes the options for a sign-in by passkey, without a user name: the browser offers the passkeys that it has for this
 * site. Stores nothing, and does not reveal which passkeys a player has (Web Authentication level 3, 5.5).
 */
export async function authenticationOptions(
  app: Pick<App, 'config' | 'keys' | 'clock' | 'random'>,
): Promise<{ attempt: string; options: object }> {
  const { host } = requireRelyingParty(app)
  const { attempt, challenge } = await beginCeremony(app, 'get')
  const options = {
    challenge: challenge.toString('base64url'),
    rpId: host,
    timeout: CEREMONY_TTL,
    userVerification: 'required',
    allowCredentials: [],
  }
  return { attempt, options }
}
