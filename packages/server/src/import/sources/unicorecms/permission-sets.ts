import type { ImportMessage } from '@portal/contract'
import { idFromName } from '@portal/contract/slug'
import {
  isPermissionSetId,
  NO_LOOK,
  type PermissionSet,
} from '../../../permissions/permission-sets/permission-set.ts'
import { importMessage } from '../../import-message.ts'
import { someText, textOf } from '../../read/read-fields.ts'
import type { Fields } from '../../read/source-database.ts'
import { translateNodes } from './permissions.ts'

/** Roles that UnicoreCMS assigns automatically. They are not imported, because this site has its own. */
const AUTOMATIC_ROLES = ['default', 'banned', 'not-activated', 'unactivated']

/** The roles and ranks of the previous site, and the IDs that they get on this site. */
export type SourcePermissionSets = {
  permissionSets: PermissionSet[]
  roles: ReadonlyMap<string, string>
  groups: ReadonlyMap<string, string>
}

export function readPermissionSets(
  given: { roles: readonly Fields[]; groups: readonly Fields[] },
  warn: (message: ImportMessage) => void,
): SourcePermissionSets {
  const permissionSets: PermissionSet[] = []
  const taken = new Set(AUTOMATIC_ROLES)
  const add = (kind: PermissionSet['kind'], wanted: readonly string[], fields: Fields): string => {
    const id = freeId(wanted, taken)
    taken.add(id)
    const { nodes, unknown } = translateNodes(textOf(fields.perms ?? fields.web_perms))
    if (unknown.length > 0) {
      warn(importMessage(`${kind}-permissions-unknown`, { id, permissions: unknown.join(', ') }))
    }
    const name = (someText(fields.name) ?? id).slice(0, 64)
    const priority = kind === 'role' ? Math.trunc(Number(fields.priority ?? 0)) || 0 : 0
    permissionSets.push({ id, kind, name, priority, permissions: nodes, ...NO_LOOK })
    return id
  }
  const own = given.roles.filter(({ id }) => !AUTOMATIC_ROLES.includes(textOf(id)))
  if (own.length < given.roles.length) {
    warn(importMessage('system-roles-kept', {}))
  }
  const roles = own.map((fields) => {
    const id = textOf(fields.id)
    return [id, add('role', [id, id, `role-${id}`], fields)] as const
  })
  const groups = given.groups.map((fields) => {
    const wanted = [textOf(fields.ingame_id), textOf(fields.name), `donate-${textOf(fields.id)}`]
    return [textOf(fields.id), add('group', wanted, fields)] as const
  })
  return { permissionSets, roles: new Map(roles), groups: new Map(groups) }
}

/** Returns the first of the IDs that is valid and free. If none is, returns the last one with a number. */
function freeId(wanted: readonly string[], taken: ReadonlySet<string>): string {
  const ids = wanted
    .map((text) => (isPermissionSetId(text) ? text : idFromName(text)))
    .filter(isPermissionSetId)
  const free = ids.find((id) => !taken.has(id))
  if (free !== undefined) return free
  const base = (ids.at(-1) ?? 'moved').slice(0, 28)
  for (let number = 2; ; number += 1) {
    if (!taken.has(`${base}-${number}`)) return `${base}-${number}`
  }
}
