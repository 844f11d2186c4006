import type { Node } from '@portal/contract/node'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeNeeds, change } from '../../audit/change.ts'
import type { Db } from '../../database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { type ChangeDemand, demandsOf, isBelow, lent } from '../delegation.ts'
import { FOR_GOOD, type Outlook } from '../effective/permission-forecast.ts'
import { findEditor } from '../find-editor.ts'
import { readBundleNodes, storedNodes } from '../parse-nodes.ts'
import { requireGivable } from '../require-givable.ts'
import type { Opening } from '../superusers/superuser-mail.ts'
import { auditText, type Bundle, isId, isSystem, notFound } from './permission-set.ts'
import {
  deleteGroup,
  deleteRole,
  insertBundle,
  lockBundle,
  updateBundle,
} from './permission-set-store.ts'

type Needs = ChangeNeeds & Pick<App, 'config'>

/** A bundle to make. Its permissions may be in any letter case, with `!` for `-`. */
export type NewBundle = Omit<Bundle, 'permissions'> & { permissions: readonly string[] }

/** Changes to a bundle; absent fields stay. */
export type BundleChanges = {
  name?: string | undefined
  priority?: number | undefined
  permissions?: readonly string[] | undefined
}

/** Names a role or a group. */
export type BundleKey = Pick<Bundle, 'kind' | 'id'>

/**
 * Makes a role or a donate group. The primary key decides who gets an id, so of any number of parallel
 * calls, for roles and groups together, one succeeds.
 *
 * @throws Refusal `bundle.taken`; `request.invalid` naming `permissions.N`;
 *   `permission.notassignable`; `auth.forbidden` when the editor does not permanently hold all that
 *   it allows and all that it denies of the panel, or when the role would not be below their own;
 *   `auth.proofrequired` for what gives rights in the panel
 */
export async function createBundle(app: Needs, by: Actor, wanted: NewBundle): Promise<Bundle> {
  const nodes = readBundleNodes(wanted.permissions)
  const bundle: Bundle = { ...wanted, permissions: nodes.map(({ text }) => text) }
  return change(app, by, async (work) => {
    const { tx, now, note } = work
    const editor = await findEditor(tx, by, now)
    requireBelow(editor, bundle)
    const demands = demandsOf([], lent(nodes))
    await requireGivable(app, work, editor, { demands, gainer: holdersOf(bundle) })
    if (!(await insertBundle(tx, bundle, now))) throw new Refusal('bundle.taken')
    note(`${bundle.kind}.created`, bundle.id, { after: auditText(bundle) })
    return bundle
  })
}

/**
 * Changes a role or a donate group for everybody who has it. A new priority changes which nodes
 * decide, so it requires the editor to hold all that the role allows and denies.
 *
 * @throws Refusal `role.notfound` or `group.notfound`; `role.system` for the priority of a system
 *   role; otherwise like `createBundle`.
 */
export async function changeBundle(
  app: Needs,
  by: Actor,
  key: BundleKey,
  changes: BundleChanges,
): Promise<Bundle> {
  const wanted = changes.permissions && readBundleNodes(changes.permissions)
  return change(app, by, async (work) => {
    const { tx, now, note } = work
    const editor = await findEditor(tx, by, now)
    const before = await existing(tx, key)
    const old = storedNodes(before.permissions)
    const nodes = wanted ?? old
    const after: Bundle = {
      ...before,
      name: changes.name ?? before.name,
      priority: changes.priority ?? before.priority,
      permissions: nodes.map(({ text }) => text),
    }
    if (isSystem(key.id) && after.priority !== before.priority) throw new Refusal('role.system')
    requireBelow(editor, before)
    requireBelow(editor, after)
    const moved = after.priority !== before.priority
    const demands = moved ? allOf([...old, ...nodes]) : demandsOf(lent(old), lent(nodes))
    await requireGivable(app, work, editor, { demands, gainer: holdersOf(after) })
    if (auditText(before) === auditText(after)) return after

    await updateBundle(tx, after)
    note(`${key.kind}.changed`, key.id, { before: auditText(before), after: auditText(after) })
    return after
  })
}

/**
 * Deletes a role, which everybody loses, or a donate group, whose grants end.
 *
 * @throws Refusal `role.notfound` or `group.notfound`; `role.system`; `auth.forbidden` when the role
 *   is not below the editor's own, or when the editor does not hold what it denies
 */
export async function deleteBundle(app: Needs, by: Actor, key: BundleKey): Promise<void> {
  await change(app, by, async (work) => {
    const { tx, now, note } = work
    const editor = await findEditor(tx, by, now)
    const before = await existing(tx, key)
    if (isSystem(key.id)) throw new Refusal('role.system')
    requireBelow(editor, before)
    const demands = demandsOf(lent(storedNodes(before.permissions)), [])
    await requireGivable(app, work, editor, { demands, gainer: holdersOf(before) })

    if (key.kind === 'role') await deleteRole(tx, key.id)
    else await deleteGroup(tx, key.id, now)
    note(`${key.kind}.deleted`, key.id, { before: auditText(before) })
  })
}

async function existing(tx: Db, { kind, id }: BundleKey): Promise<Bundle> {
  const bundle = isId(id) ? await lockBundle(tx, kind, id) : undefined
  if (!bundle) throw new Refusal(notFound[kind])
  return bundle
}

/** A role of another priority may decide before others in all that it allows or denies. */
function allOf(nodes: readonly Node[]): ChangeDemand[] {
  return nodes.map(({ segments }) => ({ pattern: segments, end: FOR_GOOD, gives: true }))
}

function holdersOf({ kind, id, name }: Bundle): Opening {
  return { kind: 'bundle-opened', whom: name, path: `/panel/${kind}s/${id}` }
}

/** Groups and system roles have no priority. */
function requireBelow({ standing }: Outlook, { kind, id, priority }: Bundle): void {
  if (kind === 'group' || isSystem(id) || isBelow(standing, priority)) return
  throw new Refusal('auth.forbidden')
}
