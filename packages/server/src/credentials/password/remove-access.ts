import type { RemovedAccess } from '@portal/contract'
import type { UnitOfWork } from '../../audit/change.ts'
import type { Player } from '../../players/player.ts'
import { deleteApplicationGrants } from '../../sessions/application-access-store.ts'
import { revokeLauncherAccess } from '../../sessions/revoke-launcher-access.ts'
import { identityAuditText, type LinkedIdentity } from '../linked-accounts/identity.ts'
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
 * Removes passkeys, linked accounts, launcher passwords, game sessions and the tokens of applications: an attacker who
 * knew the old password may have added them (docs/contract.md#what-a-new-password-removes). The caller has locked the
 * player's row.
 */
export async function removeAccess(
  work: UnitOfWork,
  { id }: Pick<Player, 'id'>,
): Promise<RemovedAccess> {
  const { tx, audit, emit } = work
  const passkeys = await deletePasskeys(tx, id)
  for (const name of passkeys) audit('passkey.removed', id, { before: name })
  const identities = []
  for (const identity of await deleteIdentities(tx, id)) {
    audit('identity.unlinked', id, { before: identityAuditText(identity) })
    emit('player.unlinked', { player: id, provider: identity.provider })
    identities.push(await describe(work, identity))
  }
  await deleteApplicationGrants(tx, id)
  const { passwords: launcherPasswords } = await revokeLauncherAccess(work, id)
  return { ...NOTHING_REMOVED, passkeys, identities, launcherPasswords }
}

export async function removeForeignTwoFactor(
  { tx, audit, emit }: UnitOfWork,
  { id }: Pick<Player, 'id'>,
): Promise<boolean> {
  if (!(await removeTotp(tx, id))) return false
  audit('two-factor.removed', id)
  emit('player.two_factor_changed', { player: id })
  return true
}

export function isAnythingRemoved(removed: RemovedAccess): boolean {
  return Object.values(removed).some((part) => (Array.isArray(part) ? part.length > 0 : part))
}

async function describe(
  { tx }: UnitOfWork,
  { provider, name }: LinkedIdentity,
): Promise<RemovedAccess['identities'][number]> {
  const found = await findProvider(tx, provider)
  return { provider, service: found?.name ?? provider, name }
}
