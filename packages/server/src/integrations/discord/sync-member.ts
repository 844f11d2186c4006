import type { App } from '../../app.ts'
import type { DueMember, Mapping } from './discord.ts'
import type { DiscordApi, Failure } from './discord-api.ts'
import { listLinkedPlayers } from './member-store.ts'
import { findWantedRoles } from './wanted-roles.ts'

export type SyncResult = {
  /** Why the member must be compared again; undefined if it need not. */
  failure: Failure | undefined
  isLinked: boolean
  /** False if a role could not be given or removed because the role has a problem. */
  isComplete: boolean
  changesAt: number | null
  /** The roles that Discord did not let the bot give or remove. */
  refused: Map<string, 'missing' | 'refused'>
}

/**
 * Gives a Discord account the mapped roles that its player should have, and removes the other mapped roles. Does not
 * touch roles that are not mapped, or accounts that are not on the server.
 * @param mayContinue called before each change, because another process may have taken over
 */
export async function syncMember(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  api: DiscordApi,
  { discordUser }: DueMember,
  { mappings, mayContinue }: { mappings: Mapping[]; mayContinue: () => boolean },
): Promise<SyncResult> {
  const now = clock.now()
  const playerIds = await listLinkedPlayers(db, discordUser)
  const wanted = await findWantedRoles(db, { playerIds, mappings, now })
  const refused: SyncResult['refused'] = new Map()
  let isComplete = true
  const { changesAt } = wanted
  const result = (failure?: Failure): SyncResult => ({
    failure,
    isLinked: playerIds.length > 0,
    isComplete,
    changesAt,
    refused,
  })
  if (mappings.length === 0) return result()
  const member = await api.findMemberRoles(discordUser)
  if (member.is === 'unknown') return result()
  if (member.is !== 'ok') return result(member)

  for (const role of new Set(mappings.map(({ discordRole }) => discordRole))) {
    const isWanted = wanted.roles.has(role)
    if (isWanted === member.value.includes(role)) continue
    isComplete = isComplete && !hasProblem(mappings, role)
    if (hasProblem(mappings, role)) continue
    if (!mayContinue()) return result(STOPPED)
    const changed = await api.putRole(discordUser, role, isWanted)
    if (changed.is === 'ok') continue
    if (changed.is === 'unknown' && changed.what === 'member') break
    if (changed.is !== 'forbidden' && changed.is !== 'unknown') return result(changed)
    isComplete = false
    refused.set(role, changed.is === 'unknown' ? 'missing' : 'refused')
  }
  return result()
}

function hasProblem(mappings: readonly Mapping[], role: string): boolean {
  return mappings.some(({ discordRole, problem }) => discordRole === role && problem !== null)
}

const STOPPED: Failure = { is: 'away', reason: 'another process took over', retryAt: undefined }
