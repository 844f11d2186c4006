import type { App } from '../app.ts'
import type { EffectivePermissions } from '../permissions/effective/effective.ts'
import { findPlayerWithPermissions } from '../permissions/effective/find-effective-permissions.ts'
import { may } from '../permissions/may.ts'
import type { Player } from '../players/player.ts'
import { hasPendingConsents } from '../sessions/pending-consents-store.ts'

export type UsablePlayer = { player: Player; permissions: EffectivePermissions }

type Deps = Pick<App, 'db' | 'clock' | 'settings'>

/**
 * Finds a player who may use applications with this account now: not banned, with a confirmed address, and with no
 * required password change, consent or confirmation of age. The player is read for every code, refresh and userinfo
 * request, so a ban takes effect immediately.
 */
export async function findUsablePlayer(app: Deps, id: string): Promise<UsablePlayer | undefined> {
  const found = await findPlayerWithPermissions(app.db, { id }, app.clock.now())
  if (!found || found.permissions.ban || found.player.activatedAt === null) return undefined
  if (found.player.passwordChangeRequiredAt !== null) return undefined
  const { minimumAge } = await app.settings.read()
  const isPending = await hasPendingConsents(app.db, { playerId: id, minimumAge })
  return isPending ? undefined : found
}

/**
 * Whether a player may sign in to a client.
 * @param permission the permission that the client requires; null: none
 */
export function maySignIn({ permissions }: UsablePlayer, permission: string | null): boolean {
  return permission === null || may(permissions, permission)
}
