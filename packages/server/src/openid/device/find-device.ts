import { DEVICE_CODE_LIMIT } from '@portal/contract'
import type { App } from '../../app.ts'
import { Refusal } from '../../platform/errors.ts'
import { checkRateLimit, countRateLimitedCall } from '../../security/rate-limits/rate-limit.ts'
import type { Client, DeviceCode, Provider } from '../provider/library.ts'

export type WaitingDevice = { provider: Provider; code: DeviceCode; client: Client }

type Deps = Pick<App, 'db' | 'clock' | 'openid'>

/** The subject of the limit: wrong codes from all addresses are counted together. */
const EVERYWHERE = 'all'

/**
 * Finds the device that waits with this user code. A code that has been answered counts as wrong.
 * @throws Refusal `openid.wrongcode`; `request.toomany` after too many wrong codes from all addresses together
 */
export async function findDevice(app: Deps, userCode: string): Promise<WaitingDevice> {
  await checkRateLimit(app, DEVICE_CODE_LIMIT, EVERYWHERE)
  const provider = await app.openid.provider()
  const code = await provider?.DeviceCode.findByUserCode(normalized(userCode))
  const client = code && (await provider?.Client.find(code.clientId))
  if (!provider || !code || !client || code.accountId || code.error) {
    await countRateLimitedCall(app, DEVICE_CODE_LIMIT, EVERYWHERE)
    throw new Refusal('openid.wrongcode')
  }
  return { provider, code, client }
}

/** Returns a typed code in its stored form. Players may type it in lower case, with or without the dash. */
export function normalized(userCode: string): string {
  return userCode.toUpperCase().replace(/[^A-Z]/g, '')
}
