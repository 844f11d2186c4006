import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { type Route, route } from '../../http/route.ts'
import { requirePlayer } from '../../players/require-player.ts'
import { describeCard } from './describe-card.ts'
import { editPlayer } from './edit-player.ts'
import { listPlayers } from './list-players.ts'
import { readFilters, readWanted } from './parse-players.ts'

/** Routes by which administrators list, see and change players. */
export function playerRoutes(app: App): Route[] {
  return [
    route(endpoints.listPlayers, ({ query }) => listPlayers(app, query, readFilters(query))),

    route(endpoints.showPlayer, async ({ params, by }) => {
      return { player: await describeCard(app, by, await requirePlayer(app.db, params.uuid)) }
    }),

    route(endpoints.editPlayer, async ({ params, body, by }) => {
      const { id } = await requirePlayer(app.db, params.uuid)
      await editPlayer(app, by, id, readWanted(body))
      return { player: await describeCard(app, by, await requirePlayer(app.db, id)) }
    }),
  ]
}
