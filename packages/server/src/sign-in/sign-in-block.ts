import type { Settings } from '@portal/contract'
import type { Db } from '../database/database.ts'
import { Refusal } from '../platform/errors.ts'
import type { Player } from '../players/player.ts'
import { isOwing } from '../sessions/pending-consents-store.ts'

type Stopped = Pick<Player, 'id' | 'activatedAt' | 'passwordChangeRequiredAt' | 'locale'>
type Ban = { reason: string } | undefined

/**
 * Finds what keeps a player out of the game whose credentials are right. What they have to agree to does so
 * only where the owner wants that.
 */
export async function findObstacle(
  { db, settings }: { db: Db; settings: Pick<Settings, 'consentAtLauncher' | 'minimumAge'> },
  player: Stopped,
  ban: Ban,
): Promise<Refusal | undefined> {
  const obstacle = obstacleOf(player, ban)
  const { consentAtLauncher, minimumAge } = settings
  if (obstacle || !consentAtLauncher) return obstacle
  const owes = await isOwing(db, { playerId: player.id, minimumAge })
  return owes ? new Refusal('auth.consentrequired', { locale: player.locale }) : undefined
}

/** Finds what keeps them out by itself, without what they have to agree to. */
function obstacleOf(player: Omit<Stopped, 'id'>, ban: Ban): Refusal | undefined {
  const { locale } = player
  if (player.activatedAt === null) return new Refusal('auth.usernotactivated', { locale })
  if (ban) return new Refusal('auth.userblocked', { reason: ban.reason, locale })
  if (player.passwordChangeRequiredAt === null) return undefined
  return new Refusal('auth.passwordchangerequired', { locale })
}
