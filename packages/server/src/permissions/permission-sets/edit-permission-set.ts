import type { RankLook } from '@portal/contract'
import type { Node } from '@portal/contract/node'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeDeps, change } from '../../audit/change.ts'
import type { Db } from '../../database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import {
  type ChangeRequirement,
  permissionsRequiredFor,
  ranksBelow,
  withEnd,
} from '../delegation.ts'
import { NEVER_ENDS, type PermissionForecast } from '../effective/permission-forecast.ts'
import { findEditor } from '../find-editor.ts'
import { parsePermissionSetNodes, parseStoredNodes } from '../parse-nodes.ts'
import { requireGrantable } from '../require-grantable.ts'
import type { SuperuserAlert } from '../superusers/superuser-mail.ts'
import {
  auditText,
  isPermissionSetId,
  isSystemRole,
  notFoundCodes,
  type PermissionSet,
} from './permission-set.ts'
import {
  deleteRank,
  deleteRole,
  insertPermissionSet,
  lockPermissionSet,
  updatePermissionSet,
} from './permission-set-store.ts'

type Deps = ChangeDeps & Pick<App, 'config'>

export type NewPermissionSet = Omit<PermissionSet, 'permissions'> & {
  permissions: readonly string[]
}

export type PermissionSetChanges = {
  color?: RankLook['color'] | undefined
  icon?: RankLook['icon'] | undefined
  name?: string | undefined
  priority?: number | undefined
  permissions?: readonly string[] | undefined
}

export type PermissionSetKey = Pick<PermissionSet, 'kind' | 'id'>

/**
 * Creates a role or rank. Roles and ranks share a primary key, so of concurrent calls with one ID only one succeeds.
 * @throws Refusal `bundle.taken`; `auth.forbidden` if the editor does not permanently have all permissions that it
 * allows and all panel permissions that it denies, or if its priority is not below the editor's own;
 * `auth.proofrequired` if it gives panel permissions; the refusals of `parseNodes`
 */
export async function createPermissionSet(
  app: Deps,
  by: Actor,
  requested: NewPermissionSet,
): Promise<PermissionSet> {
  const nodes = parsePermissionSetNodes(requested.permissions)
  const permissionSet: PermissionSet = {
    ...requested,
    color: inLowerCase(requested.color),
    permissions: nodes.map(({ text }) => text),
  }
  return change(app, by, async (work) => {
    const { tx, now, audit, emit } = work
    const editor = await findEditor(tx, by, now)
    requireLowerPriority(editor, permissionSet)
    const required = permissionsRequiredFor([], withEnd(nodes))
    await requireGrantable(app, work, editor, {
      required,
      alert: permissionSetAlert(permissionSet),
    })
    if (!(await insertPermissionSet(tx, permissionSet, now))) throw new Refusal('bundle.taken')
    audit(`${permissionSet.kind}.created`, permissionSet.id, { after: auditText(permissionSet) })
    emit(`${permissionSet.kind}.changed`, { id: permissionSet.id })
    return permissionSet
  })
}

/**
 * Changes a role or rank. If the priority changes, other nodes may decide, so the editor must have all permissions that
 * the role allows and denies.
 * @throws Refusal `role.notfound` or `group.notfound`; `role.system` for a new priority of a system role;
 * `auth.forbidden` if the old or new priority is not below the editor's own, or if the editor lacks a permission that
 * the change requires; `auth.proofrequired`; the refusals of `parseNodes`
 */
export async function changePermissionSet(
  app: Deps,
  by: Actor,
  key: PermissionSetKey,
  changes: PermissionSetChanges,
): Promise<PermissionSet> {
  const requested = changes.permissions && parsePermissionSetNodes(changes.permissions)
  return change(app, by, async (work) => {
    const { tx, now, audit, emit } = work
    const editor = await findEditor(tx, by, now)
    const before = await lockExisting(tx, key)
    const old = parseStoredNodes(before.permissions)
    const nodes = requested ?? old
    const after: PermissionSet = {
      ...before,
      name: changes.name ?? before.name,
      priority: changes.priority ?? before.priority,
      color: changes.color === undefined ? before.color : inLowerCase(changes.color),
      icon: changes.icon === undefined ? before.icon : changes.icon,
      permissions: nodes.map(({ text }) => text),
    }
    if (isSystemRole(key.id) && after.priority !== before.priority) throw new Refusal('role.system')
    requireLowerPriority(editor, before)
    requireLowerPriority(editor, after)
    const isPriorityChanged = after.priority !== before.priority
    const required = isPriorityChanged
      ? allRequired([...old, ...nodes])
      : permissionsRequiredFor(withEnd(old), withEnd(nodes))
    await requireGrantable(app, work, editor, { required, alert: permissionSetAlert(after) })
    if (auditText(before) === auditText(after)) return after

    await updatePermissionSet(tx, after)
    audit(`${key.kind}.changed`, key.id, { before: auditText(before), after: auditText(after) })
    emit(`${key.kind}.changed`, { id: key.id })
    return after
  })
}

/**
 * Deletes a role or rank. The grants of a rank end.
 * @throws Refusal `role.notfound` or `group.notfound`; `role.system`; `auth.forbidden` if the role's priority is not
 * below the editor's own, or if the editor lacks a permission that it denies; `auth.proofrequired`
 */
export async function deletePermissionSet(
  app: Deps,
  by: Actor,
  key: PermissionSetKey,
): Promise<void> {
  await change(app, by, async (work) => {
    const { tx, now, audit, emit } = work
    const editor = await findEditor(tx, by, now)
    const before = await lockExisting(tx, key)
    if (isSystemRole(key.id)) throw new Refusal('role.system')
    requireLowerPriority(editor, before)
    const required = permissionsRequiredFor(withEnd(parseStoredNodes(before.permissions)), [])
    await requireGrantable(app, work, editor, { required, alert: permissionSetAlert(before) })

    if (key.kind === 'role') await deleteRole(tx, key.id)
    else await deleteRank(tx, key.id, now)
    audit(`${key.kind}.deleted`, key.id, { before: auditText(before) })
    emit(`${key.kind}.changed`, { id: key.id })
  })
}

function inLowerCase(color: string | null): string | null {
  return color?.toLowerCase() ?? null
}

async function lockExisting(tx: Db, { kind, id }: PermissionSetKey): Promise<PermissionSet> {
  const permissionSet = isPermissionSetId(id) ? await lockPermissionSet(tx, kind, id) : undefined
  if (!permissionSet) throw new Refusal(notFoundCodes[kind])
  return permissionSet
}

function allRequired(nodes: readonly Node[]): ChangeRequirement[] {
  return nodes.map(({ segments }) => ({ pattern: segments, end: NEVER_ENDS, grants: true }))
}

function permissionSetAlert({ kind, id, name }: PermissionSet): SuperuserAlert {
  return { kind: 'bundle-opened', targetName: name, path: `/panel/${kind}s/${id}` }
}

/**
 * Requires that the priority of a role is below the editor's own. Ranks and system roles have no priority.
 * @throws Refusal `auth.forbidden`
 */
function requireLowerPriority(
  { permissions }: PermissionForecast,
  { kind, id, priority }: PermissionSet,
): void {
  if (kind === 'group' || isSystemRole(id) || ranksBelow(permissions, priority)) return
  throw new Refusal('auth.forbidden')
}
