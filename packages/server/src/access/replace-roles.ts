import type { Actor } from '../audit/actor.ts'
import { newAudit } from '../audit/audit.ts'
import { insertAudit } from '../audit/audit-store.ts'
import { Refusal } from '../errors.ts'
import type { Player } from '../player/player.ts'
import { type Bundle, isSystem } from './bundle/bundle.ts'
import { holdBundles } from './bundle/bundle-store.ts'
import {
  type Edit,
  type EditorNeeds,
  editHolder,
  requireHeld,
  requireUncoveredHeld,
} from './edit-holder.ts'
import { demandsOf, isBelow, lent } from './giving.ts'
import { deleteRoleIds, insertRoleIds, listRoleIds } from './holder-store.ts'
import type { Node } from './node/node.ts'
import { storedNodes } from './node/read-nodes.ts'
import { FOR_GOOD } from './standing/outlook.ts'

type Target = Pick<Player, 'id'>

/**
 * Gives a player exactly these roles, besides `default`, which everybody has.
 *
 * @throws Refusal `role.notfound`; `role.system`; `auth.forbidden` when the editor may not edit the
 *   player, or does not hold for good what an added role allows, what it denies of the panel, or
 *   what the player gains where a role that is taken away denied it; `player.notfound`
 */
export async function replaceRoles(
  app: EditorNeeds,
  editor: Actor,
  target: Target,
  roleIds: readonly string[],
): Promise<void> {
  await changeRoles(app, editor, target, () => roleIds)
}

/** Gives a player one more role. @throws as `replaceRoles` does. */
export async function addRole(
  app: EditorNeeds,
  editor: Actor,
  target: Target,
  roleId: string,
): Promise<void> {
  await changeRoles(app, editor, target, (held) => [...held, roleId])
}

/**
 * Takes a role from a player.
 *
 * @throws Refusal `role.notfound` also when he does not have it; else as `replaceRoles` does.
 */
export async function removeRole(
  app: EditorNeeds,
  editor: Actor,
  target: Target,
  roleId: string,
): Promise<void> {
  await changeRoles(app, editor, target, (held) => {
    if (isSystem(roleId)) throw new Refusal('role.system')
    if (!held.includes(roleId)) throw new Refusal('role.notfound')
    return held.filter((id) => id !== roleId)
  })
}

async function changeRoles(
  app: EditorNeeds,
  editor: Actor,
  { id }: Target,
  change: (held: readonly string[]) => readonly string[],
): Promise<void> {
  await editHolder(app, editor, { id, asks: 'panel.players.access' }, async (edit) => {
    const held = await listRoleIds(edit.tx, id)
    const wanted = [...new Set(change(held))].sort()
    const added = minus(wanted, held)
    const removed = minus(held, wanted)
    await requireGivable(edit, added)
    const taken = await holdBundles(edit.tx, 'role', removed)
    if (added.length + removed.length === 0) return

    await deleteRoleIds(edit.tx, id, removed)
    await insertRoleIds(edit.tx, id, added)
    await requireUncoveredHeld(edit, { nodes: nodesOf(taken), end: FOR_GOOD })
    const trace = { target: id, before: JSON.stringify(held), after: JSON.stringify(wanted) }
    await insertAudit(edit.tx, newAudit(app, { action: 'player.roles', ...editor, ...trace }))
  })
}

async function requireGivable({ tx, by }: Edit, ids: readonly string[]): Promise<void> {
  if (ids.some(isSystem)) throw new Refusal('role.system')
  const roles = await holdBundles(tx, 'role', ids)
  if (roles.length < ids.length) throw new Refusal('role.notfound')
  const areBelow = roles.every(({ priority }) => isBelow(by.standing, priority))
  if (!areBelow) throw new Refusal('auth.forbidden')
  requireHeld(by, demandsOf([], lent(nodesOf(roles))))
}

function nodesOf(roles: readonly Bundle[]): Node[] {
  return storedNodes(roles.flatMap(({ permissions }) => permissions))
}

function minus(ids: readonly string[], others: readonly string[]): string[] {
  return ids.filter((id) => !others.includes(id))
}
