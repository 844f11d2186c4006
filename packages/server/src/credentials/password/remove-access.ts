import type { RemovedAccess } from '@portal/contract'
import type { Work } from '../../audit/change.ts'
import type { Player } from '../../players/player.ts'
import { revokeLauncherAccess } from '../../sessions/revoke-launcher-access.ts'
import { type LinkedIdentity, traceOf } from '../linked-accounts/identity.ts'
import { deleteIdentities } from '../linked-accounts/identity-store.ts'
import { findProvider } from '../linked-accounts/provider-store.ts'
import { deletePasskeys } from '../passkeys/passkey-store.ts'
import { removeTotp } from '../two-factor/two-factor-store.ts'

export const NOTHING_REMOVED: RemovedAccess = {
  passkeys: [],
  identities: [],
  launcherPasswords: [],
  sessions: false,
  twoFactor: false,
}

/**
 * Removes what signs in beside the password of a player whose row is locked: passkeys, linked accounts, launcher
 * passwords and game sessions. An attacker who knew the old password may have added them, and nothing distinguishes
 * those from the player's own (docs/contract.md#what-a-new-password-removes).
 */
export async function removeAccess(work: Work, { id }: Pick<Player, 'id'>): Promise<RemovedAccess> {
  const { tx, note } = work
  const passkeys = await deletePasskeys(tx, id)
  for (const name of passkeys) note('passkey.removed', id, { before: name })
  const identities = []
  for (const identity of await deleteIdentities(tx, id)) {
    note('identity.unlinked', id, { before: traceOf(identity) })
    identities.push(await describe(work, identity))
  }
  const { passwords: launcherPasswords } = await revokeLauncherAccess(work, id)
  return { ...NOTHING_REMOVED, passkeys, identities, launcherPasswords }
}

/**
 * Takes the second factor from a player whose row is locked. @returns whether it was on.
 */
export async function removeForeignTwoFactor(
  { tx, note }: Work,
  { id }: Pick<Player, 'id'>,
): Promise<boolean> {
  if (!(await removeTotp(tx, id))) return false
  note('two-factor.removed', id)
  return true
}

/** Whether anything was removed. */
export function isAnythingRemoved(removed: RemovedAccess): boolean {
  return Object.values(removed).some((part) => (Array.isArray(part) ? part.length > 0 : part))
}

async function describe(
  { tx }: Work,
  { provider, name }: LinkedIdentity,
): Promise<RemovedAccess['identities'][number]> {
  const found = await findProvider(tx, provider)
  return { provider, service: found?.name ?? provider, name }
}
