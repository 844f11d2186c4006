import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { route } from '../../http/route.ts'
import { Refusal } from '../../platform/errors.ts'
import { requirePlayer } from '../../players/require-player.ts'
import { disableTwoFactor, enableTwoFactor, proposeTwoFactor } from './change-two-factor.ts'
import { countCodeAttempt } from './check-code.ts'
import { makeRecoveryCodes } from './make-recovery-codes.ts'
import { qrImage } from './qr-image.ts'
import { countRecoveryCodes } from './recovery-code-store.ts'
import { removeTwoFactor } from './remove-two-factor.ts'

export function twoFactorRoutes(app: App) {
  return {
    generateTwoFactor: route(endpoints.generateTwoFactor, async ({ identity }) => {
      const { secret, url } = await proposeTwoFactor(app, identity.playerId)
      return { secret, otpauth_url: url, qr: await qrImage(url) }
    }),

    enableTwoFactor: route(endpoints.enableTwoFactor, async ({ by, identity, body }) => {
      await enableTwoFactor(app, by, identity, codeOf(body))
      return null
    }),

    disableTwoFactor: route(endpoints.disableTwoFactor, async ({ by, body }) => {
      const code = codeOf(body)
      await countCodeAttempt(app, by, () => disableTwoFactor(app, by, code))
      return null
    }),

    makeRecoveryCodes: route(endpoints.makeRecoveryCodes, async ({ by }) => ({
      codes: await makeRecoveryCodes(app, by),
    })),

    countRecoveryCodes: route(endpoints.countRecoveryCodes, async ({ identity }) => ({
      left: await countRecoveryCodes(app.db, identity.playerId),
    })),

    removeTwoFactor: route(endpoints.removeTwoFactor, async ({ params, by }) => {
      await removeTwoFactor(app, by, await requirePlayer(app.db, params.uuid))
      return null
    }),
  }
}

function codeOf(body: { code?: string; totp?: string }): string {
  const code = body.code ?? body.totp
  if (code !== undefined) return code
  throw new Refusal('request.invalid', { fields: [{ field: 'code', keyword: 'required' }] })
}
