import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { route } from '../../http/route.ts'
import { requireOwnPlayer } from '../../players/require-player.ts'
import { describeUser } from '../../profiles/describe-player.ts'
import { describeOwnNames } from './describe-names.ts'
import { renamePlayer } from './rename-player.ts'

export function renameRoutes(app: App) {
  return {
    showOwnNames: route(endpoints.showOwnNames, ({ identity }) =>
      describeOwnNames(app, identity.playerId),
    ),

    changeOwnName: route(endpoints.changeOwnName, async ({ by, body, idempotent }) => {
      await idempotent(
        app,
        (deps) => renamePlayer(deps, by, body),
        () => null,
      )
      return { user: await describeUser(app, await requireOwnPlayer(app.db, by.actor)) }
    }),
  }
}
