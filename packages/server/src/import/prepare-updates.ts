import { verify } from '@node-rs/argon2'
import type { App } from '../app.ts'
import { keyOf } from '../player/player.ts'
import { markOf } from './marks.ts'
import { type Entry, setStored, slicesOf, together } from './plan/plan-store.ts'
import type { Scratch } from './plan/scratch-store.ts'
import { type ImportMark, listMarks } from './player-import-store.ts'
import { listResidents, type Resident } from './taken-store.ts'
import { storedOf } from './wrap-hashes.ts'

/**
 * Finds what `--update` brings up to date: the password of a player who came from this source, where
 * the source has another one and the site still has what the import wrote (docs/operations.md#again).
 * Whoever signed in here since has a renewed hash, and keeps the password of here.
 *
 * @returns how many will be changed.
 */
export async function prepareUpdates(
  app: Pick<App, 'db' | 'passwords'>,
  scratch: Scratch,
  source: string,
): Promise<number> {
  let count = 0
  for (const slice of slicesOf(scratch, 'present', 'hash_head is not null')) {
    const residents = await listResidents(app.db, slice)
    const names = slice.map(({ name }) => keyOf(name))
    const marks = new Map(
      (await listMarks(app.db, source, names)).map((mark) => [mark.playerId, mark]),
    )
    const here = new Map(residents.map((resident) => [resident.id, resident]))
    for (const entry of slice) {
      const resident = here.get(entry.playerId ?? '')
      const mark = marks.get(entry.playerId ?? '')
      if (!resident || !mark || !(await hasNewPassword(entry, resident, mark))) continue
      const stored = await storedOf(app, entry)
      const before = resident.passwordHash
      together(scratch, () => setStored(scratch, entry.seq, { stored, before }))
      count += 1
    }
  }
  return count
}

async function hasNewPassword(
  { hashHead, hashDigest }: Entry,
  { passwordHash }: Resident,
  mark: ImportMark,
): Promise<boolean> {
  if (markOf(passwordHash) !== mark.passwordMark) return false
  if (hashHead === null || hashDigest === null) return hashHead !== passwordHash
  if (!passwordHash.startsWith(`${hashHead}$argon2id$`)) return true
  return !(await verify(passwordHash.slice(hashHead.length), hashDigest))
}
