import type { DiscordProblem, DiscordRoleProblem } from '@portal/contract'
import type { DiscordApi, DiscordRole, Failure } from './discord-api.ts'

/** `problem`: null if the bot can give the role, as far as the positions show. */
export type ServerRole = { id: string; name: string; problem: DiscordRoleProblem | null }

/** `knowsBot`: whether the bot's own roles could be read. If not, only an attempt shows whether a role is too high. */
export type ServerCheck =
  | { is: 'ok'; roles: ServerRole[]; knowsBot: boolean }
  | { is: 'failed'; problem: DiscordProblem; failure: Failure }

/** "Permissions" in Discord's documentation: bits of a role. */
const ADMINISTRATOR = 1n << 3n
const MANAGE_ROLES = 1n << 28n

/** Reads the roles of the server, highest first, and which of them the bot may give, by two or three requests. */
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

/** Returns the bot's roles, or the one that Discord makes for each bot. @returns undefined if unreadable */
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

/** Compares roles. The older of two in one position is higher; IDs grow with time. */
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
