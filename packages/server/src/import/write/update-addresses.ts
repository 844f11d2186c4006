import type { Actor } from '../../audit/actor.ts'
import type { UnitOfWork } from '../../audit/change.ts'
import { deleteEmailCodes } from '../../credentials/email-codes/email-code-store.ts'
import { deleteMailedLinks } from '../../credentials/password/reset-store.ts'
import { updatePlayer } from '../../players/edit-store.ts'
import { lookupKey, type Player } from '../../players/player.ts'
import { findPlayerByLogin } from '../../players/player-store.ts'
import { fingerprintOf } from '../plan/fingerprint.ts'
import type { Entry } from '../plan/plan-store.ts'
import { type ImportRecord, updateEmailFingerprint } from '../plan/player-import-store.ts'

type AddressChange = { id: string; username: string; before: string | null; email: string }
type AddressOwner = { id: string; username: string }

/** A player who keeps the old address, because `owner` has the new one on this site. */
export type KeptAddress = { username: string; email: string; owner: string }

/** A change to an address that another player (`holder`) still has. The update may also change the holder's address. */
export type PendingAddressChange = AddressChange & {
  holder: AddressOwner
  /** Whether the player is counted already, because the update has changed another value. */
  isCounted: boolean
}

/**
 * Changes the address of a player, if the source has a new one and the site still has the one that the last import
 * wrote.
 * @returns in `marked` the new fingerprint if the address was changed; in `waits` the change if another player has the
 * address
 */
export async function updateAddress(
  work: UnitOfWork<Actor>,
  { player, entry, mark: record }: { player: Player; entry: Entry; mark: ImportRecord },
): Promise<{ marked?: { emailMark: string }; waits?: Omit<PendingAddressChange, 'isCounted'> }> {
  const { email, emailKey } = entry
  const { id, username, email: before } = player
  if (email === null || fingerprintOf(emailKey) === record.emailMark) return {}
  if (fingerprintOf(before === null ? null : lookupKey(before)) !== record.emailMark) return {}
  const change = { id, username, before, email }
  const owner = await findPlayerByLogin(work.tx, email)
  if (owner && owner.id !== id) {
    return { waits: { ...change, holder: { id: owner.id, username: owner.username } } }
  }
  return { marked: await setAddress(work, change) }
}

/**
 * Makes the changes that waited for addresses of other players. No two rows have the same address. So the changes form
 * cycles, and chains whose last change waits for the address of a player who is not in `waiting`.
 * @param report is called for each player who keeps the old address
 * @returns the number of changed players who are not counted yet
 */
export async function resolveAddressChanges(
  work: UnitOfWork<Actor>,
  waiting: readonly PendingAddressChange[],
  report: (kept: KeptAddress) => void,
): Promise<number> {
  const pending = new Map(waiting.map((pendingChange) => [pendingChange.id, pendingChange]))
  const pendingByOwner = new Map(
    waiting.map((pendingChange) => [pendingChange.holder.id, pendingChange]),
  )
  let count = 0
  const apply = async (pendingChange: PendingAddressChange): Promise<void> => {
    const { emailMark } = await setAddress(work, pendingChange)
    await updateEmailFingerprint(work.tx, pendingChange.id, { emailMark, importedAt: work.now })
    if (!pendingChange.isCounted) count += 1
  }
  for (const last of waiting.filter(({ holder: owner }) => !pending.has(owner.id))) {
    const isFree = (await findPlayerByLogin(work.tx, last.email)) === undefined
    for (
      let pendingChange: PendingAddressChange | undefined = last;
      pendingChange;
      pendingChange = pendingByOwner.get(pendingChange.id)
    ) {
      pending.delete(pendingChange.id)
      if (isFree) await apply(pendingChange)
      else report(toKeptAddress(pendingChange))
    }
  }
  for (const { id } of pending.values()) await updatePlayer(work.tx, id, { email: null })
  for (const pendingChange of pending.values()) await apply(pendingChange)
  return count
}

export function toKeptAddress({ username, holder, email }: PendingAddressChange): KeptAddress {
  return { username, email, owner: holder.username }
}

/**
 * Sets the address of a player. Codes and links sent to the old address become invalid, as when the player changes it.
 * @returns the new fingerprint
 */
async function setAddress(work: UnitOfWork<Actor>, { id, before, email }: AddressChange) {
  await updatePlayer(work.tx, id, { email })
  await deleteMailedLinks(work.tx, id)
  await deleteEmailCodes(work.tx, id)
  work.audit('player.email', id, { before, after: email })
  return { emailMark: fingerprintOf(lookupKey(email)) }
}
