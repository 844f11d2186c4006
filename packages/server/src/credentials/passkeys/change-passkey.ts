import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { change } from '../../audit/change.ts'
import { lockEditable } from '../../permissions/lock-editable.ts'
import { notifySuperusers } from '../../permissions/superusers/notify-superusers.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Player } from '../../players/player.ts'
import { lockPlayer } from '../../players/player-store.ts'
import type { Passkey } from './passkey.ts'
import { passkeyMail, passkeysRemovedMail } from './passkey-mail.ts'
import { deletePasskey, deletePasskeys, listPasskeys, updatePasskeyName } from './passkey-store.ts'

export async function renamePasskey(
  app: App,
  by: Actor,
  { id, name: given }: { id: string; name: string },
): Promise<Passkey> {
  const name = given.trim()
  return change(app, by, async ({ tx, audit }) => {
    await lockPlayer(tx, by.actor) // makes concurrent renames run one after another
    const passkey = (await listPasskeys(tx, by.actor)).find((own) => own.id === id)
    if (!passkey || !(await updatePasskeyName(tx, { id, playerId: by.actor, name }))) {
      throw new Refusal('passkey.notfound')
    }
    if (passkey.name !== name) {
      audit('passkey.renamed', by.actor, { before: passkey.name, after: name })
    }
    return { ...passkey, name }
  })
}

export async function removePasskey(app: App, by: Actor, id: string): Promise<void> {
  await change(app, by, async (work) => {
    const player = await lockPlayer(work.tx, by.actor)
    const removed = await deletePasskey(work.tx, { id, playerId: by.actor })
    if (!player || !removed) throw new Refusal('passkey.notfound')
    work.audit('passkey.removed', player.id, { before: removed.name })
    const about = { player, site: work.settings, url: app.config.publicUrl, name: removed.name }
    work.notify(player, (to) => passkeyMail({ ...about, to, added: false }))
  })
}

/**
 * Removes all passkeys of a player.
 * @returns how many were removed
 * @throws Refusal `auth.forbidden`, `player.notfound`
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
    work.audit('passkeys.removed', id, { before: String(count) })
    const about = { player, site: work.settings, url: app.config.publicUrl }
    work.notify(player, (to) => passkeysRemovedMail({ ...about, to }))
    await notifySuperusers(app, work, { kind: 'passkeys-removed', targetName: player.username, id })
    return count
  })
}
