import { endpoints } from '@portal/contract'
import { requirePlayer } from '../access/require-player.ts'
import type { App } from '../app.ts'
import { type Route, route } from '../door/route.ts'
import { closePlayerSessions } from '../session/close-sessions.ts'
import { listPlayerSessions } from '../session/list-player-sessions.ts'
import { removeTwoFactor } from '../two-factor/remove-two-factor.ts'
import { describeCard } from './card/describe-card.ts'
import { editPlayer } from './edit/edit-player.ts'
import { listPlayers } from './list/list-players.ts'
import { readFilters, readWanted } from './list/read-players.ts'

/** What administrators see of players, and change. */
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

    route(endpoints.removeTwoFactor, async ({ params, by }) => {
      await removeTwoFactor(app, by, await requirePlayer(app.db, params.uuid))
      return null
    }),

    route(endpoints.listPlayerSessions, async ({ params, query, identity }) => {
      const player = await requirePlayer(app.db, params.uuid)
      return listPlayerSessions(app, player, query, identity)
    }),

    route(endpoints.closePlayerSessions, async ({ params, by }) => {
      await closePlayerSessions(app, by, await requirePlayer(app.db, params.uuid))
      return null
    }),
  ]
}
