import type { AuthorizationRequest } from '@portal/contract'
import type { App } from '../../app.ts'
import { LAUNCHERS } from '../../integrations/yggdrasil/connect.ts'
import { SECOND } from '../../platform/clock.ts'
import { authenticationContext } from '../authentication-context.ts'
import type { BrowserSession } from '../browser-session.ts'
import { findConnection } from '../connections/connection-store.ts'
import type { Client, Interaction } from '../provider/library.ts'
import { isOlderThan, requiresFactor } from '../provider/policy.ts'
import { hashOf } from '../storage/adapter.ts'
import { findRequestedAt } from '../storage/payload-store.ts'
import { findUsablePlayer, maySignIn } from '../usable-player.ts'

type Deps = Pick<App, 'db' | 'clock' | 'settings'>

/** A request of a client, from the player's browser or from another device. */
export type Request = { interaction: Pick<Interaction, 'params' | 'uid'>; client: Client }

/**
 * Returns what the player has to do next before the client gets a code or token.
 * @param session undefined if this browser has no signed-in player
 */
export async function nextStep(
  app: Deps,
  { interaction, client }: Request,
  session: BrowserSession | undefined,
): Promise<AuthorizationRequest['step']> {
  if (!session) return 'sign-in'
  const player = await findUsablePlayer(app, session.playerId)
  if (player && !maySignIn(player, client.portal_permission)) return 'forbidden'
  if (await mustReauthenticate(app, interaction, session)) return 'reauthenticate'
  if (requiresFactor(interaction.params.acr_values)) {
    if (authenticationContext(session).acr !== 'mfa') return 'second-factor'
  }
  return (await mustAgree(app, { interaction, client }, session)) ? 'consent' : 'continue'
}

/** Whether the client requires a sign-in that is more recent: after the request began, or at most `max_age` old. */
async function mustReauthenticate(
  { db, clock }: Deps,
  { params, uid }: Request['interaction'],
  { authenticatedAt }: BrowserSession,
): Promise<boolean> {
  if ((params.prompt ?? '').split(' ').includes('login')) {
    return authenticatedAt < ((await findRequestedAt(db, hashOf('Interaction', uid))) ?? 0)
  }
  return isOlderThan(params.max_age, Math.floor(authenticatedAt / SECOND), clock.now())
}

async function mustAgree(
  { db }: Deps,
  { interaction, client }: Request,
  { playerId }: BrowserSession,
): Promise<boolean> {
  if (client.portal_trusted) return false
  if (client.clientId === LAUNCHERS) return true // any program can use this client, so players always consent
  if ((interaction.params.prompt ?? '').split(' ').includes('consent')) return true
  const connection = await findConnection(db, { playerId, clientId: client.clientId })
  const agreed = (connection?.scopes ?? '').split(' ')
  return requestedScopes(interaction).some((scope) => !agreed.includes(scope))
}

export function requestedScopes({ params }: Pick<Interaction, 'params'>): string[] {
  return (params.scope ?? '').split(' ').filter((scope) => scope !== '')
}
