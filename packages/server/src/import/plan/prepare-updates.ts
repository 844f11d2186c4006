import { verify } from '@node-rs/argon2'
import type { App } from '../../app.ts'
import { totpContext } from '../../credentials/two-factor/check-totp.ts'
import { readSecret } from '../../credentials/two-factor/totp.ts'
import { lookupKey } from '../../players/player.ts'
import { type ExistingPlayer, listExistingPlayers } from './existing-player-store.ts'
import { fingerprintOf } from './fingerprint.ts'
import { type Entry, inTransaction, markChanged, setStored, streamEntries } from './plan-store.ts'
import { type ImportRecord, isRecordOf, listImportRecords } from './player-import-store.ts'
import { differsFromImport } from './related-data.ts'
import type { StagingDatabase } from './staging-store.ts'
import { storedHashOf } from './wrap-hashes.ts'

type Deps = Pick<App, 'db' | 'passwords' | 'keys' | 'clock'>
type ExistingEntry = { entry: Entry; existing: ExistingPlayer; record: ImportRecord }

/**
 * Prepares an update: does the slow work that need not run in the transaction. The transaction repeats checks that must
 * be certain (update-players.ts; docs/operations.md#update-imported-players).
 */
export async function prepareUpdates(
  app: Deps,
  staging: StagingDatabase,
  source: string,
): Promise<void> {
  const now = app.clock.now()
  for (const batch of streamEntries(staging, 'present')) {
    const existingPlayers = await listExistingPlayers(app.db, batch)
    const names = batch.map(({ name }) => lookupKey(name))
    const records = new Map(
      (await listImportRecords(app.db, source, names)).map((record) => [record.playerId, record]),
    )
    const existingById = new Map(existingPlayers.map((existing) => [existing.id, existing]))
    for (const entry of batch) {
      const existing = existingById.get(entry.playerId ?? '')
      const record = records.get(entry.playerId ?? '')
      if (!existing || !record || !isRecordOf(record, entry)) continue
      const one = { entry, existing, record }
      const before = existing.passwordHash
      const stored = (await hasNewPassword(one)) ? await storedHashOf(app, entry) : undefined
      const totp = await hasNewSecret(app, one)
      const hasOther =
        totp || hasNewAddress(one) || differsFromImport(entry, record.belongings, now)
      if (stored === undefined && !hasOther) continue
      inTransaction(staging, () => {
        markChanged(staging, entry.seq, { totp })
        if (stored !== undefined) setStored(staging, entry.seq, { stored, before })
      })
    }
  }
}

/**
 * Whether the source has a new password for a player. A player who has signed in on this site since the last import
 * keeps the password of this site, because the sign-in has renewed the hash.
 */
async function hasNewPassword({ entry, existing, record }: ExistingEntry): Promise<boolean> {
  const { hashHead, hashDigest } = entry
  const { passwordHash } = existing
  if (hashHead === null || fingerprintOf(passwordHash) !== record.passwordMark) return false
  if (hashDigest === null) return hashHead !== passwordHash
  if (!passwordHash.startsWith(`${hashHead}$argon2id$`)) return true
  return !(await verify(passwordHash.slice(hashHead.length), hashDigest))
}

function hasNewAddress({ entry: { emailKey }, existing, record }: ExistingEntry): boolean {
  if (emailKey === null || fingerprintOf(emailKey) === record.emailMark) return false
  return fingerprintOf(existing.emailKey) === record.emailMark
}

async function hasNewSecret(
  { keys }: Deps,
  { entry, existing, record }: ExistingEntry,
): Promise<boolean> {
  const { totp } = entry.rest
  const { id, totpSealed, totpEnabledAt } = existing
  if (totp === undefined || (totpEnabledAt ?? 0) !== record.totp) return false
  if (totpEnabledAt === null || totpSealed === null) return true
  return !readSecret(totp).equals(await keys.unseal(totpContext(id), totpSealed))
}
