import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { route } from '../../http/route.ts'
import { requirePlayer } from '../../players/require-player.ts'
import { listTimeline } from './list-timeline.ts'

export function timelineRoutes(app: App) {
  return {
    showTimeline: route(endpoints.showTimeline, async ({ params, query, by }) => {
      const { id } = await requirePlayer(app.db, params.uuid)
      return listTimeline(app, by, id, query)
    }),
  }
}
