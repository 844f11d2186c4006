import { endpoints, MAX_PLAYER_COUNT } from '@portal/contract'
import type { App } from '../../app.ts'
import { route } from '../../http/route.ts'
import { requirePlayer } from '../../players/require-player.ts'
import { countMatchingPlayers } from './count-players-store.ts'
import { describeCard } from './describe-card.ts'
import { editPlayer } from './edit-player.ts'
import { listPlayers } from './list-players.ts'
import { parsePlayerChanges, parsePlayerFilters } from './parse-players.ts'
import { listSameAddressPlayers } from './same-address.ts'

export function playerRoutes(app: App) {
  return {
    listPlayers: route(endpoints.listPlayers, ({ query }) =>
      listPlayers(app, query, parsePlayerFilters(query)),
    ),

    countPlayers: route(endpoints.countPlayers, async ({ query }) => {
      const options = { now: app.clock.now(), most: MAX_PLAYER_COUNT + 1 }
      const count = await countMatchingPlayers(app.db, parsePlayerFilters(query), options)
      return { total: Math.min(count, MAX_PLAYER_COUNT), isExact: count <= MAX_PLAYER_COUNT }
    }),

    showPlayer: route(endpoints.showPlayer, async ({ params, by }) => {
      return { player: await describeCard(app, by, await requirePlayer(app.db, params.uuid)) }
    }),

    listSameAddressPlayers: route(endpoints.listSameAddressPlayers, async ({ params, by }) => {
      const { id } = await requirePlayer(app.db, params.uuid)
      return listSameAddressPlayers(app, by, id)
    }),

    editPlayer: route(endpoints.editPlayer, async ({ params, body, by }) => {
      const { id } = await requirePlayer(app.db, params.uuid)
      await editPlayer(app, by, id, parsePlayerChanges(body))
      return { player: await describeCard(app, by, await requirePlayer(app.db, id)) }
    }),
  }
}
