import type { Players } from '../player/players.ts'
import { canonicalUuid, type PlayerSelector } from '../player/profile.ts'
import type { AccessSettings } from '../settings/settings.ts'
import { isUnreachable } from '../site/site-error.ts'
import { isBuildAllowed } from './access-decision.ts'

/**
 * The player who requests a build. `subject` is the ID that the sign-in provider gave the player; the provider of this
 * module gives the UUID.
 */
export type Subject = PlayerSelector & { subject?: string | undefined }

export type AccessProvider = ReturnType<typeof openAccess>

export function openAccess(players: Players, settings: AccessSettings) {
  return {
    /**
     * Whether a player may use a build. While the site is unreachable, players who were banned when last seen may not;
     * with `failOpen` all others may.
     * @throws SiteError if the site is unavailable and `failOpen` does not apply
     */
    async allows(build: string, subject: Subject): Promise<boolean> {
      const player = playerOf(subject)
      try {
        const profile = await players.find(player)
        return profile !== undefined && isBuildAllowed(profile, build, settings)
      } catch (error) {
        if (!isUnreachable(error)) throw error
        if (players.lastSeenBanned(player)) return false
        if (settings.failOpen) return true
        throw error
      }
    },
  }
}

function playerOf({ uuid, subject, username }: Subject): PlayerSelector {
  return { uuid: canonicalUuid(uuid) ?? canonicalUuid(subject), username }
}
