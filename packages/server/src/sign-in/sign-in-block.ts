import type { Settings } from '@portal/contract'
import type { Db } from '../database/database.ts'
import { Refusal } from '../platform/errors.ts'
import type { Player } from '../players/player.ts'
import { hasPendingConsents } from '../sessions/pending-consents-store.ts'

type BlockablePlayer = Pick<Player, 'id' | 'activatedAt' | 'passwordChangeRequiredAt' | 'locale'>
type BanReason = { reason: string } | undefined

/**
 * Returns the refusal that prevents a player from signing in with a launcher; undefined if none does.
 * `auth.usernotactivated`, `auth.userblocked` and `auth.passwordchangerequired` take precedence in this order; then,
 * only with the setting `consentAtLauncher`, `auth.consentrequired`.
 */
export async function findSignInBlock(
  { db, settings }: { db: Db; settings: Pick<Settings, 'consentAtLauncher' | 'minimumAge'> },
  player: BlockablePlayer,
  ban: BanReason,
): Promise<Refusal | undefined> {
  const block = accountBlock(player, ban)
  const { consentAtLauncher, minimumAge } = settings
  if (block || !consentAtLauncher) return block
  const isPending = await hasPendingConsents(db, { playerId: player.id, minimumAge })
  return isPending ? new Refusal('auth.consentrequired', { locale: player.locale }) : undefined
}

function accountBlock(player: Omit<BlockablePlayer, 'id'>, ban: BanReason): Refusal | undefined {
  const { locale } = player
  if (player.activatedAt === null) return new Refusal('auth.usernotactivated', { locale })
  if (ban) return new Refusal('auth.userblocked', { reason: ban.reason, locale })
  if (player.passwordChangeRequiredAt === null) return undefined
  return new Refusal('auth.passwordchangerequired', { locale })
}
