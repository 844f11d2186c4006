import type { App } from '../app.ts'
import { keyOf } from '../players/player.ts'
import { ImportRefused } from './import-refused.ts'
import { type Entry, entriesWhere } from './plan/plan-store.ts'
import type { Scratch } from './plan/staging-store.ts'
import { storedOf } from './plan/wrap-hashes.ts'

/** Finds whose password is to be proved. @throws ImportRefused when they do not come, or have none. */
export function findProved(scratch: Scratch, name: string): Entry {
  const found =
    entriesWhere(scratch, `name = ? or username = ?`, [name, name])[0] ??
    entriesWhere(scratch, `name_key = ?`, [keyOf(name)])[0]
  if (!found) throw new ImportRefused(`--prove ${name}: nobody in the source has this name`)
  const isLeftOut = entriesWhere(scratch, `seq = ? and state = 'skipped'`, [found.seq]).length > 0
  if (isLeftOut) throw new ImportRefused(`--prove ${name}: this row is left out`)
  if (found.hashHead === null)
    throw new ImportRefused(`--prove ${name}: the source has no password`)
  return found
}

/**
 * Shows that a password opens an account, exactly as it will be stored.
 *
 * @throws ImportRefused when it does not.
 */
export async function provePassword(
  app: Pick<App, 'passwords'>,
  entry: Entry,
  password: string,
): Promise<void> {
  const stored = await storedOf(app, entry)
  if (await app.passwords.verify(stored, password)) return
  throw new ImportRefused(
    `--prove ${entry.name}: this password does not open the account (scheme ${entry.scheme}); nothing was written`,
  )
}
