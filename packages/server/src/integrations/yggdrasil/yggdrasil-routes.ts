import { endpoints, NAME_LIMIT } from '@portal/contract'
import type { App } from '../../app.ts'
import { route } from '../../http/route.ts'
import { findPlayerWithPermissions } from '../../permissions/effective/find-effective-permissions.ts'
import { Refusal } from '../../platform/errors.ts'
import { readPlayerId } from '../../players/player-id.ts'
import { countRateLimitedCall } from '../../security/rate-limits/rate-limit.ts'
import { authenticateGame, signOutGame } from './authenticate-game.ts'
import { requireSigningKey } from './create-signing-key.ts'
import { toGameProfile } from './describe-game.ts'
import { describeSite } from './describe-site.ts'
import { validateGameSession } from './find-game-session.ts'
import { gameProfiles } from './game-profiles.ts'
import { findJoinedProfile, joinGame } from './join-game.ts'
import { listNamed } from './name-store.ts'
import { invalidateGame, refreshGame } from './refresh-game.ts'

/** The routes for launchers and game servers (docs/launcher-protocols.md#yggdrasil). */
export function yggdrasilRoutes(app: App) {
  const profiles = gameProfiles(app)
  const named = async (names: readonly string[]) =>
    (await listNamed(app.db, names)).map(toGameProfile)
  const findProfiles = async (names: readonly string[], { ip }: { ip: string }) => {
    const more = names.length - 1 // the limit has already counted the call itself, for one name
    if (more > 0) await countRateLimitedCall(app, NAME_LIMIT, ip, more)
    return named(names)
  }
  const findProfile = async (name: string) => {
    const [found] = /^[^\0]{1,254}$/.test(name) ? await named([name]) : []
    if (!found) throw new Refusal('auth.usernotfound')
    return found
  }

  return {
    showYggdrasil: route(endpoints.showYggdrasil, () => describeSite(app)),

    authenticateGame: route(endpoints.authenticateGame, ({ body, client }) =>
      authenticateGame(app, body, client),
    ),

    refreshGame: route(endpoints.refreshGame, ({ body, client }) => refreshGame(app, body, client)),

    validateGame: route(endpoints.validateGame, async ({ body }) => {
      await validateGameSession(app, body)
      return null
    }),

    invalidateGame: route(endpoints.invalidateGame, async ({ body, client }) => {
      await invalidateGame(app, body.accessToken, client)
      return null
    }),

    signOutGame: route(endpoints.signOutGame, async ({ body, client }) => {
      await signOutGame(app, body, client)
      return null
    }),

    joinGame: route(endpoints.joinGame, async ({ body, client }) => {
      await joinGame(app, body, client)
      return null
    }),

    askHasJoined: route(endpoints.askHasJoined, ({ query, request }) =>
      findJoinedProfile(app, profiles, { ...query, isHead: request.method === 'HEAD' }),
    ),

    showGameProfile: route(endpoints.showGameProfile, async ({ params, query }) => {
      const id = readPlayerId(params.uuid)
      const found = id && (await findPlayerWithPermissions(app.db, { id }, app.clock.now()))
      if (query.unsigned !== 'false') return found ? profiles.unsigned(found) : null
      const key = await requireSigningKey(app)
      return found ? profiles.signed(found, key, app.signingLimiter) : null
    }),

    findProfilesByName: route(endpoints.findProfilesByName, ({ list, client }) =>
      findProfiles(list, client),
    ),

    findServicesProfiles: route(endpoints.findServicesProfiles, ({ list, client }) =>
      findProfiles(list, client),
    ),

    findServicesProfile: route(endpoints.findServicesProfile, ({ params }) =>
      findProfile(params.name),
    ),

    findProfileByName: route(endpoints.findProfileByName, ({ params }) => findProfile(params.name)),
  }
}
