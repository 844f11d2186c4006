import type { App } from '../../app.ts'
import { beginCeremony, CEREMONY_TTL } from './ceremony.ts'
import { requireRelyingParty } from './require-relying-party.ts'

/**
 * Makes options without a user name: the browser offers its passkeys for this site. Reveals no player's passkeys and
 * stores nothing (Web Authentication level 3, 5.5).
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
