import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeDeps, change } from '../../audit/change.ts'
import { Refusal } from '../../platform/errors.ts'
import { lockPlayer } from '../../players/player-store.ts'
import { newRecoveryCodes, recoveryCodeHash, writeRecoveryCode } from './recovery-code.ts'
import { newRecoveryCodesMail } from './recovery-code-mail.ts'
import { replaceRecoveryCodes } from './recovery-code-store.ts'

type Deps = ChangeDeps & Pick<App, 'config'>

/**
 * Makes new recovery codes, which replace the earlier ones. They are stored as HMACs, so only this response contains
 * them (docs/contract.md#recovery-codes).
 * @throws Refusal `auth.norecoverycodes` if the player has no 2FA or the site uses no recovery codes;
 * `auth.unauthorized`
 */
export async function makeRecoveryCodes(app: Deps, by: Actor): Promise<string[]> {
  const codes = newRecoveryCodes(app.random)
  const marks = codes.map((code) => recoveryCodeHash(app.keys, by.actor, code))
  await change(app, by, async (work) => {
    const { tx, settings } = work
    const player = await lockPlayer(tx, by.actor)
    if (!player) throw new Refusal('auth.unauthorized')
    const has = settings.recoveryCodes && player.totpEnabledAt !== null
    if (!has) throw new Refusal('auth.norecoverycodes')
    await replaceRecoveryCodes(tx, player.id, marks)
    work.audit('recovery-codes.made', player.id)
    const about = { player, site: settings, url: app.config.publicUrl }
    work.notify(player, (to) => newRecoveryCodesMail({ ...about, to }))
  })
  return codes.map(writeRecoveryCode)
}
