import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeNeeds, change } from '../../audit/change.ts'
import { Refusal } from '../../platform/errors.ts'
import { lockPlayer } from '../../players/player-store.ts'
import { markOf, newRecoveryCodes, writeRecoveryCode } from './recovery-code.ts'
import { newRecoveryCodesMail } from './recovery-code-mail.ts'
import { replaceRecoveryCodes } from './recovery-code-store.ts'

type Needs = ChangeNeeds & Pick<App, 'config'>

/**
 * Makes a player ten recovery codes in the place of those from before, and returns them: the site cannot show
 * them again (docs/contract.md#recovery-codes).
 *
 * @throws Refusal `auth.norecoverycodes` while the site offers none, or 2FA is off; `auth.unauthorized`
 */
export async function makeRecoveryCodes(app: Needs, by: Actor): Promise<string[]> {
  const codes = newRecoveryCodes(app.random)
  const marks = codes.map((code) => markOf(app.keys, by.actor, code))
  await change(app, by, async (work) => {
    const { tx, settings } = work
    const player = await lockPlayer(tx, by.actor)
    if (!player) throw new Refusal('auth.unauthorized')
    const has = settings.recoveryCodes && player.totpEnabledAt !== null
    if (!has) throw new Refusal('auth.norecoverycodes')
    await replaceRecoveryCodes(tx, player.id, marks)
    work.note('recovery-codes.made', player.id)
    const about = { player, site: settings, url: app.config.publicUrl }
    work.tell(player, (to) => newRecoveryCodesMail({ ...about, to }))
  })
  return codes.map(writeRecoveryCode)
}
