import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { type Route, route } from '../../http/route.ts'
import { requireOwnPlayer } from '../../players/require-player.ts'
import { describeUser } from '../../profiles/describe-player.ts'
import { describeOwnNames } from './describe-names.ts'
import { renamePlayer } from './rename-player.ts'

/** Routes by which players see and change their own name. */
export function renameRoutes(app: App): Route[] {
  return [
    route(endpoints.showOwnNames, ({ identity }) => describeOwnNames(app, identity.playerId)),

    route(endpoints.changeOwnName, async ({ by, body, once }) => {
      await once(
        app,
        (needs) => renamePlayer(needs, by, body),
        () => null,
      )
      return { user: await describeUser(app, await requireOwnPlayer(app.db, by.actor)) }
    }),
  ]
}
