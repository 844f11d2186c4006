import type { DiscordProblem, DiscordRoleProblem } from '@portal/contract'
import type { DiscordApi, DiscordRole, Failure } from './discord-api.ts'

/**
 * A role of the server. `problem` is why the bot cannot give it, as far as the positions of roles show; null if it can.
 */
export type ServerRole = { id: string; name: string; problem: DiscordRoleProblem | null }

/**
 * The result of the check. If `knowsBot` is false, the bot's own roles could not be read; then only an attempt shows
 * whether a role is too high for the bot.
 */
export type ServerCheck =
  | { is: 'ok'; roles: ServerRole[]; knowsBot: boolean }
  | { is: 'failed'; problem: DiscordProblem; failure: Failure }

/** The bit of the permission in a role ("Permissions" in Discord's documentation). */
const ADMINISTRATOR = 1n << 3n
const MANAGE_ROLES = 1n << 28n

/**
 * Reads the roles of the server, highest first, and finds which of them the bot may give. Sends two or three requests.
 */
export async function checkServer(api: DiscordApi, server: string): Promise<ServerCheck> {
  const listed = await api.listRoles()
  if (listed.is !== 'ok') return { is: 'failed', problem: problemOf(listed), failure: listed }
  const all = listed.value.toSorted(higherFirst)
  const own = await findOwnRoles(api, all)
  const highest = own?.[0]
  const everyone = all.filter(({ id }) => id === server)
  const mayManage = [...(own ?? []), ...everyone].some(hasPermission)
  const problemOfRole = (role: DiscordRole): DiscordRoleProblem | null => {
    if (role.managed || role.id === server) return 'managed'
    if (own === undefined) return null
    if (!mayManage) return 'permission'
    return highest && higherFirst(highest, role) < 0 ? null : 'above'
  }
  const roles = all.map((role) => ({
    id: role.id,
    name: role.name ?? role.id,
    problem: problemOfRole(role),
  }))
  return { is: 'ok', roles, knowsBot: own !== undefined }
}

/**
 * Returns the bot's own roles. If they cannot be read, returns the role that Discord makes for the bot.
 * @returns undefined if neither is known, or the positions of roles are not known
 */
async function findOwnRoles(
  api: DiscordApi,
  all: readonly DiscordRole[],
): Promise<DiscordRole[] | undefined> {
  if (all.some(({ position }) => position === undefined)) return undefined
  const id = await api.findOwnId()
  if (id.is !== 'ok') return undefined
  const member = await api.findMemberRoles(id.value)
  if (member.is === 'ok') return all.filter((role) => member.value.includes(role.id))
  const made = all.filter(({ tags }) => tags?.bot_id === id.value)
  return made.length > 0 ? made : undefined
}

/** Sorts roles, highest first. Of two roles in the same position, the older one is higher; IDs grow with time. */
function higherFirst(a: DiscordRole, b: DiscordRole): number {
  const byPosition = (b.position ?? 0) - (a.position ?? 0)
  return byPosition || a.id.length - b.id.length || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

function hasPermission({ permissions = '0' }: DiscordRole): boolean {
  if (!/^\d+$/.test(permissions)) return false
  return (BigInt(permissions) & (ADMINISTRATOR | MANAGE_ROLES)) !== 0n
}

export function problemOf({ is }: Failure): DiscordProblem {
  return is === 'token' || is === 'server' ? is : 'away'
}
