import type { App } from '../../app.ts'
import { MINUTE, SECOND } from '../../platform/clock.ts'
import { countCall } from '../../security/rate-limits/rate-limit-store.ts'
import { hashOf } from '../storage/adapter.ts'
import type { Context } from './library.ts'

/**
 * The settings for the sign-in on a device without a keyboard (RFC 8628). Players enter the code of the device on a
 * page of the site.
 */
export const DEVICE_FLOW = {
  enabled: true,
  charset: 'base-20', // only consonants, so that codes contain no look-alikes and no words
  mask: '****-****',
  deviceInfo: ({ req }: Context) => ({
    ip: String(req.headers['x-forwarded-for'] ?? ''), // mount-routes.ts sets this header
    agent: String(req.headers['user-agent'] ?? '').slice(0, MAX_AGENT_LENGTH),
  }),
}

export const DEVICE_ROUTES = {
  device_authorization: '/oidc/device/auth',
  code_verification: '/device',
}

export const DEVICE_CODE_TTL = 10 * MINUTE

const MAX_AGENT_LENGTH = 256

/** How long a device must wait between two polls. */
const INTERVAL = 5 * SECOND

/** How much earlier than `INTERVAL` a poll may arrive. */
const TOLERANCE = SECOND

/**
 * Returns middleware that adds `interval` to responses, and answers `slow_down` to devices that poll too often (RFC
 * 8628, 3.2 and 3.5).
 */
export function paceDevices({ db, clock }: Pick<App, 'db' | 'clock'>) {
  return async (ctx: Context, next: () => Promise<void>): Promise<void> => {
    await next()
    const body = ctx.body as Record<string, unknown> | undefined // the library's object, which this changes
    if (ctx.path === DEVICE_ROUTES.device_authorization && ctx.status === 200) {
      ctx.body = { ...body, interval: INTERVAL / SECOND }
    }
    if (ctx.path !== '/oidc/token' || body?.error !== 'authorization_pending') return
    const now = clock.now()
    const counter = `device-polls:${hashOf('DeviceCode', ctx.oidc.params.device_code ?? '')}`
    const counted = await countCall(db, counter, {
      calls: 1,
      resetsAt: now + INTERVAL - TOLERANCE,
      now,
    })
    if (!counted)
      ctx.body = { error: 'slow_down', error_description: 'wait before the next request' }
  }
}
