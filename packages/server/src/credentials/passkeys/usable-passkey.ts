import type { App } from '../../app.ts'
import type { Player } from '../../players/player.ts'
import { findRelyingParty } from '../../settings/relying-party.ts'
import { listPasskeys } from './passkey-store.ts'

export async function hasUsablePasskey(
  { db, config }: Pick<App, 'db' | 'config'>,
  { id }: Pick<Player, 'id'>,
): Promise<boolean> {
  const party = findRelyingParty(config.publicUrl)
  if (!('host' in party)) return false
  const passkeys = await listPasskeys(db, id)
  return passkeys.some(({ host, copiedAt }) => host === party.host && copiedAt === null)
}
