import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import type { UnitOfWork } from '../../audit/change.ts'
import { totpContext } from '../../credentials/two-factor/check-totp.ts'
import { readSecret } from '../../credentials/two-factor/totp.ts'
import { exchangeTotp } from '../../credentials/two-factor/two-factor-store.ts'
import { lookupKey, type Player } from '../../players/player.ts'
import { lockPlayer, upgradePasswordHash } from '../../players/player-store.ts'
import { fingerprintOf } from '../plan/fingerprint.ts'
import { type Entry, streamEntries } from '../plan/plan-store.ts'
import {
  type ImportRecord,
  listImportRecords,
  updateImportRecord,
} from '../plan/player-import-store.ts'
import type { StagingDatabase } from '../plan/staging-store.ts'
import {
  type KeptAddress,
  type PendingAddressChange,
  resolveAddressChanges,
  toKeptAddress,
  updateAddress,
} from './update-addresses.ts'
import { updateRelatedData } from './update-related-data.ts'

type Deps = Pick<App, 'random'>
type UpdateResult = { updated: number; kept: KeptAddress[] }
type UpdateTarget = { player: Player; entry: Entry; mark: ImportRecord }

const MAX_KEPT = 200
/**
 * How many address changes wait at most for other players. Further players keep the old address until the next update.
 */
const MAX_PENDING_ADDRESSES = 10_000

/**
 * Updates the players of the plan that exist on this site. Locks each player's row first, and skips values that were
 * changed on the site since the last import.
 * @returns the number of changed players, and addresses that could not be changed
 */
export async function updatePlayers(
  app: Deps,
  work: UnitOfWork<Actor>,
  staging: StagingDatabase,
  source: string,
): Promise<UpdateResult> {
  let updated = 0
  const kept: KeptAddress[] = []
  const addKept = (address: KeptAddress): void => {
    if (kept.length < MAX_KEPT) kept.push(address)
  }
  const waiting: PendingAddressChange[] = []
  for (const batch of streamEntries(staging, 'present', 'is_new = 1')) {
    const names = batch.map(({ name }) => lookupKey(name))
    const records = new Map(
      (await listImportRecords(work.tx, source, names)).map((record) => [record.playerId, record]),
    )
    for (const entry of batch) {
      const record = records.get(entry.playerId ?? '')
      const player = record && (await lockPlayer(work.tx, record.playerId))
      if (!player) continue
      const target = { player, entry, mark: record }
      const { marked: recordChange, waits: pendingAddress } = await updateAddress(work, target)
      const changed: Partial<ImportRecord> = {
        ...(await updatePassword(work, target)),
        ...recordChange,
        ...(await updateSecret(work, target)),
      }
      const imported = record.belongings
      const relatedData = await updateRelatedData(app, work, staging, {
        player,
        entry,
        given: imported,
      })
      const isCounted = Object.keys(changed).length > 0 || relatedData !== imported
      if (pendingAddress) {
        const pending = { ...pendingAddress, isCounted }
        if (waiting.length < MAX_PENDING_ADDRESSES) waiting.push(pending)
        else addKept(toKeptAddress(pending))
      }
      if (!isCounted) continue
      await updateImportRecord(work.tx, {
        ...record,
        ...changed,
        belongings: relatedData,
        importedAt: work.now,
      })
      updated += 1
    }
    await work.flushAudit()
  }
  updated += await resolveAddressChanges(work, waiting, addKept)
  return { updated, kept }
}

async function updatePassword({ tx }: UnitOfWork, { player, entry }: UpdateTarget) {
  const { stored, storedBefore } = entry
  const { passwordHash: old } = player
  if (stored === null || old !== storedBefore) return {}
  await upgradePasswordHash(tx, player.id, { old, renewed: stored })
  return { passwordMark: fingerprintOf(stored) }
}

async function updateSecret(work: UnitOfWork, { player, entry, mark: record }: UpdateTarget) {
  const { totp } = entry.rest
  const { now, generation } = work
  if (totp === undefined || entry.totpIsNew === 0 || (player.totpEnabledAt ?? 0) !== record.totp)
    return {}
  const sealed = generation.seal(totpContext(player.id), readSecret(totp))
  const isSet = await exchangeTotp(work.tx, player.id, { sealed, now, before: record.totp })
  return isSet ? { totp: now } : {}
}
