import type { Locale } from '@portal/contract'
import type { Clock } from '../platform/clock.ts'
import { newUuid, type Random } from '../platform/random.ts'
import type { Player } from './player.ts'

export function newPlayer(
  app: { clock: Clock; random: Random },
  given: {
    username: string
    email: string | null
    passwordHash: string
    locale: Locale
    activated: boolean
    superuser: boolean
  },
): Player {
  const now = app.clock.now()
  return {
    id: newUuid(app.random),
    username: given.username,
    email: given.email,
    passwordHash: given.passwordHash,
    locale: given.locale,
    activatedAt: given.activated ? now : null,
    passwordChangeRequiredAt: null,
    superuserAt: given.superuser ? now : null,
    totpEnabledAt: null,
    realCents: 0,
    virtualCents: 0,
    skinHash: null,
    skinTwinHash: null,
    skinModel: null,
    capeHash: null,
    createdAt: now,
    seenOn: 0,
    deletesAt: null,
  }
}
