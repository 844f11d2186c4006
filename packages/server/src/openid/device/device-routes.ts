import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { route } from '../../http/route.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Identity } from '../../players/identity.ts'
import { findAuthentication } from '../authentication-store.ts'
import type { BrowserSession } from '../browser-session.ts'
import { acceptDevice, declineDevice, describeDevice } from './answer-device.ts'
import { findDevice } from './find-device.ts'

/** The endpoints of the page on which players enter the code that a device displays (docs/openid.md). */
export function deviceRoutes(app: App) {
  const sessionOf = async ({ playerId, sessionId }: Identity): Promise<BrowserSession> => {
    const authentication = await findAuthentication(app.db, sessionId)
    if (!authentication) throw new Refusal('auth.unauthorized')
    return { id: sessionId, playerId, ...authentication }
  }

  return {
    showDevice: route(endpoints.showDevice, async ({ body, identity }) =>
      describeDevice(app, await findDevice(app, body.userCode), await sessionOf(identity)),
    ),

    acceptDevice: route(endpoints.acceptDevice, async ({ body, by, identity }) => {
      const device = await findDevice(app, body.userCode)
      await acceptDevice(app, by, device, await sessionOf(identity))
      return { client: device.client.clientName }
    }),

    declineDevice: route(endpoints.declineDevice, async ({ body }) => {
      const device = await findDevice(app, body.userCode)
      await declineDevice(app, device)
      return { client: device.client.clientName }
    }),
  }
}
