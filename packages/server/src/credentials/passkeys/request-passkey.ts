import type { App } from '../../app.ts'
import { ATTEMPT_TTL, beginAttempt } from './ceremony.ts'
import { requireRelyingParty } from './require-relying-party.ts'

/**
 * Begins to ask for a passkey, without a name: the browser offers those it has for this site. It tells
 * nobody who has one, and stores nothing (Web Authentication level 3, 5.5).
 *
 * @throws Refusal `passkey.unavailable`
 */
export async function askForPasskey(
  app: Pick<App, 'config' | 'keys' | 'clock' | 'random'>,
): Promise<{ attempt: string; options: object }> {
  const { host } = requireRelyingParty(app)
  const { attempt, challenge } = await beginAttempt(app, 'get')
  const options = {
    challenge: challenge.toString('base64url'),
    rpId: host,
    timeout: ATTEMPT_TTL,
    userVerification: 'required',
    allowCredentials: [],
  }
  return { attempt, options }
}
