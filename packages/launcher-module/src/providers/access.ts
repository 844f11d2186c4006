import type { Players } from '../player/players.ts'
import { canonicalUuid, type PlayerQuestion } from '../player/profile.ts'
import type { AccessSettings } from '../settings/settings.ts'
import { isUnreachable } from '../site/site-error.ts'
import { mayEnter } from './access-decision.ts'

/** Who asks for a build. `subject` comes from the sign-in; in ours it is the uuid. */
export type Subject = PlayerQuestion & { subject?: string | undefined }

export type AccessProvider = ReturnType<typeof openAccess>

/** Decides who may see and start which build. */
export function openAccess(players: Players, settings: AccessSettings) {
  return {
    /**
     * Whether a player may enter a build. While the site is unreachable, a player who was banned when
     * last seen may not; with `failOpen` everybody else may.
     *
     * @throws SiteError if the site gives no answer and `failOpen` does not apply.
     */
    async allows(build: string, subject: Subject): Promise<boolean> {
      const player = playerOf(subject)
      try {
        const profile = await players.find(player)
        return profile !== undefined && mayEnter(profile, build, settings)
      } catch (error) {
        if (!isUnreachable(error)) throw error
        if (players.lastSeenBanned(player)) return false
        if (settings.failOpen) return true
        throw error
      }
    },
  }
}

function playerOf({ uuid, subject, username }: Subject): PlayerQuestion {
  return { uuid: canonicalUuid(uuid) ?? canonicalUuid(subject), username }
}
