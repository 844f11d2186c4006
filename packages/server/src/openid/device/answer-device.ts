import type { DeviceRequest } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import type { ChangeDeps } from '../../audit/change.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { isoInstant, SECOND } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import { deviceName } from '../../platform/network/client.ts'
import { authenticationContext } from '../authentication-context.ts'
import { requireStep } from '../authorization/answer-request.ts'
import { nextStep, requestedScopes } from '../authorization/next-step.ts'
import { storeConsent } from '../authorization/store-consent.ts'
import type { BrowserSession } from '../browser-session.ts'
import { sessionOf } from '../provider/site-sessions.ts'
import { hashOf } from '../storage/adapter.ts'
import { takeUserCode } from '../storage/payload-store.ts'
import type { WaitingDevice } from './find-device.ts'

type Deps = ChangeDeps & Pick<App, 'config'>

export async function describeDevice(
  app: Pick<App, 'db' | 'clock' | 'settings'>,
  { code, client }: WaitingDevice,
  session: BrowserSession,
): Promise<DeviceRequest> {
  const { ip, agent } = code.deviceInfo
  const request = requestOf(code)
  return {
    client: { id: client.clientId, name: client.clientName },
    scopes: requestedScopes(request),
    ip,
    device: deviceName(agent),
    requestedAt: isoInstant(code.iat * SECOND),
    step: await nextStep(app, { interaction: request, client }, session),
  }
}

/**
 * Signs a player in on a device. The tokens belong to the player's session in the browser, so a sign-out there ends
 * them.
 * @throws Refusal `auth.userblocked`, `openid.notallowed`; `openid.wrongcode` if another request has answered the code;
 * `auth.proofrequired` or `auth.2farequired` with the accepted ways to re-authenticate
 */
export async function acceptDevice(
  app: Deps,
  by: Actor,
  device: WaitingDevice,
  session: BrowserSession,
): Promise<void> {
  const { provider, code, client } = device
  const { playerId } = session
  const { clientId } = client
  const interaction = requestOf(code)
  await requireStep(app, { interaction, client }, session)
  await takeCode(app, device)
  const scopes = requestedScopes(interaction)
  await storeConsent(app, by, { playerId, client, scopes })
  const grant = new provider.Grant({ clientId, accountId: playerId })
  grant.addOIDCScope(scopes.join(' '))
  Object.assign(code, {
    accountId: playerId,
    ...authenticationContext(session),
    authTime: Math.floor(session.authenticatedAt / SECOND),
    grantId: await grant.save(),
    scope: scopes.join(' '),
    sessionUid: session.id,
    sid: await registerClient(app, device, session),
  })
  await code.save()
  await writeAudit(app, {
    ...by,
    action: 'openid.device',
    target: playerId,
    after: `${client.clientName}: ${code.deviceInfo.ip}`,
  })
}

/**
 * Adds the client to the library's session, so that the client gets a logout notice when the session is closed.
 * @returns the `sid` for ID tokens; undefined if the client needs none
 */
async function registerClient(
  { config }: Deps,
  { provider, client }: WaitingDevice,
  signedIn: BrowserSession,
): Promise<string | undefined> {
  const session = await sessionOf(provider, signedIn)
  session.ensureClientContainer(client.clientId)
  await session.save(config.refreshTtl / SECOND)
  return client.includeSid() ? session.sidFor(client.clientId) : undefined
}

/**
 * Declines the sign-in on a device.
 * @throws Refusal `openid.wrongcode` if another request has answered the code
 */
export async function declineDevice(app: Pick<App, 'db'>, device: WaitingDevice): Promise<void> {
  await takeCode(app, device)
  const { code } = device
  Object.assign(code, { error: 'access_denied', errorDescription: 'the player declined' })
  await code.save()
}

async function takeCode({ db }: Pick<App, 'db'>, { code }: WaitingDevice): Promise<void> {
  if (!(await takeUserCode(db, hashOf('user code', code.userCode)))) {
    throw new Refusal('openid.wrongcode')
  }
}

/**
 * Returns the request of a device in the form of an authorization request. It has no redirect and no page, and the
 * player must always consent.
 */
function requestOf({ params, jti }: WaitingDevice['code']) {
  return { params: { ...params, prompt: 'consent' }, uid: jti }
}
