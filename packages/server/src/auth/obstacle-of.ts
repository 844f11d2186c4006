import { Refusal } from '../errors.ts'
import type { Player } from '../player/player.ts'

/** Finds what keeps a player out of the game whose credentials are right. */
export function obstacleOf(
  player: Pick<Player, 'activatedAt' | 'passwordChangeRequiredAt' | 'locale'>,
  ban: { reason: string } | undefined,
): Refusal | undefined {
  const { locale } = player
  if (player.activatedAt === null) return new Refusal('auth.usernotactivated', { locale })
  if (ban) return new Refusal('auth.userblocked', { reason: ban.reason, locale })
  if (player.passwordChangeRequiredAt === null) return undefined
  return new Refusal('auth.passwordchangerequired', { locale })
}
