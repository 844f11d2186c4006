import { endpoints, NAME_LIMIT } from '@portal/contract'
import type { App } from '../../app.ts'
import { type Route, route } from '../../http/route.ts'
import { findPlayerWithStanding } from '../../permissions/effective/find-effective-permissions.ts'
import { Refusal } from '../../platform/errors.ts'
import { readPlayerId } from '../../players/player-id.ts'
import { takeCall } from '../../security/rate-limits/rate-limit.ts'
import { authenticateGame, signOutGame } from './authenticate-game.ts'
import { toGameProfile } from './describe-game.ts'
import { describeSite } from './describe-site.ts'
import { validateGame } from './find-game.ts'
import { gameProfiles } from './game-profiles.ts'
import { askHasJoined, joinGame } from './join-game.ts'
import { requireKey } from './make-key.ts'
import { listNamed } from './name-store.ts'
import { invalidateGame, refreshGame } from './refresh-game.ts'

/** The routes that launchers and game servers call (docs/contract.md#yggdrasil). */
export function yggdrasilRoutes(app: App): Route[] {
  const profiles = gameProfiles(app)
  const named = async (names: readonly string[]) =>
    (await listNamed(app.db, names)).map(toGameProfile)
  const namedMany = async (names: readonly string[], { ip }: { ip: string }) => {
    const more = names.length - 1 // the call itself counted as one name
    if (more > 0) await takeCall(app, NAME_LIMIT, ip, more)
    return named(names)
  }
  const namedOne = async (name: string) => {
    const [found] = /^[^\0]{1,254}$/.test(name) ? await named([name]) : []
    if (!found) throw new Refusal('auth.usernotfound')
    return found
  }

  return [
    route(endpoints.showYggdrasil, () => describeSite(app)),

    route(endpoints.authenticateGame, ({ body, client }) => authenticateGame(app, body, client)),

    route(endpoints.refreshGame, ({ body, client }) => refreshGame(app, body, client)),

    route(endpoints.validateGame, async ({ body }) => {
      await validateGame(app, body)
      return null
    }),

    route(endpoints.invalidateGame, async ({ body, client }) => {
      await invalidateGame(app, body.accessToken, client)
      return null
    }),

    route(endpoints.signOutGame, async ({ body, client }) => {
      await signOutGame(app, body, client)
      return null
    }),

    route(endpoints.joinGame, async ({ body, client }) => {
      await joinGame(app, body, client)
      return null
    }),

    route(endpoints.askHasJoined, ({ query, request }) =>
      askHasJoined(app, profiles, { ...query, isLook: request.method === 'HEAD' }),
    ),

    route(endpoints.showGameProfile, async ({ params, query }) => {
      const id = readPlayerId(params.uuid)
      const found = id && (await findPlayerWithStanding(app.db, { id }, app.clock.now()))
      if (query.unsigned !== 'false') return found ? profiles.unsigned(found) : null
      const key = await requireKey(app)
      return found ? profiles.signed(found, key, app.signingTurn) : null
    }),

    route(endpoints.findProfilesByName, ({ list, client }) => namedMany(list, client)),

    route(endpoints.findServicesProfiles, ({ list, client }) => namedMany(list, client)),

    route(endpoints.findServicesProfile, ({ params }) => namedOne(params.name)),

    route(endpoints.findProfileByName, ({ params }) => namedOne(params.name)),
  ]
}
