import type { App } from '../../app.ts'
import { type ChangeNeeds, change } from '../../audit/change.ts'
import type { Client } from '../../platform/network/client.ts'
import type { Player } from '../../players/player.ts'
import { lockPlayer } from '../../players/player-store.ts'
import { markOf } from './recovery-code.ts'
import { recoveryCodeUsedMail } from './recovery-code-mail.ts'
import { burnRecoveryCode, countRecoveryCodes } from './recovery-code-store.ts'

type Needs = ChangeNeeds & Pick<App, 'config'>

/**
 * Uses up a recovery code where one from the app was asked for, and tells the player. A wrong or used code
 * gives false, as does every code while the site offers none (docs/contract.md#recovery-codes).
 *
 * @param code as `readRecoveryCode` returns it.
 */
export async function useRecoveryCode(
  app: Needs,
  { id: playerId }: Player,
  code: string,
  { door, client }: { door: 'site' | 'launcher' | 'game'; client: Client },
): Promise<boolean> {
  const mark = markOf(app.keys, playerId, code)
  return change(app, { actor: playerId, ip: client.ip }, async (work) => {
    const { tx, now, settings } = work
    if (!settings.recoveryCodes) return false
    const player = await lockPlayer(tx, playerId) // so that each mail has the right count
    if (!player || !(await burnRecoveryCode(tx, { playerId, mark }))) return false
    const left = await countRecoveryCodes(tx, playerId)
    work.note('recovery-codes.used', playerId, { after: String(left) })
    const about = { player, site: settings, url: app.config.publicUrl, at: now, left }
    const seen = door === 'site' ? client : undefined
    work.tell(player, (to) => recoveryCodeUsedMail({ ...about, to, client: seen }))
    return true
  })
}
