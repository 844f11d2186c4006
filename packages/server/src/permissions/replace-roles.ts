import type { Node } from '@portal/contract/node'
import type { App } from '../app.ts'
import type { Actor } from '../audit/actor.ts'
import { type ChangeDeps, change, type UnitOfWork } from '../audit/change.ts'
import { Refusal } from '../platform/errors.ts'
import type { Player } from '../players/player.ts'
import { deleteRoleIds, insertRoleIds, listRoleIds } from './assignment-store.ts'
import { permissionsRequiredFor, ranksBelow, withEnd } from './delegation.ts'
import { NEVER_ENDS } from './effective/permission-forecast.ts'
import { type EditContext, lockEditable } from './lock-editable.ts'
import { parseStoredNodes } from './parse-nodes.ts'
import { isSystemRole, type PermissionSet } from './permission-sets/permission-set.ts'
import { shareLockPermissionSets } from './permission-sets/permission-set-store.ts'
import {
  requireGrantable,
  requireRegainedGrantable,
  rightsGivenAlert,
} from './require-grantable.ts'

type Deps = ChangeDeps & Pick<App, 'config'>

type TargetPlayer = Pick<Player, 'id'>

/**
 * Sets the roles of a player, in addition to `default`.
 * @throws Refusal `role.notfound`; `role.system`; `auth.forbidden` if the editor may not edit the player, or does not
 * permanently have a permission that an added role allows, a panel permission that it denies, or a permission that the
 * player gains because a removed role denied it; `auth.proofrequired`
 */
export async function replaceRoles(
  app: Pick<App, 'config'>,
  work: UnitOfWork<Actor>,
  target: TargetPlayer,
  roleIds: readonly string[],
): Promise<void> {
  await changeRoles(app, work, target, () => roleIds)
}

export async function addRole(
  app: Deps,
  by: Actor,
  target: TargetPlayer,
  roleId: string,
): Promise<void> {
  await change(app, by, (work) => changeRoles(app, work, target, (current) => [...current, roleId]))
}

/**
 * Removes a role of a player.
 * @throws Refusal `role.notfound` also if the player does not have the role; otherwise the refusals of `replaceRoles`
 */
export async function removeRole(
  app: Deps,
  by: Actor,
  target: TargetPlayer,
  roleId: string,
): Promise<void> {
  await change(app, by, (work) =>
    changeRoles(app, work, target, (current) => {
      if (isSystemRole(roleId)) throw new Refusal('role.system')
      if (!current.includes(roleId)) throw new Refusal('role.notfound')
      return current.filter((id) => id !== roleId)
    }),
  )
}

async function changeRoles(
  app: Pick<App, 'config'>,
  work: UnitOfWork<Actor>,
  { id }: TargetPlayer,
  nextRoles: (current: readonly string[]) => readonly string[],
): Promise<void> {
  const { tx } = work
  const editContext = await lockEditable(work, id, 'panel.players.access')
  const current = await listRoleIds(tx, id)
  const requested = [...new Set(nextRoles(current))].sort()
  const added = difference(requested, current)
  const removed = difference(current, requested)
  await requireAssignable(app, work, editContext, added)
  const removedRoles = await shareLockPermissionSets(tx, 'role', removed)
  if (added.length + removed.length === 0) return

  await deleteRoleIds(tx, id, removed)
  await insertRoleIds(tx, id, added)
  await requireRegainedGrantable(app, work, editContext, {
    nodes: nodesOf(removedRoles),
    end: NEVER_ENDS,
  })
  work.audit('player.roles', id, {
    before: JSON.stringify(current),
    after: JSON.stringify(requested),
  })
  work.emit('player.roles_changed', { player: id, added, removed })
}

async function requireAssignable(
  app: Pick<App, 'config'>,
  work: UnitOfWork<Actor>,
  { player, editor }: EditContext,
  ids: readonly string[],
): Promise<void> {
  if (ids.some(isSystemRole)) throw new Refusal('role.system')
  const roles = await shareLockPermissionSets(work.tx, 'role', ids)
  if (roles.length < ids.length) throw new Refusal('role.notfound')
  const allRankBelow = roles.every(({ priority }) => ranksBelow(editor.permissions, priority))
  if (!allRankBelow) throw new Refusal('auth.forbidden')
  const required = permissionsRequiredFor([], withEnd(nodesOf(roles)))
  await requireGrantable(app, work, editor, { required, alert: rightsGivenAlert(player) })
}

function nodesOf(roles: readonly PermissionSet[]): Node[] {
  return parseStoredNodes(roles.flatMap(({ permissions }) => permissions))
}

function difference(ids: readonly string[], others: readonly string[]): string[] {
  return ids.filter((id) => !others.includes(id))
}
