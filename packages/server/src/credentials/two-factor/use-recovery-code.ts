import type { App } from '../../app.ts'
import { type ChangeDeps, change } from '../../audit/change.ts'
import type { Client } from '../../platform/network/client.ts'
import type { Player } from '../../players/player.ts'
import { lockPlayer } from '../../players/player-store.ts'
import { recoveryCodeHash } from './recovery-code.ts'
import { recoveryCodeUsedMail } from './recovery-code-mail.ts'
import { consumeRecoveryCode, countRecoveryCodes } from './recovery-code-store.ts'

type Deps = ChangeDeps & Pick<App, 'config'>

/**
 * Consumes a recovery code.
 * @returns false for a wrong or used code, and while the site does not use recovery codes
 * (docs/contract.md#recovery-codes)
 * @param code as `readRecoveryCode` returns it
 */
export async function useRecoveryCode(
  app: Deps,
  { id: playerId }: Player,
  code: string,
  { surface, client }: { surface: 'site' | 'launcher' | 'game'; client: Client },
): Promise<boolean> {
  const mark = recoveryCodeHash(app.keys, playerId, code)
  return change(app, { actor: playerId, ip: client.ip }, async (work) => {
    const { tx, now, settings } = work
    if (!settings.recoveryCodes) return false
    const player = await lockPlayer(tx, playerId) // locked, so that each mail has the right number of codes left
    if (!player || !(await consumeRecoveryCode(tx, { playerId, mark }))) return false
    const left = await countRecoveryCodes(tx, playerId)
    work.audit('recovery-codes.used', playerId, { after: String(left) })
    const about = { player, site: settings, url: app.config.publicUrl, at: now, left }
    const seen = surface === 'site' ? client : undefined
    work.notify(player, (to) => recoveryCodeUsedMail({ ...about, to, client: seen }))
    return true
  })
}
