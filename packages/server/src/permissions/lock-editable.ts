import type { PermissionId } from '@portal/contract'
import type { Actor } from '../audit/actor.ts'
import type { UnitOfWork } from '../audit/change.ts'
import { Refusal } from '../platform/errors.ts'
import type { Player } from '../players/player.ts'
import { lockPlayer } from '../players/player-store.ts'
import { coversPanelPermissionsOf, mayEdit } from './delegation.ts'
import { findPermissionForecast } from './effective/find-effective-permissions.ts'
import type { PermissionForecast } from './effective/permission-forecast.ts'
import { findEditor, isProgram } from './find-editor.ts'
import { may } from './may.ts'

/**
 * Permissions for changes of the account itself. Control of an account's address or sessions gives control of the
 * account.
 */
const ACCOUNT_PERMISSIONS: readonly PermissionId[] = [
  'panel.players.edit',
  'panel.players.activate',
  'panel.players.2fa',
  'panel.players.sessions',
  'panel.players.delete',
]

export type EditContext = { player: Player; editor: PermissionForecast }

/**
 * Locks a player whom the actor wants to change. Until this transaction ends, no other change of the player commits
 * (docs/contract.md#who-may-edit-whom).
 * @throws Refusal `player.notfound`; `auth.forbidden` if the actor lacks the permission, may not edit this player, or
 * would change an account that has panel permissions which the actor lacks
 */
export async function lockEditable(
  { tx, by, now }: UnitOfWork<Actor>,
  id: string,
  permission: PermissionId,
): Promise<EditContext> {
  const player = await lockPlayer(tx, id)
  if (!player) throw new Refusal('player.notfound')
  const editor = await findEditor(tx, by, now)
  const target = await findPermissionForecast(tx, player, now)
  const isAllowed = isProgram(by.actor)
    ? mayProgramEdit({ editor, target, permission })
    : may(editor.permissions, permission) &&
      mayEdit(editor.permissions, target.permissions) &&
      (!ACCOUNT_PERMISSIONS.includes(permission) || coversPanelPermissionsOf(target, editor))
  if (!isAllowed) throw new Refusal('auth.forbidden')
  return { player, editor }
}

/**
 * Whether a program may change a player. It may ban only players without panel permissions, and may give ranks and
 * money to all players.
 */
function mayProgramEdit({
  editor,
  target,
  permission,
}: {
  editor: PermissionForecast
  target: PermissionForecast
  permission: PermissionId
}): boolean {
  if (permission === 'panel.players.groups' || permission === 'panel.players.balance') return true
  const isStaff = target.permissions.superuser || !coversPanelPermissionsOf(target, editor)
  return permission === 'panel.players.ban' && !isStaff
}
