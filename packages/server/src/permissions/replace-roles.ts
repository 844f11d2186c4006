import type { Node } from '@portal/contract/node'
import type { App } from '../app.ts'
import type { Actor } from '../audit/actor.ts'
import { type ChangeNeeds, change, type Work } from '../audit/change.ts'
import { Refusal } from '../platform/errors.ts'
import type { Player } from '../players/player.ts'
import { deleteRoleIds, insertRoleIds, listRoleIds } from './assignment-store.ts'
import { demandsOf, isBelow, lent } from './delegation.ts'
import { FOR_GOOD } from './effective/permission-forecast.ts'
import { type Edited, lockEditable } from './lock-editable.ts'
import { storedNodes } from './parse-nodes.ts'
import { type Bundle, isSystem } from './permission-sets/permission-set.ts'
import { holdBundles } from './permission-sets/permission-set-store.ts'
import { gainerOf, requireGivable, requireUncoveredGivable } from './require-givable.ts'

type Needs = ChangeNeeds & Pick<App, 'config'>

type Target = Pick<Player, 'id'>

/**
 * Gives a player exactly these roles, besides `default`, which everybody has.
 *
 * @throws Refusal `role.notfound`; `role.system`; `auth.forbidden` when the editor may not edit the
 *   player, or does not permanently hold what an added role allows, what it denies of the panel, or
 *   what the player gains because a removed role denied it; `auth.proofrequired`; `player.notfound`
 */
export async function replaceRoles(
  app: Pick<App, 'config'>,
  work: Work<Actor>,
  target: Target,
  roleIds: readonly string[],
): Promise<void> {
  await changeRoles(app, work, target, () => roleIds)
}

/** Gives a player another role. @throws like `replaceRoles`. */
export async function addRole(
  app: Needs,
  by: Actor,
  target: Target,
  roleId: string,
): Promise<void> {
  await change(app, by, (work) => changeRoles(app, work, target, (held) => [...held, roleId]))
}

/**
 * Takes a role from a player.
 *
 * @throws Refusal `role.notfound`, also when they do not have it; otherwise like `replaceRoles`.
 */
export async function removeRole(
  app: Needs,
  by: Actor,
  target: Target,
  roleId: string,
): Promise<void> {
  await change(app, by, (work) =>
    changeRoles(app, work, target, (held) => {
      if (isSystem(roleId)) throw new Refusal('role.system')
      if (!held.includes(roleId)) throw new Refusal('role.notfound')
      return held.filter((id) => id !== roleId)
    }),
  )
}

async function changeRoles(
  app: Pick<App, 'config'>,
  work: Work<Actor>,
  { id }: Target,
  wantedOf: (held: readonly string[]) => readonly string[],
): Promise<void> {
  const { tx } = work
  const edited = await lockEditable(work, id, 'panel.players.access')
  const held = await listRoleIds(tx, id)
  const wanted = [...new Set(wantedOf(held))].sort()
  const added = minus(wanted, held)
  const removed = minus(held, wanted)
  await requireAddable(app, work, edited, added)
  const taken = await holdBundles(tx, 'role', removed)
  if (added.length + removed.length === 0) return

  await deleteRoleIds(tx, id, removed)
  await insertRoleIds(tx, id, added)
  await requireUncoveredGivable(app, work, edited, { nodes: nodesOf(taken), end: FOR_GOOD })
  work.note('player.roles', id, { before: JSON.stringify(held), after: JSON.stringify(wanted) })
}

async function requireAddable(
  app: Pick<App, 'config'>,
  work: Work<Actor>,
  { player, editor }: Edited,
  ids: readonly string[],
): Promise<void> {
  if (ids.some(isSystem)) throw new Refusal('role.system')
  const roles = await holdBundles(work.tx, 'role', ids)
  if (roles.length < ids.length) throw new Refusal('role.notfound')
  const areBelow = roles.every(({ priority }) => isBelow(editor.standing, priority))
  if (!areBelow) throw new Refusal('auth.forbidden')
  const demands = demandsOf([], lent(nodesOf(roles)))
  await requireGivable(app, work, editor, { demands, gainer: gainerOf(player) })
}

function nodesOf(roles: readonly Bundle[]): Node[] {
  return storedNodes(roles.flatMap(({ permissions }) => permissions))
}

function minus(ids: readonly string[], others: readonly string[]): string[] {
  return ids.filter((id) => !others.includes(id))
}
