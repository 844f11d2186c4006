import type { App } from '../app.ts'
import { lookupKey } from '../players/player.ts'
import { importMessage } from './import-message.ts'
import { ImportRefused } from './import-refused.ts'
import { type Entry, entriesWhere } from './plan/plan-store.ts'
import type { StagingDatabase } from './plan/staging-store.ts'
import { storedHashOf } from './plan/wrap-hashes.ts'

/**
 * Finds the row of a player by name, to try the player's password.
 * @throws ImportRefused for an unknown or skipped player, or one without a password
 */
export function findTrialPlayer(staging: StagingDatabase, name: string): Entry {
  const found =
    entriesWhere(staging, `name = ? or username = ?`, [name, name])[0] ??
    entriesWhere(staging, `name_key = ?`, [lookupKey(name)])[0]
  const context = `--prove ${name}: `
  if (!found) throw new ImportRefused(importMessage('trial-unknown', {}), context)
  const isSkipped = entriesWhere(staging, `seq = ? and state = 'skipped'`, [found.seq]).length > 0
  if (isSkipped) throw new ImportRefused(importMessage('trial-skipped', {}), context)
  if (found.hashHead === null) {
    throw new ImportRefused(importMessage('trial-no-password', {}), context)
  }
  return found
}

export async function opensAccount(
  { passwords }: Pick<App, 'passwords'>,
  entry: Entry,
  password: string,
): Promise<boolean> {
  return passwords.verify(await storedHashOf({ passwords }, entry), password)
}

/**
 * Checks that a password opens the account of a row.
 * @throws ImportRefused if it does not
 */
export async function requireOpensAccount(
  app: Pick<App, 'passwords'>,
  entry: Entry,
  password: string,
): Promise<void> {
  if (await opensAccount(app, entry, password)) return
  const reason = importMessage('trial-failed', { scheme: String(entry.scheme) })
  throw new ImportRefused(reason, `--prove ${entry.name}: `)
}
