import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import type { Work } from '../../audit/change.ts'
import { totpRow } from '../../credentials/two-factor/check-totp.ts'
import { readSecret } from '../../credentials/two-factor/totp.ts'
import { exchangeTotp } from '../../credentials/two-factor/two-factor-store.ts'
import { keyOf, type Player } from '../../players/player.ts'
import { lockPlayer, renewPasswordHash } from '../../players/player-store.ts'
import { markOf } from '../plan/fingerprint.ts'
import { type Entry, slicesOf } from '../plan/plan-store.ts'
import { type ImportMark, listMarks, updateMark } from '../plan/player-import-store.ts'
import type { Scratch } from '../plan/staging-store.ts'
import { keptSentence, settleAddresses, updateAddress, type Waiting } from './update-addresses.ts'
import { updateBelongings } from './update-given-data.ts'

type Needs = Pick<App, 'random'>
type Updated = { updated: number; kept: string[] }
type Whom = { player: Player; entry: Entry; mark: ImportMark }

const MOST_TOLD = 200
/** More than that are not remembered: whoever waits beyond it keeps the old address until the next update. */
const MOST_WAITING = 10_000

/**
 * Writes what prepareUpdates found. Each player's row is locked first, and what is no longer as the last
 * import left it stays: it was changed on the site since.
 *
 * @returns how many were changed, and what somebody else's address kept from being taken over.
 */
export async function updatePlayers(
  app: Needs,
  work: Work<Actor>,
  scratch: Scratch,
  source: string,
): Promise<Updated> {
  let updated = 0
  const kept: string[] = []
  const tell = (sentence: string): void => {
    if (kept.length < MOST_TOLD) kept.push(sentence)
  }
  const waiting: Waiting[] = []
  for (const slice of slicesOf(scratch, 'present', 'is_new = 1')) {
    const names = slice.map(({ name }) => keyOf(name))
    const marks = new Map(
      (await listMarks(work.tx, source, names)).map((mark) => [mark.playerId, mark]),
    )
    for (const entry of slice) {
      const mark = marks.get(entry.playerId ?? '')
      const player = mark && (await lockPlayer(work.tx, mark.playerId))
      if (!player) continue
      const whom = { player, entry, mark }
      const { marked, waits } = await updateAddress(work, whom)
      const changed: Partial<ImportMark> = {
        ...(await updatePassword(work, whom)),
        ...marked,
        ...(await updateSecret(work, whom)),
      }
      const given = mark.belongings
      const belongings = await updateBelongings(app, work, scratch, { player, entry, given })
      const isCounted = Object.keys(changed).length > 0 || belongings !== given
      if (waits && waiting.length < MOST_WAITING) waiting.push({ ...waits, isCounted })
      else if (waits) tell(keptSentence(waits))
      if (!isCounted) continue
      await updateMark(work.tx, { ...mark, ...changed, belongings, importedAt: work.now })
      updated += 1
    }
    await work.writeNotes()
  }
  updated += await settleAddresses(work, waiting, tell)
  return { updated, kept }
}

async function updatePassword({ tx }: Work, { player, entry }: Whom) {
  const { stored, storedBefore } = entry
  const { passwordHash: old } = player
  if (stored === null || old !== storedBefore) return {}
  await renewPasswordHash(tx, player.id, { old, renewed: stored })
  return { passwordMark: markOf(stored) }
}

async function updateSecret(work: Work, { player, entry, mark }: Whom) {
  const { totp } = entry.rest
  const { now, generation } = work
  if (totp === undefined || entry.totpIsNew === 0 || (player.totpEnabledAt ?? 0) !== mark.totp)
    return {}
  const sealed = generation.seal(totpRow(player.id), readSecret(totp))
  const isSet = await exchangeTotp(work.tx, player.id, { sealed, now, before: mark.totp })
  return isSet ? { totp: now } : {}
}
