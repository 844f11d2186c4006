import type { AuthorizationRequest } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import type { ChangeDeps } from '../../audit/change.ts'
import { SECOND } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import { requireOwnPlayer } from '../../players/require-player.ts'
import { methodsWithSecondFactor, reauthenticationMethods } from '../../sign-in/second-factor.ts'
import { authenticationContext } from '../authentication-context.ts'
import type { BrowserSession } from '../browser-session.ts'
import { findUsablePlayer } from '../usable-player.ts'
import { finishRequest, type OpenRequest } from './find-request.ts'
import { nextStep, type Request, requestedScopes } from './next-step.ts'
import { storeConsent } from './store-consent.ts'

export async function describeRequest(
  app: Pick<App, 'db' | 'clock' | 'settings'>,
  request: OpenRequest,
  session: BrowserSession | undefined,
): Promise<AuthorizationRequest> {
  const { client, interaction } = request
  const redirect = URL.parse(interaction.params.redirect_uri ?? '')
  return {
    client: {
      id: client.clientId,
      name: client.clientName,
      host: redirect?.host || (redirect?.protocol ?? ''),
      trusted: client.portal_trusted,
    },
    scopes: requestedScopes(interaction),
    step: await nextStep(app, request, session),
  }
}

type Deps = ChangeDeps & Pick<App, 'config'>

/**
 * Accepts an authorization request for the player: stores the consent and lets the library continue.
 * @returns the URL to which the browser is redirected
 * @throws Refusal `auth.userblocked`, `openid.notallowed`; `auth.proofrequired` or `auth.2farequired` with the accepted
 * ways to re-authenticate
 */
export async function acceptRequest(
  app: Deps,
  by: Actor,
  request: OpenRequest,
  session: BrowserSession,
): Promise<string> {
  const { interaction, client } = request
  await requireStep(app, request, session)
  const { playerId } = session
  await storeConsent(app, by, { playerId, client, scopes: requestedScopes(interaction) })
  const { acr, amr } = authenticationContext(session)
  const ts = Math.floor(session.authenticatedAt / SECOND)
  return finishRequest(interaction, { login: { accountId: playerId, ts, acr, amr }, consent: {} })
}

export function declineRequest({ interaction }: OpenRequest): Promise<string> {
  return finishRequest(interaction, {
    error: 'access_denied',
    error_description: 'the player declined',
  })
}

/**
 * Checks that the player has to do nothing for this request except consent.
 * @throws Refusal `auth.userblocked`, `openid.notallowed`; `auth.proofrequired`, `auth.2farequired` with the accepted
 * ways
 */
export async function requireStep(
  app: Deps,
  request: Request,
  session: BrowserSession,
): Promise<void> {
  if (!(await findUsablePlayer(app, session.playerId))) throw new Refusal('auth.userblocked')
  const step = await nextStep(app, request, session)
  if (step === 'forbidden') throw new Refusal('openid.notallowed')
  if (step !== 'reauthenticate' && step !== 'second-factor') return
  const player = await requireOwnPlayer(app.db, session.playerId)
  if (step === 'reauthenticate') {
    throw new Refusal('auth.proofrequired', { proofs: await reauthenticationMethods(app, player) })
  }
  throw new Refusal('auth.2farequired', { proofs: await methodsWithSecondFactor(app, player) })
}
