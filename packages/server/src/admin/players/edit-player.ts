import { changeName } from '../../account/names/change-name.ts'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeNeeds, change, type Work } from '../../audit/change.ts'
import { deleteEmailCodes } from '../../credentials/email-codes/email-code-store.ts'
import { deleteMailedLinks } from '../../credentials/password/reset-store.ts'
import { lockEditable } from '../../permissions/lock-editable.ts'
import { replaceNodes, type WantedNode } from '../../permissions/replace-nodes.ts'
import { replaceRoles } from '../../permissions/replace-roles.ts'
import { tellSuperusers } from '../../permissions/superusers/notify-superusers.ts'
import { Refusal } from '../../platform/errors.ts'
import { lockSuperusers, updatePlayer } from '../../players/edit-store.ts'
import type { Player } from '../../players/player.ts'
import { lockPlayer } from '../../players/player-store.ts'
import { refuseTaken, tellKeptName } from '../../players/refuse-taken.ts'
import { addressReplacedMail } from './email-replaced-mail.ts'
import { editsOf, type FieldEdit, permissionsFor, type WantedData } from './field-edits.ts'

/** Fields that are given change, the others stay. `roles` and `permissions` are whole lists. */
export type WantedPlayer = WantedData & {
  roles?: readonly string[] | undefined
  permissions?: readonly WantedNode[] | undefined
  superuser?: boolean | undefined
}

/**
 * Changes the given fields of a player, all or none. `default` among the roles is ignored, because
 * everybody has it; so a list of roles can be sent back as it was read.
 *
 * @throws Refusal `auth.usernametaken`, `name.kept`, `auth.emailtaken`; `player.lastsuperuser`; `auth.forbidden`
 *   when the editor lacks the permission for one of the fields or may not edit the player;
 *   `player.notfound`; and what `replaceRoles` and `replaceNodes` throw
 */
export async function editPlayer(
  app: ChangeNeeds & Pick<App, 'config'>,
  by: Actor,
  id: string,
  wanted: WantedPlayer,
): Promise<void> {
  await change(app, by, async (work) => {
    const superusers = wanted.superuser === undefined ? [] : await lockSuperusers(work.tx)
    const player = await lockPlayer(work.tx, id)
    if (!player) throw new Refusal('player.notfound')

    for (const asks of permissionsFor(wanted)) await lockEditable(work, id, asks)
    for (const edit of editsOf(player, wanted, work.now)) {
      if (edit.username !== undefined) await changeName(work, app.random, player, edit.username)
      await changeField(work, player, edit)
      if (edit.values.email === undefined) continue
      const { email: address } = edit.values
      work.tell(player, (to) => addressReplacedMail({ player, to, site: work.settings }, address))
    }
    await changeAccess(app, work, player, wanted)
    if (wanted.superuser !== undefined) {
      const isNew = await changeSuperuser(work, player, { wanted: wanted.superuser, superusers })
      const whom = wanted.username ?? player.username
      if (isNew) await tellSuperusers(app, work, { kind: 'superuser-made', whom, id })
    }
  }).catch((error) => refuseTaken(app.db, tellKeptName(error))) // the name is written before the address
}

/** Changes a field; codes and links that were sent to the old address, or are done with, become void. */
async function changeField(
  { tx, note }: Work,
  player: Player,
  { action, before, after, values, username }: FieldEdit,
): Promise<void> {
  if (username === undefined) await updatePlayer(tx, player.id, values)
  if (values.email !== undefined) await deleteMailedLinks(tx, player.id)
  if (values.email !== undefined || values.activatedAt) await deleteEmailCodes(tx, player.id)
  note(action, player.id, { before, after })
}

async function changeAccess(
  app: Pick<App, 'config'>,
  work: Work<Actor>,
  player: Player,
  { roles, permissions }: WantedPlayer,
): Promise<void> {
  const given = roles?.filter((role) => role !== 'default')
  if (given) await replaceRoles(app, work, player, given)
  if (permissions) await replaceNodes(app, work, player, permissions)
}

/**
 * @param mark.superusers the present superusers; the transaction keeps others from changing them.
 * @returns whether the player became a superuser.
 */
async function changeSuperuser(
  work: Work<Actor>,
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
