import type { NewClient } from '@portal/contract'
import type { Site } from '../support/site.ts'
import { newRelyingParty, post, type RelyingParty } from './relying-party.ts'

type Caller = Pick<Site, 'browser'>

export function newDeviceClient(
  site: Pick<Site, 'app'>,
  details: Partial<NewClient> = {},
): Promise<RelyingParty> {
  return newRelyingParty(site, { name: 'Television', public: true, device: true, ...details })
}

/** Requests the codes of a device (RFC 8628, 3.1). */
export function startDevice(site: Caller, { clientId }: RelyingParty, scope = 'openid profile') {
  return post(
    site,
    '/oidc/device/auth',
    { client_id: clientId, scope },
    { 'user-agent': 'Television 1.0' },
  )
}

/** Requests the tokens of a device (RFC 8628, 3.4). */
export function pollDevice(site: Caller, { clientId }: RelyingParty, deviceCode: string) {
  return post(site, '/oidc/token', {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    client_id: clientId,
    device_code: deviceCode,
  })
}
