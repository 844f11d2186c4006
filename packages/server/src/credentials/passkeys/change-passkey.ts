import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { change } from '../../audit/change.ts'
import { lockEditable } from '../../permissions/lock-editable.ts'
import { tellSuperusers } from '../../permissions/superusers/notify-superusers.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Player } from '../../players/player.ts'
import { lockPlayer } from '../../players/player-store.ts'
import type { Passkey } from './passkey.ts'
import { passkeyMail, passkeysRemovedMail } from './passkey-mail.ts'
import { deletePasskey, deletePasskeys, listPasskeys, updatePasskeyName } from './passkey-store.ts'

/** Names one of the player's own passkeys. @throws Refusal `passkey.notfound` */
export async function renamePasskey(
  app: App,
  by: Actor,
  { id, name: given }: { id: string; name: string },
): Promise<Passkey> {
  const name = given.trim()
  return change(app, by, async ({ tx, note }) => {
    await lockPlayer(tx, by.actor) // so that nobody names it between what is read and what is written
    const passkey = (await listPasskeys(tx, by.actor)).find((own) => own.id === id)
    if (!passkey || !(await updatePasskeyName(tx, { id, playerId: by.actor, name }))) {
      throw new Refusal('passkey.notfound')
    }
    if (passkey.name !== name) {
      note('passkey.renamed', by.actor, { before: passkey.name, after: name })
    }
    return { ...passkey, name }
  })
}

/** Removes one of the player's own passkeys and tells them. @throws Refusal `passkey.notfound` */
export async function removePasskey(app: App, by: Actor, id: string): Promise<void> {
  await change(app, by, async (work) => {
    const player = await lockPlayer(work.tx, by.actor)
    const removed = await deletePasskey(work.tx, { id, playerId: by.actor })
    if (!player || !removed) throw new Refusal('passkey.notfound')
    work.note('passkey.removed', player.id, { before: removed.name })
    const about = { player, site: work.settings, url: app.config.publicUrl, name: removed.name }
    work.tell(player, (to) => passkeyMail({ ...about, to, added: false }))
  })
}

/**
 * Takes all passkeys from a player, and tells them and every superuser. Returns how many there were.
 *
 * @throws Refusal `auth.forbidden` when the editor may not; `player.notfound`
 */
export async function removePasskeys(
  app: App,
  by: Actor,
  { id }: Pick<Player, 'id'>,
): Promise<number> {
  return change(app, by, async (work) => {
    const { player } = await lockEditable(work, id, 'panel.players.2fa')
    const { length: count } = await deletePasskeys(work.tx, id)
    if (count === 0) return 0
    work.note('passkeys.removed', id, { before: String(count) })
    const about = { player, site: work.settings, url: app.config.publicUrl }
    work.tell(player, (to) => passkeysRemovedMail({ ...about, to }))
    await tellSuperusers(app, work, { kind: 'passkeys-removed', whom: player.username, id })
    return count
  })
}
