import { DEVICE_CODE_LIMIT } from '@portal/contract'
import type { App } from '../../app.ts'
import { Refusal } from '../../platform/errors.ts'
import { checkRateLimit, countRateLimitedCall } from '../../security/rate-limits/rate-limit.ts'
import type { Client, DeviceCode, Provider } from '../provider/library.ts'

export type WaitingDevice = { provider: Provider; code: DeviceCode; client: Client }

type Deps = Pick<App, 'db' | 'clock' | 'openid'>

/** One counter has the wrong codes of all addresses. */
const EVERYWHERE = 'all'

/**
 * Finds the device that waits with a user code. A code that was answered counts as wrong.
 * @throws Refusal `openid.wrongcode`; `request.toomany` after too many wrong codes from all addresses
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

/** Returns a code in its stored form: players type it in lower case, with or without the dash. */
export function normalized(userCode: string): string {
  return userCode.toUpperCase().replace(/[^A-Z]/g, '')
}
