import { idFromName } from '@portal/contract/slug'
import { type Bundle, isId } from '../../../permissions/permission-sets/permission-set.ts'
import { someText, textOf } from '../../read/read-fields.ts'
import type { Fields } from '../../read/source-database.ts'
import { translate } from './permissions.ts'

/** Roles that UnicoreCMS gives by itself, as this site does with its own. */
const GIVEN_BY_ITSELF = ['default', 'banned', 'not-activated', 'unactivated']

/** The roles and donate groups of the old site, and what their ids become here. */
export type OldBundles = {
  bundles: Bundle[]
  roles: ReadonlyMap<string, string>
  groups: ReadonlyMap<string, string>
}

/** @param told says what of them does not come. */
export function readBundles(
  given: { roles: readonly Fields[]; groups: readonly Fields[] },
  told: (sentence: string) => void,
): OldBundles {
  const bundles: Bundle[] = []
  const taken = new Set(GIVEN_BY_ITSELF)
  const add = (kind: Bundle['kind'], wanted: readonly string[], fields: Fields): string => {
    const id = freeId(wanted, taken)
    taken.add(id)
    const { nodes, unknown } = translate(textOf(fields.perms ?? fields.web_perms))
    if (unknown.length > 0) {
      told(`permissions of the ${kind} ${id} that this site does not have: ${unknown.join(', ')}`)
    }
    const name = (someText(fields.name) ?? id).slice(0, 64)
    const priority = kind === 'role' ? Math.trunc(Number(fields.priority ?? 0)) || 0 : 0
    bundles.push({ id, kind, name, priority, permissions: nodes })
    return id
  }
  const own = given.roles.filter(({ id }) => !GIVEN_BY_ITSELF.includes(textOf(id)))
  if (own.length < given.roles.length) {
    told('the roles that everybody, banned and unconfirmed players have stay as they are here')
  }
  const roles = own.map((fields) => {
    const id = textOf(fields.id)
    return [id, add('role', [id, id, `role-${id}`], fields)] as const
  })
  const groups = given.groups.map((fields) => {
    const wanted = [textOf(fields.ingame_id), textOf(fields.name), `donate-${textOf(fields.id)}`]
    return [textOf(fields.id), add('group', wanted, fields)] as const
  })
  return { bundles, roles: new Map(roles), groups: new Map(groups) }
}

/** Takes the first name that can be an id and is free; the last one is tried with numbers. */
function freeId(wanted: readonly string[], taken: ReadonlySet<string>): string {
  const ids = wanted.map((text) => (isId(text) ? text : idFromName(text))).filter(isId)
  const free = ids.find((id) => !taken.has(id))
  if (free !== undefined) return free
  const base = (ids.at(-1) ?? 'moved').slice(0, 28)
  for (let number = 2; ; number += 1) {
    if (!taken.has(`${base}-${number}`)) return `${base}-${number}`
  }
}
