import type { Actor } from '../../audit/actor.ts'
import type { Work } from '../../audit/change.ts'
import { deleteEmailCodes } from '../../credentials/email-codes/email-code-store.ts'
import { deleteMailedLinks } from '../../credentials/password/reset-store.ts'
import { updatePlayer } from '../../players/edit-store.ts'
import { keyOf, type Player } from '../../players/player.ts'
import { findPlayerByLogin } from '../../players/player-store.ts'
import { markOf } from '../plan/fingerprint.ts'
import type { Entry } from '../plan/plan-store.ts'
import { type ImportMark, updateEmailMark } from '../plan/player-import-store.ts'

type Wanted = { id: string; username: string; before: string | null; email: string }
type Holder = { id: string; username: string }

/** Somebody whose new address another player has, who may be about to get another one too. */
export type Waiting = Wanted & {
  holder: Holder
  /** Whether the update has changed something else of theirs, so that they are counted already. */
  isCounted: boolean
}

/** @returns the new mark, or who has the address. */
export async function updateAddress(
  work: Work<Actor>,
  { player, entry, mark }: { player: Player; entry: Entry; mark: ImportMark },
): Promise<{ marked?: { emailMark: string }; waits?: Omit<Waiting, 'isCounted'> }> {
  const { email, emailKey } = entry
  const { id, username, email: before } = player
  if (email === null || markOf(emailKey) === mark.emailMark) return {}
  if (markOf(before === null ? null : keyOf(before)) !== mark.emailMark) return {}
  const wanted = { id, username, before, email }
  const holder = await findPlayerByLogin(work.tx, email)
  if (holder && holder.id !== id) {
    return { waits: { ...wanted, holder: { id: holder.id, username: holder.username } } }
  }
  return { marked: await giveAddress(work, wanted) }
}

/**
 * Gives addresses to those for whom they are free by now. No two of a source want the same one, so they wait in
 * rows, whose last waits for somebody else, and in rings: there each has what the next one wants.
 *
 * @param kept gets a sentence for each who keeps the old one.
 * @returns how many were changed who are not counted yet.
 */
export async function settleAddresses(
  work: Work<Actor>,
  waiting: readonly Waiting[],
  kept: (sentence: string) => void,
): Promise<number> {
  const left = new Map(waiting.map((one) => [one.id, one]))
  const behind = new Map(waiting.map((one) => [one.holder.id, one]))
  let count = 0
  const give = async (one: Waiting): Promise<void> => {
    const { emailMark } = await giveAddress(work, one)
    await updateEmailMark(work.tx, one.id, { emailMark, importedAt: work.now })
    if (!one.isCounted) count += 1
  }
  for (const last of waiting.filter(({ holder }) => !left.has(holder.id))) {
    const isFree = (await findPlayerByLogin(work.tx, last.email)) === undefined
    for (let one: Waiting | undefined = last; one; one = behind.get(one.id)) {
      left.delete(one.id)
      if (isFree) await give(one)
      else kept(keptSentence(one))
    }
  }
  for (const { id } of left.values()) await updatePlayer(work.tx, id, { email: null })
  for (const one of left.values()) await give(one)
  return count
}

export function keptSentence({ username, holder, email }: Omit<Waiting, 'isCounted'>): string {
  return `${username} keeps their address: ${holder.username} has ${email} here`
}

/** Codes and links that were sent to the old address become void, as when an owner changes it. */
async function giveAddress(work: Work<Actor>, { id, before, email }: Wanted) {
  await updatePlayer(work.tx, id, { email })
  await deleteMailedLinks(work.tx, id)
  await deleteEmailCodes(work.tx, id)
  work.note('player.email', id, { before, after: email })
  return { emailMark: markOf(keyOf(email)) }
}
