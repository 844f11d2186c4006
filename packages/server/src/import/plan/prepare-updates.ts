import { verify } from '@node-rs/argon2'
import type { App } from '../../app.ts'
import { totpRow } from '../../credentials/two-factor/check-totp.ts'
import { readSecret } from '../../credentials/two-factor/totp.ts'
import { keyOf } from '../../players/player.ts'
import { listResidents, type Resident } from './existing-player-store.ts'
import { markOf } from './fingerprint.ts'
import { isOther } from './given-data.ts'
import { type Entry, markNew, setStored, slicesOf, together } from './plan-store.ts'
import { type ImportMark, isOf, listMarks } from './player-import-store.ts'
import type { Scratch } from './staging-store.ts'
import { storedOf } from './wrap-hashes.ts'

type Needs = Pick<App, 'db' | 'passwords' | 'keys' | 'clock'>
type Here = { entry: Entry; resident: Resident; mark: ImportMark }

/**
 * Finds for whom of those who came from this source it has something else by now, and makes their new
 * hashes ready (docs/operations.md#again). What is slow is done here, what has to be certain in the
 * transaction (update-players.ts).
 */
export async function prepareUpdates(app: Needs, scratch: Scratch, source: string): Promise<void> {
  const now = app.clock.now()
  for (const slice of slicesOf(scratch, 'present')) {
    const residents = await listResidents(app.db, slice)
    const names = slice.map(({ name }) => keyOf(name))
    const marks = new Map(
      (await listMarks(app.db, source, names)).map((mark) => [mark.playerId, mark]),
    )
    const here = new Map(residents.map((resident) => [resident.id, resident]))
    for (const entry of slice) {
      const resident = here.get(entry.playerId ?? '')
      const mark = marks.get(entry.playerId ?? '')
      if (!resident || !mark || !isOf(mark, entry)) continue
      const one = { entry, resident, mark }
      const before = resident.passwordHash
      const stored = (await hasNewPassword(one)) ? await storedOf(app, entry) : undefined
      const totp = await hasNewSecret(app, one)
      const hasOther = totp || hasNewAddress(one) || isOther(entry, mark.belongings, now)
      if (stored === undefined && !hasOther) continue
      together(scratch, () => {
        markNew(scratch, entry.seq, { totp })
        if (stored !== undefined) setStored(scratch, entry.seq, { stored, before })
      })
    }
  }
}

/** Whoever signed in here since has a renewed hash, and keeps the password of here. */
async function hasNewPassword({ entry, resident, mark }: Here): Promise<boolean> {
  const { hashHead, hashDigest } = entry
  const { passwordHash } = resident
  if (hashHead === null || markOf(passwordHash) !== mark.passwordMark) return false
  if (hashDigest === null) return hashHead !== passwordHash
  if (!passwordHash.startsWith(`${hashHead}$argon2id$`)) return true
  return !(await verify(passwordHash.slice(hashHead.length), hashDigest))
}

function hasNewAddress({ entry: { emailKey }, resident, mark }: Here): boolean {
  if (emailKey === null || markOf(emailKey) === mark.emailMark) return false
  return markOf(resident.emailKey) === mark.emailMark
}

async function hasNewSecret({ keys }: Needs, { entry, resident, mark }: Here): Promise<boolean> {
  const { totp } = entry.rest
  const { id, totpSealed, totpEnabledAt } = resident
  if (totp === undefined || (totpEnabledAt ?? 0) !== mark.totp) return false
  if (totpEnabledAt === null || totpSealed === null) return true
  return !readSecret(totp).equals(await keys.unseal(totpRow(id), totpSealed))
}
