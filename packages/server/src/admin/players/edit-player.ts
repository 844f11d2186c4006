import { changeName } from '../../account/names/change-name.ts'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeDeps, change, type UnitOfWork } from '../../audit/change.ts'
import { deleteEmailCodes } from '../../credentials/email-codes/email-code-store.ts'
import { deleteMailedLinks } from '../../credentials/password/reset-store.ts'
import { lockEditable } from '../../permissions/lock-editable.ts'
import { type NodeInput, replaceNodes } from '../../permissions/replace-nodes.ts'
import { replaceRoles } from '../../permissions/replace-roles.ts'
import { notifySuperusers } from '../../permissions/superusers/notify-superusers.ts'
import { Refusal } from '../../platform/errors.ts'
import { lockSuperusers, updatePlayer } from '../../players/edit-store.ts'
import type { Player } from '../../players/player.ts'
import { lockPlayer } from '../../players/player-store.ts'
import { refuseReservedName, refuseTaken } from '../../players/refuse-taken.ts'
import { addressReplacedMail } from './email-replaced-mail.ts'
import { editsOf, type FieldChanges, type FieldEdit, permissionsFor } from './field-edits.ts'

/**
 * The new values of a player's fields. Undefined fields stay unchanged. `roles` and `permissions` are complete lists.
 */
export type PlayerChanges = FieldChanges & {
  roles?: readonly string[] | undefined
  permissions?: readonly NodeInput[] | undefined
  superuser?: boolean | undefined
}

/**
 * Changes the given fields of a player, all or none. Ignores `default` among the roles, which every player has, so that
 * a list of roles can be sent back as it was read.
 * @throws Refusal `auth.usernametaken`, `name.kept`, `auth.emailtaken`; `player.lastsuperuser`; `auth.forbidden` if the
 * editor lacks the permission for a field or may not edit the player; `player.notfound`; and the refusals of
 * `replaceRoles` and `replaceNodes`
 */
export async function editPlayer(
  app: ChangeDeps & Pick<App, 'config'>,
  by: Actor,
  id: string,
  changes: PlayerChanges,
): Promise<void> {
  await change(app, by, async (work) => {
    const superusers = changes.superuser === undefined ? [] : await lockSuperusers(work.tx)
    const player = await lockPlayer(work.tx, id)
    if (!player) throw new Refusal('player.notfound')

    for (const permission of permissionsFor(changes)) await lockEditable(work, id, permission)
    for (const edit of editsOf(player, changes, work.now)) {
      if (edit.username !== undefined) await changeName(work, app.random, player, edit.username)
      await changeField(work, player, edit)
      if (edit.values.email === undefined) continue
      const { email: address } = edit.values
      work.notify(player, (to) => addressReplacedMail({ player, to, site: work.settings }, address))
    }
    await changeAccess(app, work, player, changes)
    if (changes.superuser !== undefined) {
      const isNew = await changeSuperuser(work, player, { wanted: changes.superuser, superusers })
      const targetName = changes.username ?? player.username
      if (isNew) await notifySuperusers(app, work, { kind: 'superuser-made', targetName, id })
    }
  }).catch((error) => refuseTaken(app.db, refuseReservedName(error))) // the name is written before the address
}

/**
 * Changes a field. A new address invalidates the codes and links that were mailed to the old one; a confirmation
 * invalidates the codes.
 */
async function changeField(
  { tx, audit, emit }: UnitOfWork,
  player: Player,
  { action, before, after, values, username }: FieldEdit,
): Promise<void> {
  if (username === undefined) await updatePlayer(tx, player.id, values)
  if (values.email !== undefined) await deleteMailedLinks(tx, player.id)
  if (values.email !== undefined || values.activatedAt) await deleteEmailCodes(tx, player.id)
  audit(action, player.id, { before, after })
  if (values.email !== undefined) emit('player.email_changed', { player: player.id })
  if (values.activatedAt) emit('player.activated', { player: player.id })
}

async function changeAccess(
  app: Pick<App, 'config'>,
  work: UnitOfWork<Actor>,
  player: Player,
  { roles, permissions }: PlayerChanges,
): Promise<void> {
  const given = roles?.filter((role) => role !== 'default')
  if (given) await replaceRoles(app, work, player, given)
  if (permissions) await replaceNodes(app, work, player, permissions)
}

/**
 * Makes a player a superuser, or takes this status away.
 * @param superusers the IDs of all superusers, whom the transaction has locked
 * @returns whether the player became a superuser
 */
async function changeSuperuser(
  work: UnitOfWork<Actor>,
  player: Player,
  { wanted, superusers }: { wanted: boolean; superusers: readonly string[] },
): Promise<boolean> {
  const { actor } = work.by
  if (actor !== 'command' && !superusers.includes(actor)) throw new Refusal('auth.forbidden')
  const is = superusers.includes(player.id)
  if (is === wanted) return false
  if (is && superusers.length === 1) throw new Refusal('player.lastsuperuser')
  const edit = { before: String(is), after: String(wanted) }
  const values = { superuserAt: wanted ? work.now : null }
  await changeField(work, player, { action: 'player.superuser', ...edit, values })
  return wanted
}
